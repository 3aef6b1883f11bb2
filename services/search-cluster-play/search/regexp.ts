/** A part of a regular expression: the ends that it reaches from each start in a text. */
type Part = (text: string, starts: ReadonlySet<number>) => ReadonlySet<number>;

interface Reading {
  readonly text: string;
  at: number;
}

/** The most that a count may repeat a part. */
const mostRepeats = 1000;

/**
 * Compiles a regular expression of the service, which describes the whole text; undefined for one with a mistake. Its time grows with the
 * length of the text only.
 */
export function compileRegexp(expression: string): ((text: string) => boolean) | undefined {
  const reading: Reading = { text: expression, at: 0 };
  const part = readAlternatives(reading);
  if (!part || reading.at < expression.length) return undefined;
  return (text) => part(text, new Set([0])).has(text.length);
}

function readAlternatives(reading: Reading): Part | undefined {
  const parts: Part[] = [];
  for (;;) {
    const part = readSequence(reading);
    if (!part) return undefined;
    parts.push(part);
    if (peek(reading) !== '|') break;
    reading.at++;
  }
  return (text, starts) => new Set(parts.flatMap((part) => [...part(text, starts)]));
}

function readSequence(reading: Reading): Part | undefined {
  const parts: Part[] = [];
  while (reading.at < reading.text.length && peek(reading) !== '|' && peek(reading) !== ')') {
    const part = readRepeated(reading);
    if (!part) return undefined;
    parts.push(part);
  }
  return (text, starts) => parts.reduce<ReadonlySet<number>>((ends, part) => part(text, ends), starts);
}

function readRepeated(reading: Reading): Part | undefined {
  let part = readOne(reading);
  for (let count = readCount(reading); part && count; count = readCount(reading)) part = repeat(part, count);
  return part;
}

function readCount(reading: Reading): readonly [least: number, most: number] | undefined {
  const [whole = '', least, comma, most] =
    /^(?:[*+?]|\{(\d{1,4})(?:(,)(\d{0,4}))?\})/.exec(reading.text.slice(reading.at, reading.at + 12)) ?? [];
  reading.at += whole.length;
  if (whole === '') return undefined;
  if (least !== undefined) return [Number(least), comma === undefined ? Number(least) : Number(most || Infinity)];
  return [whole === '+' ? 1 : 0, whole === '?' ? 1 : Infinity];
}

function repeat(part: Part, [least, most]: readonly [number, number]): Part {
  return (text, starts) => {
    let ends = starts;
    for (let count = 0; count < Math.min(least, mostRepeats); count++) ends = part(text, ends);
    const reached = new Set(ends);
    let rest = ends;
    for (let count = least; count < Math.min(most, least + text.length + 1) && rest.size > 0; count++) {
      rest = new Set([...part(text, rest)].filter((end) => !reached.has(end)));
      for (const end of rest) reached.add(end);
    }
    return reached;
  };
}

function readOne(reading: Reading): Part | undefined {
  const first = peek(reading);
  reading.at++;
  switch (first) {
    case '(': {
      const inner = readAlternatives(reading);
      if (peek(reading) !== ')') return undefined;
      reading.at++;
      return inner;
    }
    case '[':
      return readClass(reading);
    case '.':
      return one(() => true);
    case '\\': {
      const escaped = peek(reading);
      reading.at++;
      return escaped === '' ? undefined : one((character) => character === escaped);
    }
    case '*':
    case '+':
    case '?':
    case '{':
      return undefined;
    default:
      return one((character) => character === first);
  }
}

function readClass(reading: Reading): Part | undefined {
  const isNegated = peek(reading) === '^';
  if (isNegated) reading.at++;
  const ranges: (readonly [from: string, to: string])[] = [];
  while (peek(reading) !== ']') {
    const from = readMember(reading);
    if (from === '') return undefined;
    const isRange = peek(reading) === '-' && reading.text[reading.at + 1] !== ']';
    if (isRange) reading.at++;
    ranges.push([from, isRange ? readMember(reading) : from]);
  }
  reading.at++;
  return one((character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated);
}

function readMember(reading: Reading): string {
  if (peek(reading) === '\\') reading.at++;
  const member = peek(reading);
  reading.at++;
  return member;
}

function one(test: (character: string) => boolean): Part {
  return (text, starts) =>
    new Set([...starts].filter((at) => at < text.length && test(text[at] ?? '')).map((at) => at + 1));
}

function peek({ text, at }: Reading): string {
  return text[at] ?? '';
}
