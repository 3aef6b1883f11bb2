import type { Span } from '@rulebook/text/span';
import type { Command, Query } from './model';
import { readPipeline, readSettings, type CommandStart } from './parser';
import { Reader } from './reader';

/** A query that was read, with where its commands begin behind a `|`. */
interface Read {
  readonly text: string;
  readonly query: Query;
  readonly starts: readonly CommandStart[];
}

let last: Read | undefined;
/** How many commands were read anew, for tests of what an edit costs. */
let commandsRead = 0;

/** Returns how many commands have been read so far; those that an edit left alone are not read again. */
export function countOfReadCommands(): number {
  return commandsRead;
}

/**
 * Reads a query. It never fails: what is wrong is among its problems. Of a query that differs from the last one in one place, only the commands around
 * it are read.
 */
export function readQuery(text: string): Query {
  if (last?.text !== text) last = last === undefined ? readWhole(text) : readEdited(text, last);
  return last.query;
}

function readWhole(text: string): Read {
  const reader = new Reader(text);
  const hasSettings = readSettings(reader);
  const starts: CommandStart[] = [];
  const commands = readPipeline(reader, { isWhole: true, isFirst: true, starts });
  commandsRead += commands.length;
  return { text, query: queryOf(reader, commands, hasSettings), starts };
}

function queryOf(reader: Reader, commands: readonly Command[], hasSettings: boolean): Query {
  if (reader.openComment) reader.report('This comment is not closed. Write `*/` behind it.', reader.openComment);
  const tokens = [...reader.tokens, ...reader.comments.map((span) => ({ kind: 'comment' as const, span }))];
  return {
    ...{ commands, hasSettings, problems: reader.problems },
    tokens: tokens.sort((a, b) => a.span.start - b.span.start),
  };
}

function readEdited(text: string, former: Read): Read {
  const { start, end, moved } = changeBetween(former.text, text);
  const { query } = former;
  // What a mistake is may depend on what is behind it: on a closing quotation mark, for example.
  const kept = former.starts.filter(({ at, problems }) => at < start - 1 && problems === 0).length;
  const from = former.starts[kept - 1]?.at;
  const reader = new Reader(text);
  const hasSettings = from === undefined ? readSettings(reader) : query.hasSettings;
  if (from !== undefined) reader.at = reader.end = from;
  const starts = former.starts.slice(0, kept);
  const ends = new Map(former.starts.flatMap((one, index) => (one.at > end ? [[one.at + moved, index] as const] : [])));
  // Inside of parentheses, a pipe belongs to another command.
  let ended: number | undefined;
  const isKnown = (at: number): boolean => (ended = ends.get(at)) !== undefined;
  const read = readPipeline(reader, { isWhole: true, isFirst: from === undefined, starts, isKnown });
  commandsRead += read.length;
  const known = ended === undefined ? undefined : former.starts[ended];
  const to = known?.at;
  const between = queryOf(reader, read, hasSettings);
  if (from === undefined && to === undefined) return { text, query: between, starts };
  const inFront = ({ span }: { readonly span: Span }): boolean => from !== undefined && span.start < from;
  const behind = ({ span }: { readonly span: Span }): boolean => to !== undefined && span.start >= to;
  const commands = [
    ...query.commands.slice(0, kept),
    ...read,
    ...shifted(query.commands.slice((ended ?? former.starts.length) + 1), moved),
  ];
  const laterProblems = known === undefined ? [] : query.problems.slice(known.problems);
  const more = between.problems.length - (known?.problems ?? 0);
  const later = former.starts
    .slice((ended ?? former.starts.length) + 1)
    .map(({ at, problems }) => ({ at: at + moved, problems: problems + more }));
  return {
    text,
    starts: [...starts, ...later],
    query: {
      ...{ commands, hasSettings },
      problems: [...between.problems, ...shifted(laterProblems, moved)],
      tokens: [...query.tokens.filter(inFront), ...between.tokens, ...shifted(query.tokens.filter(behind), moved)],
    },
  };
}

/** Returns what of a text another one replaces, and how far it moves what is behind. */
function changeBetween(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly moved: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let same = 0;
  const [lastBefore, lastAfter] = [before.length - 1, after.length - 1];
  while (same < most - start && before.charCodeAt(lastBefore - same) === after.charCodeAt(lastAfter - same)) same++;
  return { start, end: before.length - same, moved: after.length - before.length };
}

/** Returns values with all spans in them moved. */
function shifted<T>(values: readonly T[], by: number): readonly T[] {
  return by === 0 ? values : (moved(values, by) as readonly T[]);
}

function moved(value: object, by: number): object {
  if (Array.isArray(value)) return value.map((one: unknown) => (isObject(one) ? moved(one, by) : one));
  if ('start' in value && typeof value.start === 'number' && 'end' in value && typeof value.end === 'number')
    return { start: value.start + by, end: value.end + by };
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    const one = copy[name];
    if (isObject(one)) copy[name] = moved(one, by);
  }
  return copy;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
