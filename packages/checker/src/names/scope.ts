import { occurrencesNamed, type NamesOfFile, type PlacedOccurrence } from './names-in-file';
import type { NamedThing } from './occurrence';

/** A file among those that import each other. */
export interface LinkedFile extends NamesOfFile {
  readonly uri: string;
  /** The URIs of the files that it imports, in its order. */
  readonly imports: readonly string[];
}

/** Where a name occurs in a file. */
export interface FileOccurrences<F extends LinkedFile> {
  readonly file: F;
  readonly occurrences: readonly PlacedOccurrence[];
}

/** Returns whether any of the files defines a variable of the name by a line `@name = value`. */
export function isVariableIn(files: Iterable<LinkedFile>): (name: string) => boolean {
  const all = [...files];
  return (name) => all.some(({ file }) => file.definitions.has(name));
}

/**
 * Returns where the thing that a name means in a file occurs, the file itself first: in the file that defines it, and in those that get the name
 * from there because they import that file. A file that defines the name itself means its own.
 */
export function occurrencesAcross<F extends LinkedFile>(
  thing: NamedThing,
  start: F,
  linked: readonly F[],
): readonly FileOccurrences<F>[] {
  const isVariable = isVariableIn(linked);
  const files = new Map(linked.map((file) => [file.uri, file]));
  const hasMembers = isObjectOfScript(thing, linked, isVariable);
  const known = new Map<string, readonly PlacedOccurrence[]>();
  const occurrencesOf = (file: F): readonly PlacedOccurrence[] => {
    const found = known.get(file.uri) ?? occurrencesNamed(file, thing, isVariable, hasMembers);
    known.set(file.uri, found);
    return found;
  };
  const definersFor = (file: F): ReadonlySet<string> => {
    const definers = new Set<string>();
    const seen = new Set([file.uri]);
    // Not recursive, since files may import each other in a long chain or in a circle.
    const open = [file];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (occurrencesOf(next).some(({ occurrence }) => occurrence.role === 'definition')) {
        definers.add(next.uri);
        continue;
      }
      for (const uri of next.imports) {
        const imported = files.get(uri);
        if (imported === undefined || seen.has(uri)) continue;
        seen.add(uri);
        open.push(imported);
      }
    }
    return definers;
  };
  const sharing = new Set([start.uri, ...definersFor(start)]);
  const waiting = linked
    .filter((file) => !sharing.has(file.uri) && occurrencesOf(file).length > 0)
    .map((file) => ({ file, definers: definersFor(file) }));
  for (let size = -1; size < sharing.size;) {
    size = sharing.size;
    for (const { file, definers } of waiting) {
      if (sharing.has(file.uri)) continue;
      if ([...definers].some((uri) => sharing.has(uri))) for (const uri of [file.uri, ...definers]) sharing.add(uri);
    }
  }
  return [start, ...linked.filter(({ uri }) => uri !== start.uri && sharing.has(uri))]
    .map((file) => ({ file, occurrences: occurrencesOf(file) }))
    .filter(({ occurrences }) => occurrences.length > 0);
}

/** Returns whether a script gives a variable its value, of which placeholders can take a member: `{{user.name}}`. A request of the name is meant before. */
function isObjectOfScript(
  { kind, name }: NamedThing,
  linked: readonly LinkedFile[],
  isVariable: (name: string) => boolean,
): boolean {
  if (kind !== 'variable') return false;
  const isDefined = (wanted: 'variable' | 'request', by?: 'script') =>
    linked.some((file) =>
      occurrencesNamed(file, { kind: wanted, name }, isVariable).some(
        ({ occurrence }) => occurrence.role === 'definition' && (by === undefined || occurrence.by === by),
      ),
    );
  return isDefined('variable', 'script') && !isDefined('request');
}
