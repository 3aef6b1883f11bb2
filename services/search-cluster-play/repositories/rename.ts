/**
 * Renames indices by an expression, as a restore does. The expression comes from a request and the built-in ones of JavaScript may take forever,
 * so this one counts its steps.
 */

type Node =
  | { readonly kind: 'character'; readonly test: (character: string) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'group'; readonly number: number; readonly part: Node }
  | { readonly kind: 'edge'; readonly isStart: boolean }
  | {
      readonly kind: 'repeat';
      readonly part: Node;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
    };

interface Reading {
  readonly source: string;
  at: number;
  groups: number;
}

/** The groups of a match, by number: where each begins and ends. */
type Groups = readonly (readonly [from: number, to: number] | undefined)[];
type Continue = (at: number, groups: Groups) => Groups | undefined;

class Unsupported extends Error {}

const longestPattern = 500;
const maxSteps = 200_000;

/** Returns the function that renames; undefined for a pattern that is not supported. It returns undefined when renaming takes too long. */
export function renaming(pattern: string, replacement: string): ((name: string) => string | undefined) | undefined {
  const tree = readPattern(pattern);
  if (tree === undefined) return undefined;
  return (name) => {
    try {
      return renamed(tree, name, replacement);
    } catch (error) {
      if (error instanceof Unsupported) return undefined;
      throw error;
    }
  };
}

/** Replaces each match, from left to right. */
function renamed(tree: Node, name: string, replacement: string): string {
  const steps = { left: maxSteps };
  let result = '';
  let at = 0;
  while (at <= name.length) {
    const groups = match(tree, name, at, [], steps, (end, found) => {
      const whole = [...found];
      whole[0] = [at, end];
      return whole;
    });
    const [, end = at] = groups?.[0] ?? [];
    if (groups) result += filledIn(replacement, name, groups);
    // Behind an empty match, one character stays as it is.
    if (!groups || end === at) result += name.slice(at, at + 1);
    at = end > at ? end : at + 1;
  }
  return result;
}

/** Puts groups into the replacement: `$1` is the first one, and `\` takes the next character as it is. */
function filledIn(replacement: string, name: string, groups: Groups): string {
  return replacement.replace(/\\(.)|\$(\d)/gs, (_, literal: string | undefined, number: string | undefined) => {
    if (literal !== undefined) return literal;
    const [from = 0, to = 0] = groups[Number(number)] ?? [];
    return name.slice(from, to);
  });
}

function match(
  node: Node,
  text: string,
  at: number,
  groups: Groups,
  steps: { left: number },
  next: Continue,
): Groups | undefined {
  if (--steps.left < 0) throw new Unsupported();
  switch (node.kind) {
    case 'character': {
      const character = text[at];
      return character !== undefined && node.test(character) ? next(at + 1, groups) : undefined;
    }
    case 'edge':
      return at === (node.isStart ? 0 : text.length) ? next(at, groups) : undefined;
    case 'sequence':
      return matchAll(node.parts, text, at, groups, steps, next);
    case 'choice': {
      for (const part of node.parts) {
        const found = match(part, text, at, groups, steps, next);
        if (found) return found;
      }
      return undefined;
    }
    case 'group':
      return match(node.part, text, at, groups, steps, (end, inner) => {
        const known = [...inner];
        known[node.number] = [at, end];
        return next(end, known);
      });
    case 'repeat':
      return matchRepeated(node, text, at, groups, steps, next, 0);
  }
}

function matchAll(
  parts: readonly Node[],
  text: string,
  at: number,
  groups: Groups,
  steps: { left: number },
  next: Continue,
): Groups | undefined {
  const [first, ...rest] = parts;
  if (!first) return next(at, groups);
  return match(first, text, at, groups, steps, (end, found) => matchAll(rest, text, end, found, steps, next));
}

function matchRepeated(
  node: Extract<Node, { readonly kind: 'repeat' }>,
  text: string,
  at: number,
  groups: Groups,
  steps: { left: number },
  next: Continue,
  count: number,
): Groups | undefined {
  const again = (): Groups | undefined =>
    count >= node.most
      ? undefined
      : match(node.part, text, at, groups, steps, (end, found) =>
          // An empty repetition would never end.
          end === at && count >= node.least ? undefined : matchRepeated(node, text, end, found, steps, next, count + 1),
        );
  const stop = (): Groups | undefined => (count < node.least ? undefined : next(at, groups));
  return node.isLazy ? (stop() ?? again()) : (again() ?? stop());
}

