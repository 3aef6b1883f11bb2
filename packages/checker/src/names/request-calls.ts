import { perObject } from '@rulebook/text/structures/memo';
import { firstIndexWhere } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import { definitionsMeant, meantIn, type PlacedOccurrence } from './names-in-file';
import type { NameOccurrence } from './occurrence';
import { occurrencesAcross, type LinkedFile } from './scope';

/** A request in a file, by its block. */
export interface RequestPlace<F extends LinkedFile> {
  readonly file: F;
  readonly block: number;
}

/** A request that another one needs, or that needs it, and where the one that needs says so. */
export interface RequestCall<F extends LinkedFile> extends RequestPlace<F> {
  readonly spans: readonly Span[];
}

/** The most calls of a request. */
const maxCalls = 1_000;

/** Returns the requests that a request needs before it is sent: by `@ref`, by `run`, and by values of their responses, also in definitions. */
export function requestsCalled<F extends LinkedFile>(
  { file, block }: RequestPlace<F>,
  linkedWith: (file: F) => readonly F[],
): readonly RequestCall<F>[] {
  const calls = createCalls<F>();
  const seen = new Set<string>();
  for (const occurrence of file.occurrencesOf(block)) {
    if (isOnDefinition(file, block, occurrence)) continue;
    // What a variable needs is needed where it is used.
    const open: RequestReference<F>[] = [{ file, block, occurrence }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { kind, role, name, by } = next.occurrence;
      if (role !== 'reference' || by === 'sequence') continue;
      const meant = definitionsFor(next, linkedWith(next.file));
      if (kind === 'request') for (const one of meant) calls.add(one, occurrence.span);
      const { within, place } = next.occurrence;
      const at = within === undefined ? '' : `${next.block} ${place ?? ''}`;
      const key = `${occurrence.span.start} ${next.file.uri} ${name} ${at}`;
      if (kind !== 'variable' || seen.has(key)) continue;
      seen.add(key);
      for (const one of meant)
        for (const used of usedBy(one)) open.push({ file: one.file, block: one.block, occurrence: used });
    }
  }
  return calls.list();
}

/** Returns the requests that need a request, as `requestsCalled` says it. */
export function requestsCalling<F extends LinkedFile>(
  { file, block }: RequestPlace<F>,
  linked: readonly F[],
): readonly RequestCall<F>[] {
  const calls = createCalls<F>();
  const named = file.occurrencesOf(block).filter(({ kind, role }) => kind === 'request' && role === 'definition');
  const seen = new Set<string>();
  const open: {
    readonly thing: Pick<NameOccurrence, 'kind' | 'name'>;
    readonly file: F;
    /** The definition of the variable that is meant. */
    readonly definition?: NameOccurrence;
  }[] = named.map((thing) => ({ thing, file }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { thing, definition: one } = next;
    for (const { file: other, occurrences } of occurrencesAcross(thing, next.file, linked)) {
      const meant = thing.kind === 'request' ? nearestRequest(occurrences) : undefined;
      const meantHere = one !== undefined && other === next.file ? meantIn(occurrences, 'variable') : undefined;
      for (const { block: from, occurrence } of occurrences) {
        if (occurrence.role !== 'reference' || occurrence.by === 'sequence') continue;
        const own = meant?.(from);
        // Another request of the same name is nearer.
        if (own && !(other === file && own.block === block)) continue;
        // Another definition of the same name counts there.
        if (
          meantHere?.(from, occurrence).some(
            (other) => other.occurrence.by === 'definition' && other.occurrence !== one,
          )
        )
          continue;
        const definition = definitionWith(other, from, occurrence);
        if (definition === undefined) calls.add({ file: other, block: from }, occurrence.span);
        else if (seen.size < maxCalls && !seen.has(`${other.uri} ${from} ${definition.span.start}`)) {
          seen.add(`${other.uri} ${from} ${definition.span.start}`);
          open.push({ thing: definition, file: other, definition });
        }
      }
    }
  }
  return calls.list();
}

interface RequestReference<F extends LinkedFile> extends RequestPlace<F> {
  readonly occurrence: NameOccurrence;
}

function definitionsFor<F extends LinkedFile>(
  { file, block, occurrence }: RequestReference<F>,
  linked: readonly F[],
): readonly (PlacedOccurrence & { readonly file: F })[] {
  const { kind, name } = occurrence;
  const across = occurrencesAcross({ kind, name }, file, linked);
  const own = across.find((one) => one.file === file);
  const found = own ? definitionsMeant(own.occurrences, kind, block, occurrence) : [];
  if (found.length > 0) return found.map((one) => ({ ...one, file }));
  return across.flatMap((one) =>
    definitionsMeant(one.occurrences, kind, 0).map((each) => ({ ...each, file: one.file })),
  );
}

/** Returns the references in the value of a definition. */
function usedBy<F extends LinkedFile>({ file, block, occurrence }: RequestReference<F>): readonly NameOccurrence[] {
  if (occurrence.by !== 'definition') return [];
  return file
    .occurrencesOf(block)
    .filter((one) => one.role === 'reference' && definitionWith(file, block, one) === occurrence);
}

const definitionsIn = perObject((occurrences: readonly NameOccurrence[]) =>
  occurrences.filter(({ by }) => by === 'definition'),
);

/** Returns the definition `@name = value` in whose value a reference is. */
function definitionWith(file: LinkedFile, block: number, { span }: NameOccurrence): NameOccurrence | undefined {
  const definitions = definitionsIn(file.occurrencesOf(block));
  const before = definitions[firstIndexWhere(definitions, (one) => one.span.end > span.start) - 1];
  const between = before && file.file.blocks.at(block)?.text.slice(before.span.end, span.start);
  return between === undefined || /[\r\n]/.test(between) ? undefined : before;
}

/** Returns a function that returns the request of a name that a block means: the nearest before it, or else the first behind it. */
function nearestRequest(occurrences: readonly PlacedOccurrence[]): (from: number) => PlacedOccurrence | undefined {
  const defined = occurrences.filter(({ occurrence }) => occurrence.role === 'definition');
  return (from) => {
    const behind = firstIndexWhere(defined, ({ block }) => block >= from);
    return defined[behind - 1] ?? defined[behind];
  };
}

function isOnDefinition(file: LinkedFile, block: number, occurrence: NameOccurrence): boolean {
  return occurrence.role === 'definition' || definitionWith(file, block, occurrence) !== undefined;
}

function createCalls<F extends LinkedFile>() {
  const found = new Map<string, { readonly file: F; readonly block: number; readonly spans: Span[] }>();
  return {
    add: ({ file, block }: RequestPlace<F>, span: Span): void => {
      const key = `${block} ${file.uri}`;
      const known = found.get(key);
      if (known === undefined) {
        if (found.size < maxCalls) found.set(key, { file, block, spans: [span] });
      } else if (!known.spans.some(({ start }) => start === span.start)) known.spans.push(span);
    },
    list: (): readonly RequestCall<F>[] => [...found.values()],
  };
}
