import type { ScriptToken } from '@rulebook/request-file/scripts/script-tokens';
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
  const declared = typeof name === 'string' ? declarationOf(tokens, name) : undefined;
  if (declared === undefined) return root && withoutCalls(steps.slice(root.length));
  const value = left > 0 ? stepsFrom(tokens, declared) : undefined;
  return value && wayOf(tokens, [...value, ...others], language, left - 1);
}

/** What a function returns is not known. */
function withoutCalls(steps: JsonPath): JsonPath | undefined {
  return steps.some((step) => typeof step === 'string' && step.endsWith('()')) ? undefined : steps;
}

/** Returns the index of the value that a script gives a name of its own, once; undefined for a name that is not its own. */
function declarationOf(tokens: readonly ScriptToken[], name: string): number | undefined {
  const at = tokens.findIndex(
    ({ text }, index) => text === name && /^(?:const|let|var)$/.test(tokens[index - 1]?.text ?? ''),
  );
  return at < 0 || tokens[at + 1]?.text !== '=' ? undefined : at + 2;
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
