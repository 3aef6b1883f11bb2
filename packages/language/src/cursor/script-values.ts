import { ownNamesOf, type ScriptToken } from '@rulebook/request-file/scripts/script-tokens';
import type { JsonPath } from '@rulebook/json/json-position';

/** How scripts name the value of a JSON response; behind `json()`, it is called. */
const roots: readonly (readonly string[])[] = [
  ['response', 'body'],
  ['response', 'parsedBody'],
  ['response', 'json'],
  ['pm', 'response', 'json()'],
];

/** Between braces, `response.body` is the text of a body. */
const rootsOfBlocks = roots.filter(([first, second]) => first !== 'pm' && second !== 'body');

/**
 * Returns the way into the value of the response whose member is named behind a dot: `["items", 0]` of `response.body.items[0].`. A name that the script
 * gives such a value is followed. Undefined for anything else.
 */
export function wayIntoResponse(
  tokens: readonly ScriptToken[],
  dot: number,
  language: 'handler' | 'block',
): JsonPath | undefined {
  const steps = stepsBefore(tokens, dot);
  return steps && wayOf(tokens, steps, language, maxNames);
}

/** So many names stand for each other at most. */
const maxNames = 5;

function wayOf(
  tokens: readonly ScriptToken[],
  steps: JsonPath,
  language: 'handler' | 'block',
  left: number,
): JsonPath | undefined {
  const known = language === 'block' ? rootsOfBlocks : roots;
  const root = known.find((words) => words.every((word, index) => steps[index] === word));
  const [name, ...others] = steps;
  if (typeof name === 'string' && ownNamesOf(tokens).has(name)) {
    const value = left > 0 ? valueOfName(tokens, name) : undefined;
    return value && wayOf(tokens, [...value, ...others], language, left - 1);
  }
  return root && withoutCalls(steps.slice(root.length));
}

/** What a function returns is not known. */
function withoutCalls(steps: JsonPath): JsonPath | undefined {
  return steps.some((step) => typeof step === 'string' && step.endsWith('()')) ? undefined : steps;
}

/** Functions of lists that call another one with each item. */
const ofItems = new Set(['find', 'filter', 'map', 'forEach', 'some', 'every', 'flatMap', 'findIndex', 'findLast']);

/** Returns what a name stands for that a script declares: a value, a member of one, or an item of a list. */
function valueOfName(tokens: readonly ScriptToken[], name: string): JsonPath | undefined {
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'word' || text !== name || wordAtIndex(tokens, at - 1) === '.') continue;
    const value = valueDeclared(tokens, at) ?? itemDeclared(tokens, at) ?? memberDeclared(tokens, at);
    if (value !== undefined) return value;
  }
  return undefined;
}

function wordAtIndex(tokens: readonly ScriptToken[], at: number): string {
  return tokens[at]?.text ?? '';
}

function isDeclaring(text: string): boolean {
  return /^(?:const|let|var)$/.test(text);
}

/** `const name = value`, and `for (const name of value)`. */
function valueDeclared(tokens: readonly ScriptToken[], at: number): JsonPath | undefined {
  if (!isDeclaring(wordAtIndex(tokens, at - 1))) return undefined;
  if (wordAtIndex(tokens, at + 1) === '=') return stepsFrom(tokens, at + 2);
  const list = wordAtIndex(tokens, at + 1) === 'of' ? readSteps(tokens, at + 2, tokens.length) : undefined;
  return list && wordAtIndex(tokens, list.end) === ')' ? [...list.steps, 0] : undefined;
}

/** `value.find((name) => …)`. */
function itemDeclared(tokens: readonly ScriptToken[], at: number): JsonPath | undefined {
  const isBare = wordAtIndex(tokens, at + 1) === '=' && wordAtIndex(tokens, at + 2) === '>';
  const isAlone =
    wordAtIndex(tokens, at - 1) === '(' && wordAtIndex(tokens, at + 1) === ')' && wordAtIndex(tokens, at + 2) === '=';
  const called = isBare ? at - 1 : isAlone ? at - 2 : -1;
  if (wordAtIndex(tokens, called) !== '(' || !ofItems.has(wordAtIndex(tokens, called - 1))) return undefined;
  const list = wordAtIndex(tokens, called - 2) === '.' ? stepsBefore(tokens, called - 2) : undefined;
  return list && [...list, 0];
}

/** `const { name } = value`, and `const { member: name } = value`. */
function memberDeclared(tokens: readonly ScriptToken[], at: number): JsonPath | undefined {
  let open = at;
  while (open > 0 && /^(?:[,:]|[\w$]+)$/.test(wordAtIndex(tokens, open))) open--;
  if (wordAtIndex(tokens, open) !== '{' || !isDeclaring(wordAtIndex(tokens, open - 1))) return undefined;
  if (wordAtIndex(tokens, at + 1) === ':') return undefined;
  let close = at;
  while (/^(?:[,:]|[\w$]+)$/.test(wordAtIndex(tokens, close))) close++;
  if (wordAtIndex(tokens, close) !== '}' || wordAtIndex(tokens, close + 1) !== '=') return undefined;
  const value = stepsFrom(tokens, close + 2);
  const member = wordAtIndex(tokens, at - 1) === ':' ? wordAtIndex(tokens, at - 2) : wordAtIndex(tokens, at);
  return value && [...value, member];
}

/** Reads names, members and items in front of a dot, up to their beginning. */
function stepsBefore(tokens: readonly ScriptToken[], dot: number): JsonPath | undefined {
  const first = startBefore(tokens, dot);
  return first === undefined ? undefined : readSteps(tokens, first, dot)?.steps;
}

function startBefore(tokens: readonly ScriptToken[], dot: number): number | undefined {
  let at = (tokens[dot - 1]?.text === '?' ? dot - 1 : dot) - 1;
  for (;;) {
    const { kind, text } = tokens[at] ?? {};
    if (text === ']' && tokens[at - 2]?.text === '[') at -= 3;
    else if (text === ')' && tokens[at - 1]?.text === '(') at -= 2;
    else if (kind !== 'word') return undefined;
    else if (tokens[at - 1]?.text !== '.') return at;
    else at -= tokens[at - 2]?.text === '?' ? 3 : 2;
  }
}

/** Reads the value of a declaration: undefined unless it is names, members and items alone. */
function stepsFrom(tokens: readonly ScriptToken[], first: number): JsonPath | undefined {
  const read = readSteps(tokens, first, tokens.length);
  const behind = read && tokens[read.end];
  return behind === undefined || behind.text === ';' || behind.kind === 'word' ? read?.steps : undefined;
}

function readSteps(
  tokens: readonly ScriptToken[],
  first: number,
  end: number,
): { readonly steps: JsonPath; readonly end: number } | undefined {
  const start = tokens[first];
  if (start?.kind !== 'word') return undefined;
  const steps: (string | number)[] = [start.text];
  let at = first + 1;
  while (at < end) {
    if (tokens[at]?.text === '?' && tokens[at + 1]?.text === '.') at++;
    const { text } = tokens[at] ?? {};
    const next = tokens[at + 1];
    if (text === '.' && next?.kind === 'word') {
      steps.push(next.text);
      at += 2;
    } else if (text === '(' && next?.text === ')') {
      steps.push(`${String(steps.pop())}()`);
      at += 2;
    } else if (text === '[' && next !== undefined && tokens[at + 2]?.text === ']') {
      steps.push(next.kind === 'string' ? next.text.slice(1, -1) : Number(next.text) || 0);
      at += 3;
    } else break;
  }
  return { steps, end: at };
}
