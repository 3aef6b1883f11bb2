import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { firstIndexWhere } from '@rulebook/text/search';
import { touches } from '@rulebook/text/span';
import { repeatedNames } from '../binding/request-name';
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
  return kind === 'request' ? withNumbered({ file, occurrencesOf }, name, found) : found;
}

/** The directives that send a request several times. */
const repeating = /@(?:loop|for)\b/i;

/** Returns the occurrences of a request with those of its times: of `list`, which is sent several times, also `list0`, without the number. */
function withNumbered(
  { file, occurrencesOf }: NamesOfFile,
  name: string,
  found: readonly PlacedOccurrence[],
): readonly PlacedOccurrence[] {
  const isRepeated = found.some(
    ({ block, occurrence }) => occurrence.role === 'definition' && repeating.test(file.blocks.at(block)?.text ?? ''),
  );
  if (!isRepeated) return found;
  const own = new Set<string>();
  const numbered: PlacedOccurrence[] = [];
  let block = 0;
  for (const { text } of file.blocks) {
    for (const occurrence of text.includes(name) ? occurrencesOf(block) : []) {
      if (occurrence.kind !== 'request') continue;
      if (occurrence.role === 'definition') own.add(occurrence.name);
      else if (repeatedNames(occurrence.name).includes(name)) numbered.push({ block, occurrence });
    }
    block++;
  }
  const times = numbered.flatMap(({ block: at, occurrence }): readonly PlacedOccurrence[] => {
    const { start } = occurrence.span;
    const span = { start, end: start + name.length };
    return own.has(occurrence.name) ? [] : [{ block: at, occurrence: { ...occurrence, name, span } }];
  });
  if (times.length === 0) return found;
  return [...found, ...times].sort(
    (one, other) => one.block - other.block || one.occurrence.span.start - other.occurrence.span.start,
  );
}

/**
 * Returns the definitions that a name in a block means, of all its occurrences in the file. Without the occurrence, the name is meant where the
 * file is at its end.
 */
export function definitionsMeant(
  occurrences: readonly PlacedOccurrence[],
  kind: NamedThing['kind'],
  from: number,
  reference?: NameOccurrence,
): readonly PlacedOccurrence[] {
  return meantIn(occurrences, kind)(from, reference);
}

/** Returns a function that returns the definitions that names in a file mean. */
export function meantIn(
  occurrences: readonly PlacedOccurrence[],
  kind: NamedThing['kind'],
): (from: number, reference?: NameOccurrence) => readonly PlacedOccurrence[] {
  const defined = occurrences.filter(({ occurrence }) => occurrence.role === 'definition');
  if (kind === 'request') {
    // The nearest before the one that refers to it, or else the first behind it.
    return (from) => {
      const behind = firstIndexWhere(defined, ({ block }) => block >= from);
      return [defined[behind - 1] ?? defined[behind]].filter((one) => one !== undefined);
    };
  }
  const given = defined.filter(({ occurrence: { by } }) => by === 'prompt' || by === 'loop');
  const lines = defined.filter(({ occurrence: { by } }) => by === 'definition');
  return (from, reference) => {
    const itself = reference?.by === 'definition' && lines.find(({ occurrence }) => occurrence === reference);
    if (itself) return [itself];
    const own = given.filter(({ block }) => block === from);
    if (own.length > 0) return own.slice(-1);
    if (lines.length === 0) return defined;
    const behind =
      reference === undefined
        ? lines.length
        : firstIndexWhere(lines, ({ block, occurrence: { span } }) =>
            block === from ? span.start > (reference.place ?? 0) : block > from,
          );
    // The last one above the name; in its own value, a name means no definition below.
    const meant =
      lines[behind - 1] ?? (reference !== undefined && reference.within === reference.name ? undefined : lines[0]);
    return meant ? [meant] : [];
  };
}

/** Returns the occurrence at an offset of a block, and others that it may mean; the most likely first. */
export function occurrencesAt(occurrences: readonly NameOccurrence[], offset: number): readonly NameOccurrence[] {
  const exact = occurrences.filter(({ span }) => touches(span, offset));
  const around = occurrences.filter(
    (one) => !exact.includes(one) && one.reach && one.reach.start < offset && offset < one.reach.end,
  );
  return [...exact, ...around];
}
