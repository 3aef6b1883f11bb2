import { mayLink } from '@rulebook/checker/names/may-link';
import type { Block, BlockText } from '@rulebook/request-file/syntax/model';
import { withoutProse } from '@rulebook/request-file/syntax/markdown';
import { textOfFile, type RequestFile } from '@rulebook/request-file/syntax/request-file';
import { countLineEnds } from '@rulebook/text/lines';
import { definitionLayer, type VariableLayer } from '../variables/variable-layers';

/** What opens the files that request files import. */
export interface ImportPorts {
  /** Returns the text of the file at a path as written, or why it cannot be read, as a part of a sentence. `location` says which file it is. */
  readonly read: (
    path: string,
    from: string,
  ) => { readonly location: string; readonly text: string } | { readonly cause: string };
  readonly open: (text: string, location: string) => RequestFile;
  readonly parse: (block: BlockText) => Block;
}

/** A request file, and the files that it imports or runs. */
export interface RequestSource {
  readonly location: string;
  readonly file: RequestFile;
  /** The locations of the files that it imports, by their paths as written, in its order. */
  readonly imports: ReadonlyMap<string, string>;
  /** The locations of the files whose requests it runs, by their paths as written. */
  readonly runs: ReadonlyMap<string, string>;
}

/** Why a line `import` or `run` cannot be carried out. */
interface ImportProblem {
  /** The file with the line. */
  readonly location: string;
  /** Counted from 0. */
  readonly line: number;
  /** A part of a sentence. */
  readonly reason: string;
}

/** A file and everything that it imports. */
export interface LinkedFiles {
  readonly root: string;
  readonly files: ReadonlyMap<string, RequestSource>;
  readonly problems: readonly ImportProblem[];
}

/** So many files and so much text are read at most, in UTF-16 code units. */
const limits = { files: 200, text: 20_000_000 };

/** Reads the files that a file imports or runs, and those that they import. Each is read once, so files that import each other end nothing. */
export function readLinkedFiles(root: string, file: RequestFile, ports: ImportPorts): LinkedFiles {
  const files = new Map<string, RequestSource>();
  const problems: ImportProblem[] = [];
  let length = 0;
  const waiting: { readonly location: string; readonly file: RequestFile }[] = [{ location: root, file }];
  const known = new Set([root]);
  const follow = (path: string, from: string, line: number): string | undefined => {
    const found = ports.read(path, from);
    if ('cause' in found) {
      problems.push({ location: from, line, reason: `${path} cannot be imported: ${found.cause}` });
      return undefined;
    }
    const { location, text } = found;
    if (known.has(location)) return location;
    length += text.length;
    if (known.size >= limits.files || length > limits.text) {
      problems.push({ location: from, line, reason: `${path} cannot be imported: too many files are imported` });
      return undefined;
    }
    known.add(location);
    waiting.push({ location, file: ports.open(text, location) });
    return location;
  };
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { location } = next;
    const imports = new Map<string, string>();
    const runs = new Map<string, string>();
    let startLine = 0;
    for (const source of next.file.blocks) {
      if (mayLink(source.text)) {
        const block = ports.parse(source);
        const lineOf = (offset: number) => startLine + countLineEnds(block.text.slice(0, offset));
        for (const { path, span } of block.imports) {
          const found = follow(path.text, location, lineOf(span.start));
          if (found !== undefined) imports.set(path.text, found);
        }
        for (const { path, span } of block.runs) {
          const found = path && follow(path.text, location, lineOf(span.start));
          if (path && found !== undefined) runs.set(path.text, found);
        }
      }
      startLine += countLineEnds(source.text);
    }
    files.set(location, { location, file: next.file, imports, runs });
  }
  return { root, files, problems };
}

/** Returns a file with those that it imports, also through others, in the order in which their names count. */
export function withImported({ files }: LinkedFiles, location: string): readonly RequestSource[] {
  const found = new Map<string, RequestSource>();
  const open = [location];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const file = files.get(next);
    if (file === undefined || found.has(next)) continue;
    found.set(next, file);
    open.unshift(...file.imports.values());
  }
  return [...found.values()];
}

/** Returns the text of a file as far as it belongs to requests, with all lines at their numbers. */
export function requestTextIn(file: RequestFile): string {
  return file.isMarkdown ? withoutProse(textOfFile(file)) : textOfFile(file);
}

/** Returns the definitions of a file and of those that it imports, in the order in which they count; `placeOf` names an imported file. */
export function definitionLayers(
  linked: LinkedFiles,
  location: string,
  placeOf: (location: string) => string,
): readonly VariableLayer[] {
  return withImported(linked, location).map(({ location: path, file }) =>
    definitionLayer(requestTextIn(file), path === location ? undefined : { place: placeOf(path), path }),
  );
}
