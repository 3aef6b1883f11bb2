import type { RequestFile } from '../syntax/request-file';
import { touches } from '../text/span';
import type { NamedThing, NameOccurrence } from './occurrence';

/** A file, and the names in its blocks. */
export interface NamesOfFile {
  readonly file: RequestFile;
  readonly occurrencesOf: (block: number) => readonly NameOccurrence[];
}

/** An occurrence in a file. */
export interface PlacedOccurrence {
  readonly block: number;
  readonly occurrence: NameOccurrence;
}

/**
 * Returns where a name occurs in a file, in its order. Only blocks whose text contains it are read. `isVariable` says whether a variable of a
 * name is defined, which a member `{{login.id}}` then means; `hasMembers`, that such a member takes a part of the variable.
 */
export function occurrencesNamed(
  { file, occurrencesOf }: NamesOfFile,
  { kind, name }: NamedThing,
  isVariable: (name: string) => boolean,
  hasMembers = false,
): readonly PlacedOccurrence[] {
  const found: PlacedOccurrence[] = [];
  if (name === '') return found;
  let block = 0;
  for (const { text } of file.blocks) {
    if (text.includes(name))
      for (const occurrence of occurrencesOf(block)) {
        const isKind = occurrence.kind === kind || (hasMembers && occurrence.by === 'member');
        const isMeant = isKind && occurrence.name === name;
        if (isMeant && !(occurrence.whole !== undefined && isVariable(occurrence.whole)))
          found.push({ block, occurrence });
      }
    block++;
  }
  return found;
}

/** Returns the definitions that a reference in a block means, of all occurrences of its name in the file. */
export function definitionsMeant(
  occurrences: readonly PlacedOccurrence[],
  kind: NamedThing['kind'],
  from: number,
): readonly PlacedOccurrence[] {
  const defined = occurrences.filter(({ occurrence }) => occurrence.role === 'definition');
  if (kind === 'request') {
    // The nearest before the one that refers to it, or else the first behind it.
    const nearest = defined.filter(({ block }) => block < from).at(-1) ?? defined.find(({ block }) => block >= from);
    return nearest ? [nearest] : [];
  }
  const own = defined.filter(({ block, occurrence: { by } }) => block === from && (by === 'prompt' || by === 'loop'));
  if (own.length > 0) return own.slice(-1);
  // A definition holds in the whole file, and the last one counts.
  const last = defined.filter(({ occurrence: { by } }) => by === 'definition').at(-1);
  return last ? [last] : defined;
}

/** Returns the occurrence at an offset of a block, and others that it may mean; the most likely first. */
export function occurrencesAt(occurrences: readonly NameOccurrence[], offset: number): readonly NameOccurrence[] {
  const exact = occurrences.filter(({ span }) => touches(span, offset));
  const around = occurrences.filter(
    (one) => !exact.includes(one) && one.reach && one.reach.start < offset && offset < one.reach.end,
  );
  return [...exact, ...around];
}
