import {
  constructNamed,
  constructs,
  type BasicKind,
  type Construct,
  type ConstructKind,
  type Place,
} from './constructs';

/** A construct by one of its literal starts. */
interface Start {
  readonly start: string;
  readonly construct: Construct;
}

const basic: ReadonlySet<ConstructKind> = new Set<BasicKind>([
  'separator',
  'comment',
  'block-comment',
  'definition',
  'request',
  'curl',
  'response',
]);

/** By the code of the first character of the line; one that is not visible may be in front of any that can be indented. */
type Starts = readonly (readonly Start[] | undefined)[];

function startsOf(rows: readonly Construct[]): Starts {
  const found: Start[][] = [];
  for (const construct of rows) {
    for (const start of construct.starts) {
      (found[start.charCodeAt(0)] ??= []).push({ start, construct });
      if (construct.begins.test(` ${construct.example.split('\n', 1)[0]}`))
        (found[0] ??= []).push({ start: '', construct });
    }
  }
  return found;
}

/**
 * Returns the constructs at a place, besides comments, definitions, request lines and recorded responses. Above a request, there may also be what
 * is behind the one before.
 */
export function constructsIn(place: Place): readonly Construct[] {
  return constructs.filter(
    ({ kind, where }) => !basic.has(kind) && (where.includes(place) || (place === 'above' && where.includes('behind'))),
  );
}

type LinePlace = Exclude<Place, 'everywhere' | 'request'>;

const startsAt: Readonly<Record<LinePlace, Starts>> = {
  above: startsOf(constructsIn('above')),
  head: startsOf(constructsIn('head')),
  body: startsOf(constructsIn('body')),
  behind: startsOf(constructsIn('behind')),
};

/** Returns the construct of `constructsIn` that begins on a line. */
export function constructAt(place: LinePlace, text: string, start = 0, end = text.length): Construct | undefined {
  const code = text.charCodeAt(start);
  const starts = startsAt[place][isVisible(code) ? code : 0];
  if (starts === undefined) return undefined;
  for (const one of starts)
    if (text.startsWith(one.start, start) && one.construct.begins.test(text.slice(start, end))) return one.construct;
  return undefined;
}

/** Returns whether a construct can begin with the character, of which white space says nothing. */
export function mayBeginConstruct(place: LinePlace, first: number): boolean {
  return !isVisible(first) || startsAt[place][first] !== undefined;
}

/** Whether the character is certainly not white space. Above ASCII, that needs a look at the text, since Unicode has further white space. */
export function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** Returns whether a first line closes its construct, too. */
export function isClosedOn({ ends }: Construct, line: string): boolean {
  return ends === undefined || ends.firstLine?.test(line) === true;
}

/** What a line is at first sight. `comment`: unless it is content of this body. `special`: may begin a construct. */
export type LineKind =
  | 'separator'
  | 'request'
  | 'response'
  | 'comment'
  | 'blank'
  | 'bracket'
  | 'block-comment'
  | 'special'
  | 'other';

const sights: readonly (readonly (readonly [start: string, kind: LineKind])[] | undefined)[] = sightsOf();

function sightsOf(): [string, LineKind][][] {
  const found: [string, LineKind][][] = [];
  const add = (start: string, kind: LineKind): void => void (found[start.charCodeAt(0)] ??= []).push([start, kind]);
  for (const kind of ['separator', 'comment', 'block-comment'] as const)
    for (const start of constructNamed(kind).starts) add(start, kind);
  // JSON.
  for (const start of '{[') add(start, 'bracket');
  for (const starts of startsAt.behind) for (const { start } of starts ?? []) if (start !== '') add(start, 'special');
  return found;
}

const request = constructNamed('request').begins;
const response = constructNamed('response').begins;

/** Returns what a line is at first sight. */
export function kindOfLine(text: string, start: number, end: number): LineKind {
  let at = start;
  while (at < end && isBlankCode(text.charCodeAt(at))) at++;
  if (at === end) return 'blank';
  const code = text.charCodeAt(at);
  const found = sights[code];
  if (found !== undefined) for (const [mark, kind] of found) if (text.startsWith(mark, at)) return kind;
  // A to Z.
  if (at !== start || code < 0x41 || code > 0x5a) return 'other';
  const head = text.slice(start, Math.min(end, start + 200));
  if (request.test(head)) return 'request';
  return response.test(head) ? 'response' : 'other';
}

/** Returns whether the character is white space of a line. */
export function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0xfeff;
}
