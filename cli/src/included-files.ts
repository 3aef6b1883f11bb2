import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inclusionOf, mayInclude } from '../../engine/src/index';
import type {
  BodyAssociation,
  CheckOptions,
  Engine,
  IncludedBody,
  Inclusion,
  RequestFile,
} from '../../engine/src/index';
import { causeOf } from '../../platform/node/files';

/** JSON files that a request file takes as the body of a request, by absolute path. */
export type IncludedBodies = Map<string, BodyAssociation>;

/** Notes which JSON files a request file takes as bodies, and returns the options under which the file is checked. */
export function withIncludedFiles(
  engine: Engine,
  file: RequestFile,
  from: { readonly path: string; readonly root: string; readonly options: CheckOptions },
  included: IncludedBodies,
): CheckOptions {
  const inclusions = file.blocks.flatMap(({ text }, index) =>
    // Most blocks include nothing, and need not be parsed once more to know it.
    mayInclude(text) ? (inclusionOf(engine.parse(file, index)) ?? []) : [],
  );
  if (inclusions.length === 0) return from.options;
  const folders = [dirname(resolve(from.path)), from.root];
  for (const inclusion of inclusions) {
    const found = folders
      .map((folder) => resolve(folder, inclusion.path))
      .find((path) => causeOfMissing(path) === undefined);
    if (found !== undefined && inclusion.isJson) included.set(found, inclusion.association);
  }
  const { options } = from;
  const include = (inclusion: Inclusion): IncludedBody => readBody(engine, folders, inclusion, options);
  return { ...options, context: { ...options.context, include } };
}

function readBody(
  engine: Engine,
  folders: readonly string[],
  { path, association, isJson }: Inclusion,
  options: CheckOptions,
): IncludedBody {
  let cause: string | undefined;
  for (const folder of folders) {
    const location = resolve(folder, path);
    const missing = causeOfMissing(location);
    cause ??= missing;
    if (missing !== undefined) continue;
    try {
      const problems = isJson ? engine.checkBody(readFileSync(location, 'utf8'), association, options) : [];
      return { kind: 'read', location, problems };
    } catch (error) {
      cause = causeOf(error);
    }
  }
  return { kind: 'unreadable', cause: cause ?? 'there is no such file' };
}

/** Devices and pipes are not opened, for a read of them may not end. */
function causeOfMissing(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'it is a folder';
    return found.isFile() ? undefined : 'it is no ordinary file';
  } catch (error) {
    return causeOf(error);
  }
}
