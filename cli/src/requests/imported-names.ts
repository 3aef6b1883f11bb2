import { resolve } from 'node:path';
import type { Checker } from '@rulebook/engine/checking';
import type { CheckOptions } from '@rulebook/engine';
import { definedNames, importedFacts, joinDefinedNames, withImportedNames } from '@rulebook/checker/names';
import { readLinkedFiles, withImported, type RequestSource } from '@rulebook/sender/send';
import type { RequestFile } from '@rulebook/request-file/syntax';
import { importReader } from '@rulebook/node/files/imported-requests';

/** Returns the files that a file imports, over others too, in their order. */
export function filesOfImports(engine: Checker, path: string, file: RequestFile): readonly RequestFile[] {
  const root = resolve(path);
  const linked = linkedFrom(engine, root, file);
  return withImported(linked, root).flatMap((one) => (one.location === root ? [] : [one.file]));
}

function linkedFrom(engine: Checker, root: string, file: RequestFile): ReturnType<typeof readLinkedFiles> {
  return readLinkedFiles(root, file, {
    read: importReader({ allowed: undefined }),
    open: (text) => engine.openFile(text),
    parse: (block) => engine.parseBlock(block),
  });
}

/** Returns the options of a file's check with the names of the files that it imports, when all of them can be read. */
export function withNamesOfImports(
  engine: Checker,
  path: string,
  file: RequestFile,
  options: CheckOptions,
): CheckOptions {
  const root = resolve(path);
  const linked = linkedFrom(engine, root, file);
  const all = withImported(linked, root);
  if (linked.problems.length > 0 || (linked.files.get(root)?.imports.size ?? 0) === 0) return options;
  const namesIn = ({ file }: RequestSource) =>
    joinDefinedNames([...file.blocks].map((block) => definedNames(engine.parseBlock(block))));
  const names = new Map(all.flatMap((one) => (one.location === root ? [] : [[one.location, namesIn(one)] as const])));
  const facts = importedFacts(root, (location) => {
    const file = linked.files.get(location);
    return file && { imports: file.imports, defined: () => names.get(location) ?? joinDefinedNames([]) };
  });
  const joined = joinDefinedNames([...names.values()]);
  const outsideNames = withImportedNames(options.context.outsideNames, joined, undefined, facts);
  return { ...options, context: { ...options.context, outsideNames } };
}