function readPattern(source: string): Node | undefined {
  if (source.length > longestPattern) return undefined;
  const reading: Reading = { source, at: 0, groups: 0 };
  try {
    const tree = readChoice(reading);
    return reading.at < source.length ? undefined : tree;
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

function readChoice(reading: Reading): Node {
  const parts = [readSequence(reading)];
  while (reading.source[reading.at] === '|') {
    reading.at++;
    parts.push(readSequence(reading));
  }
  return { kind: 'choice', parts };
}

function readSequence(reading: Reading): Node {
  const parts: Node[] = [];
  for (;;) {
    const next = reading.source[reading.at];
    if (next === undefined || next === '|' || next === ')') return { kind: 'sequence', parts };
    parts.push(readRepeated(reading));
  }
}

function readRepeated(reading: Reading): Node {
  const part = readSingle(reading);
  const rest = reading.source.slice(reading.at, reading.at + 12);
  const [written, simple, least, comma, most] = /^(?:([*+?])|\{(\d{1,3})(?:(,)(\d{0,3}))?\})/.exec(rest) ?? [];
  if (written === undefined) return part;
  reading.at += written.length;
  const isLazy = reading.source[reading.at] === '?';
  if (isLazy) reading.at++;
  if (simple !== undefined) {
    return { kind: 'repeat', part, least: simple === '+' ? 1 : 0, most: simple === '?' ? 1 : Infinity, isLazy };
  }
  const from = Number(least);
  return {
    kind: 'repeat',
    part,
    least: from,
    most: comma === undefined ? from : most ? Number(most) : Infinity,
    isLazy,
  };
}

function readSingle(reading: Reading): Node {
  const character = reading.source[reading.at++];
  switch (character) {
    case '(':
      return readGroup(reading);
    case '[':
      return readClass(reading);
    case '.':
      return { kind: 'character', test: () => true };
    case '^':
    case '$':
      return { kind: 'edge', isStart: character === '^' };
    case '\\':
      return { kind: 'character', test: readEscape(reading) };
    case undefined:
    case '*':
    case '+':
    case '?':
    case '{':
      throw new Unsupported();
    default:
      return { kind: 'character', test: (one) => one === character };
  }
}

function readGroup(reading: Reading): Node {
  const isPlain = reading.source.startsWith('?:', reading.at);
  if (!isPlain && reading.source[reading.at] === '?') throw new Unsupported();
  const number = isPlain ? 0 : ++reading.groups;
  if (isPlain) reading.at += 2;
  const part = readChoice(reading);
  if (reading.source[reading.at++] !== ')') throw new Unsupported();
  return isPlain ? part : { kind: 'group', number, part };
}

type Test = (character: string) => boolean;

const classes: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['d', (one) => /\d/.test(one)],
  ['D', (one) => /\D/.test(one)],
  ['w', (one) => /\w/.test(one)],
  ['W', (one) => /\W/.test(one)],
  ['s', (one) => /\s/.test(one)],
  ['S', (one) => /\S/.test(one)],
]);

function readEscape(reading: Reading): Test {
  const character = reading.source[reading.at++];
  const known = character === undefined ? undefined : classes.get(character);
  if (known) return known;
  // Other letters and digits have meanings that are not supported.
  if (character === undefined || /\w/.test(character)) throw new Unsupported();
  return (one) => one === character;
}

function readClass(reading: Reading): Node {
  const isNegated = reading.source[reading.at] === '^';
  if (isNegated) reading.at++;
  const tests: Test[] = [];
  for (;;) {
    const character = reading.source[reading.at++];
    if (character === undefined || character === '[' || character === '&') throw new Unsupported();
    if (character === ']') break;
    if (character === '\\') {
      tests.push(readEscape(reading));
      continue;
    }
    const last = reading.source[reading.at] === '-' ? reading.source[reading.at + 1] : undefined;
    if (last === undefined || last === ']') {
      tests.push((one) => one === character);
      continue;
    }
    reading.at += 2;
    tests.push((one) => character <= one && one <= last);
  }
  return { kind: 'character', test: (one) => tests.some((test) => test(one)) !== isNegated };
}
