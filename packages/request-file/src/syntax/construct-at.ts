import {
  constructNamed,
  constructs,
  type BasicKind,
  type Construct,
  type ConstructKind,
  type Place,
} from './constructs';

/** A construct by one of its literal starts; behind white space that is not ASCII, without. */
interface Start {
  readonly start: string;
  readonly construct: Construct;
  readonly isIndented: boolean;
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

/** By the code of the first character that is not a blank; 0 for one that may be other white space. */
type Starts = readonly (readonly Start[] | undefined)[];

/** Most lines are none of these, so each code has a place: a look behind the end of a list would cost more. */
const codes = 0x80;

function startsOf(rows: readonly Construct[]): Starts {
  const found = new Array<Start[] | undefined>(codes).fill(undefined);
  for (const construct of rows) {
    const isIndented = mayBeIndented(construct);
    for (const start of construct.starts) (found[start.charCodeAt(0)] ??= []).push({ start, construct, isIndented });
    if (isIndented) (found[0] ??= []).push({ start: '', construct, isIndented });
  }
  return found;
}

/** Returns whether white space may be in front of a construct. Looked up in the expression, since matching would compile each when a program starts. */
export function mayBeIndented({ begins: { source } }: Construct): boolean {
  return source.startsWith(String.raw`^\s*`) || source.startsWith(String.raw`^(\s*`);
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

/** A place at which a line is looked at. */
export type LinePlace = Exclude<Place, 'everywhere' | 'request'>;

const startsAt: Readonly<Record<LinePlace, Starts>> = {
  above: startsOf(constructsIn('above')),
  head: startsOf(constructsIn('head')),
  body: startsOf(constructsIn('body')),
  behind: startsOf(constructsIn('behind')),
};

/** Returns the construct of `constructsIn` that begins on a line. */
export function constructAt(place: LinePlace, text: string, start = 0, end = text.length): Construct | undefined {
  let at = start;
  while (at < end && isBlankCode(text.charCodeAt(at))) at++;
  // Of an empty line, as of one that may begin with other white space, the first character says nothing.
  const code = at < end ? text.charCodeAt(at) : 0;
  const starts = startsAt[place][isVisible(code) ? code : 0];
  if (starts === undefined) return undefined;
  for (const one of starts) {
    if ((at > start && !one.isIndented) || !text.startsWith(one.start, at)) continue;
    if (one.construct.begins.test(text.slice(start, end))) return one.construct;
  }
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

/** What lines begin with, and what that says; of equal beginnings, the first. */
const marks: readonly (readonly [mark: string, kind: LineKind])[] = [
  ...(['separator', 'comment', 'block-comment'] as const).flatMap((kind) =>
    constructNamed(kind).starts.map((mark) => [mark, kind] as const),
  ),
  // JSON.
  ['{', 'bracket'],
  ['[', 'bracket'],
  ...startsAt.behind.slice(1).flatMap((starts = []) => starts.map(({ start }) => [start, 'special'] as const)),
];

/** By the code of the first character: 1 where a mark may be, 2 for a letter of a method, otherwise 0. */
const sights = new Uint8Array(codes);
for (let code = 0x41; code <= 0x5a; code++) sights[code] = 2;
for (const [mark] of marks) sights[mark.charCodeAt(0)] = 1;

const marksAt = Array.from({ length: codes }, (_, code) => marks.filter(([mark]) => mark.charCodeAt(0) === code));

/** By the code of the first character of a line inside of JSON: 1 where it says nothing, 2 for a letter, which says nothing behind white space. */
const plain = new Uint8Array(codes);
for (let code = 0x21; code < 0x7f; code++) plain[code] = sights[code] === 1 || code === 0x40 ? 0 : 1;
for (let code = 0x41; code <= 0x5a; code++) if (plain[code] === 1) plain[code] = plain[code + 0x20] = 2;

const request = constructNamed('request').begins;
const [response = ''] = constructNamed('response').starts;

/** Returns what a line is at first sight. */
export function kindOfLine(text: string, start: number, end: number): LineKind {
  let at = start;
  while (at < end && isBlankCode(text.charCodeAt(at))) at++;
  if (at === end) return 'blank';
  const code = text.charCodeAt(at);
  const sight = code < codes ? sights[code] : 0;
  if (sight === 0) return 'other';
  if (sight === 1) for (const mark of marksAt[code] ?? []) if (text.startsWith(mark[0], at)) return mark[1];
  if (at !== start) return 'other';
  // One without a status is still being written.
  if (text.startsWith(response, start)) return 'response';
  return request.test(text.slice(start, Math.min(end, start + 200))) ? 'request' : 'other';
}

/**
 * Returns whether a line inside of JSON says nothing of what is around it, whatever follows on it: it is neither blank nor a comment, and begins
 * no construct, no definition, no request and no recorded response.
 */
export function isPlainJson(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && isBlankCode(text.charCodeAt(at))) at++;
  const code = at < end ? text.charCodeAt(at) : 0;
  if (!isVisible(code)) return false;
  // Two braces may begin a script.
  if (code === 0x7b) return text.charCodeAt(at + 1) !== 0x7b;
  return code === 0x5b || plain[code] === 1 || (at > start && plain[code] === 2);
}

/** Returns whether the character is white space of a line. */
export function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0xfeff;
}
