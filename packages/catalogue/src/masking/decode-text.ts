import type { Span } from '@rulebook/text/span';

/** A text whose escapes are decoded, with the way back. */
interface DecodedText {
  readonly text: string;
  /** Returns where a part of the decoded text is written in the original one; part of an escape counts as the whole of it. */
  readonly written: (span: Span) => Span;
}

/** JSON, JavaScript and others (`\u003d`, `\u{3d}`, `\/`), HTML (`&#43;`, `&amp;`), and URLs (`%2B`; several together are one text in UTF-8; `%u003d`). */
const escape =
  /\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|["'\\/bfnrt])|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});|%u[\da-f]{4}|%[\da-f]{2}(?:%[\da-f]{2}){0,63}/gi;

/** Returns the text with one level of its escapes decoded, or nothing if it has none. */
export function decodeText(text: string): DecodedText | undefined {
  const pieces: string[] = [];
  const escapes: number[] = [];
  let copied = 0;
  let length = 0;
  for (const match of text.matchAll(escape)) {
    const meant = decode(match[0]);
    if (meant === undefined) continue;
    pieces.push(text.slice(copied, match.index));
    length += match.index - copied;
    copied = match.index;
    for (const [characters, size] of meant) {
      escapes.push(length, length + characters.length, copied, copied + size);
      pieces.push(characters);
      length += characters.length;
      copied += size;
    }
  }
  if (escapes.length === 0) return undefined;
  pieces.push(text.slice(copied));
  return {
    text: pieces.join(''),
    written: ({ start, end }) => ({ start: writtenAt(escapes, start, false), end: writtenAt(escapes, end, true) }),
  };
}

/**
 * Returns where a position of the decoded text is written: within an escape, before or behind all of it. Of each escape there are four numbers: start
 * and end of its characters in the decoded text, start and end of the escape in the original. A large text has millions, so they are no objects.
 */
function writtenAt(escapes: readonly number[], at: number, isEnd: boolean): number {
  let [low, high] = [0, escapes.length / 4];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((escapes[4 * middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return at;
  const [, end = 0, from = 0, to = 0] = escapes.slice(4 * (low - 1), 4 * low);
  if (at < end) return isEnd ? to : from;
  return to + at - end;
}

/** The characters that are meant, each with the length of what is written for it. */
type Meant = readonly (readonly [characters: string, size: number])[];

function decode(written: string): Meant | undefined {
  if (/^%[^u]/i.test(written)) return octets(written);
  const whole = written.startsWith('&') ? entity(written.slice(1, -1).toLowerCase()) : backslashed(written.slice(1));
  return whole === undefined ? undefined : [[whole, written.length]];
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function backslashed(sign: string): string | undefined {
  if (sign.length > 1) return characterOf(sign.endsWith('}') ? sign.slice(2, -1) : sign.slice(1));
  return controls[sign] ?? sign;
}

/** The entities of the characters that occur in keys; letters and digits are written as they are. */
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', plus: '+', equals: '=', sol: '/', bsol: '\\' },
  ...{ excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', ast: '*', comma: ',', period: '.' },
  ...{ colon: ':', semi: ';', quest: '?', commat: '@', lsqb: '[', rsqb: ']', hat: '^', lowbar: '_', grave: '`' },
  ...{ lcub: '{', rcub: '}', verbar: '|', tilde: '~', dash: '-' },
};

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? entities[name] : undefined;
  return name.startsWith('#x') ? characterOf(name.slice(2)) : characterOf(name.slice(1), 10);
}

function characterOf(digits: string, base = 16): string | undefined {
  const code = parseInt(digits, base);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** Returns the characters of percent-encoded UTF-8; a byte that belongs to none stays as it is. */
function octets(written: string): Meant | undefined {
  const found: (readonly [string, number])[] = [];
  let hasDecoded = false;
  for (let at = 0; at < written.length;) {
    const first = parseInt(written.slice(at + 1, at + 3), 16);
    const size = 3 * (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
    const character = decodedOrNothing(written.slice(at, at + size));
    found.push(character === undefined ? [written.slice(at, at + 3), 3] : [character, size]);
    hasDecoded ||= character !== undefined;
    at += character === undefined ? 3 : size;
  }
  return hasDecoded ? found : undefined;
}

function decodedOrNothing(written: string): string | undefined {
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}
