import { posix } from 'node:path';

/** The files that a file imports, by the file; types count too. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Returns the file that an import of another file means, or undefined when it is none of `files`. */
export function importedFile(file: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.[cm]?js$/, '');
  return [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => files.has(candidate));
}

/** Returns the groups of files that import each other, directly or through others; each by its files in alphabetical order. */
export function circlesIn(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  // Tarjan's algorithm: a file belongs to a circle when an import leads back to a file that is still open.
  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    let low = number;
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!numbers.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, numbers.get(target) ?? low);
    }
    if (low === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file);
  return circles;
}
