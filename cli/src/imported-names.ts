import { resolve } from 'node:path';
import {
  definedNames,
  joinDefinedNames,
  mayLink,
  readLinkedFiles,
  withImported,
  withImportedNames,
  type CheckOptions,
  type Engine,
  type RequestFile,
} from '../../engine/src/index';
import { importReader } from '../../platform/node/imported-requests';

/** Returns the options of a file's check with the names of the files that it imports, when all of them can be read. */
export function withNamesOfImports(
  engine: Engine,
  path: string,
  file: RequestFile,
  options: CheckOptions,
): CheckOptions {
  if (![...file.blocks].some(({ text }) => mayLink(text))) return options;
  const root = resolve(path);
  const linked = readLinkedFiles(root, file, {
    read: importReader({ allowed: undefined }),
    open: (text) => engine.openFile(text),
    parse: (block) => engine.parseBlock(block),
  });
  const imported = withImported(linked, root).filter(({ location }) => location !== root);
  if (linked.problems.length > 0 || imported.length === 0) return options;
  const names = imported.flatMap((one) => [...one.file.blocks].map((block) => definedNames(engine.parseBlock(block))));
  const outsideNames = withImportedNames(options.context.outsideNames, joinDefinedNames(names));
  return { ...options, context: { ...options.context, outsideNames } };
}
