import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { filesTakenBy, mayInclude, requestsOfFile, type Checker } from '@rulebook/engine/checking';
import { columnsOfRows } from '@rulebook/json';
import type { CheckOptions, IncludedBody, Inclusion } from '@rulebook/engine';
import type { BodyAssociation, RequestFile } from '@rulebook/request-file/syntax';
import { openRequests } from './named-requests';
import { causeOf, findRequestFiles, readText, readTextFile } from '@rulebook/node/files/files';

/** JSON files that a request file takes as the body of a request, by absolute path. */
export type IncludedBodies = Map<string, BodyAssociation>;

/**
 * Returns a function that looks for a request that takes a file as its body, in the request files of the file's folder and of
 * `root` and below. It records every body that it finds, reads each folder once, and returns whether the file is one of them.
 */
export function createInclusionFinder(
  engine: Checker,
  included: IncludedBodies,
): (path: string, root: string) => Promise<boolean> {
  const searched = new Set<string>();
  return async (path, root) => {
    const wanted = resolve(path);
    for (const folder of [dirname(wanted), root]) {
      if (included.has(wanted)) return true;
      if (searched.has(folder)) continue;
      searched.add(folder);
      for (const from of await findRequestFiles(folder)) {
        const content = await readTextFile(from);
        // Most files take nothing from elsewhere, and need not be split to know it.
        if ('cause' in content || !mayInclude(content.text)) continue;
        recordInclusions(inclusionsIn(engine, engine.openFile(content.text)), [dirname(from), root], included);
      }
    }
    return included.has(wanted);
  };
}

/** Records which JSON files a request file takes as bodies, and returns the options under which the file is checked. */
export function withIncludedFiles(
  engine: Checker,
  file: RequestFile,
  from: { readonly path: string; readonly root: string; readonly options: CheckOptions },
  included: IncludedBodies,
): CheckOptions {
  const inclusions = inclusionsIn(engine, file);
  if (inclusions.length === 0) return from.options;
  const folders = [dirname(resolve(from.path)), from.root];
  recordInclusions(inclusions, folders, included);
  const { options } = from;
  const include = (inclusion: Inclusion): IncludedBody => readBody(engine, folders, inclusion, options);
  return { ...options, context: { ...options.context, include } };
}

function inclusionsIn(engine: Checker, file: RequestFile): readonly Inclusion[] {
  return [...file.blocks].flatMap(({ text }, index) =>
    // Most blocks include nothing, and need not be parsed once more to know it.
    mayInclude(text) || isCompared(file) ? filesTakenBy(engine.parse(file, index)) : [],
  );
}

/** The configuration can name the files that a body file is compared with. */
function isCompared({ association }: RequestFile): boolean {
  return association?.directives?.['rights-of'] !== undefined;
}

function recordInclusions(
  inclusions: readonly Inclusion[],
  folders: readonly string[],
  included: IncludedBodies,
): void {
  for (const { path, need, association } of inclusions) {
    if (need !== 'body') continue;
    const found = folders.map((folder) => resolve(folder, path)).find((file) => causeOfMissing(file) === undefined);
    if (found !== undefined) included.set(found, association);
  }
}

function readBody(
  engine: Checker,
  folders: readonly string[],
  { path, association, need }: Inclusion,
  options: CheckOptions,
): IncludedBody {
  let cause: string | undefined;
  for (const folder of folders) {
    const location = resolve(folder, path);
    const missing = causeOfMissing(location);
    cause ??= missing;
    if (missing !== undefined) continue;
    if (need === 'presence') return { kind: 'read', location, problems: [] };
    const content = readText(location);
    if (need === 'script' && 'text' in content) return { kind: 'read', location, problems: [], script: content.text };
    if (need === 'requests' && 'text' in content) {
      const requests = () => requestsOfFile(engine, openRequests(engine, location, content.text), options.context);
      return { kind: 'read', location, problems: [], requests };
    }
    if (need === 'rows' && 'text' in content) {
      const columns = columnsOfRows(content.text, path);
      return { kind: 'read', location, problems: [], columns: () => columns };
    }
    if ('text' in content)
      return { kind: 'read', location, problems: engine.checkBody(content.text, association, options) };
    // The line may name the encoding, as `<@latin1` does.
    if (content.isNotUtf8 && need === 'body') return { kind: 'read', location, problems: [] };
    cause = content.cause;
  }
  return { kind: 'unreadable', cause: cause ?? 'there is no such file' };
}

/** Devices and pipes are not opened, for a read of them may not end. */
function causeOfMissing(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 'it is a folder';
    return found.isFile() ? undefined : 'it is not a regular file';
  } catch (error) {
    return causeOf(error);
  }
}
