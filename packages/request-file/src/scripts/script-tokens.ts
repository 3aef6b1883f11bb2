import type { Span } from '@rulebook/text/span';

/** A part of a script: a word, a text in quotes with them, a number or regular expression, or one sign. Comments are left out. */
export interface ScriptToken {
  readonly kind: 'word' | 'string' | 'other' | 'sign';
  /** As written; of a template with values in it, one of its pieces. */
  readonly text: string;
  readonly span: Span;
}

/** Names with dots between them: `client.global.set`. */
export interface ScriptChain {
  readonly words: readonly ScriptToken[];
  /** `client.global.set`. */
  readonly path: string;
  /** The index of the token behind it. */
  readonly next: number;
  /** The index of its first token. */
  readonly first: number;
}

/** Behind these words, `/` begins a regular expression. */
const beforeValue = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'else', 'do', 'await']);

/** Returns the parts of a script, which may be unfinished or wrong. `offset` is where the script begins in its text. */
export function tokensOf(source: string, offset = 0): readonly ScriptToken[] {
  // Here, since classes of Unicode take V8 a long time to read.
  const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
  const number = /\d[\w.]*/y;
  const found: ScriptToken[] = [];
  /** For each open brace, whether a template goes on behind it. */
  const braces: boolean[] = [];
  const add = (kind: ScriptToken['kind'], start: number, end: number): number => {
    found.push({ kind, text: source.slice(start, end), span: { start: offset + start, end: offset + end } });
    return end;
  };
  const template = (start: number): number => {
    const end = endOfTemplate(source, start);
    if (source.startsWith('${', end - 2) && end - 2 > start) braces.push(true);
    return add('string', start, end);
  };
  for (let at = 0; at < source.length;) {
    const sign = source.charAt(at);
    if (/\s/.test(sign)) at++;
    else if (source.startsWith('//', at)) at = endOf(source, '\n', at);
    else if (source.startsWith('/*', at)) at = endOf(source, '*/', at + 2);
    else if (sign === '"' || sign === "'") at = add('string', at, endOfString(source, at));
    else if (sign === '`') at = template(at);
    else if (sign === '}' && braces.pop() === true) at = template(at);
    else if (sign === '/' && isValueExpected(found.at(-1))) at = add('other', at, endOfExpression(source, at));
    else {
      word.lastIndex = number.lastIndex = at;
      if (sign === '{') braces.push(false);
      if (word.test(source)) at = add('word', at, word.lastIndex);
      else if (number.test(source)) at = add('other', at, number.lastIndex);
      else at = add('sign', at, at + 1);
    }
  }
  return found;
}

/** Returns the names of a script that are not members of something else, each with the members behind it. */
export function chainsOf(tokens: readonly ScriptToken[]): readonly ScriptChain[] {
  const chains: ScriptChain[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const start = tokens[at];
    if (start?.kind !== 'word' || isDot(tokens[at - 1])) continue;
    const words = [start];
    const first = at;
    for (let next = stepOver(tokens, at + 1); next !== undefined; next = stepOver(tokens, at + 1)) {
      const member = tokens[next];
      if (member?.kind !== 'word') break;
      words.push(member);
      at = next;
    }
    chains.push({ words, path: words.map(({ text }) => text).join('.'), first, next: at + 1 });
  }
  return chains;
}

/** Returns the index behind a dot, or behind `?.`; undefined where there is none. Three dots are not one. */
function stepOver(tokens: readonly ScriptToken[], at: number): number | undefined {
  if (tokens[at]?.text === '?' && tokens[at + 1]?.text === '.') return at + 2;
  return tokens[at]?.text === '.' && tokens[at + 1]?.text !== '.' ? at + 1 : undefined;
}

function isDot(token: ScriptToken | undefined): boolean {
  return token?.text === '.';
}

/** Words that begin a list of names that the script has of its own. */
const declaring = new Set(['const', 'let', 'var', 'function', 'class']);
/** What is in the brackets behind these words does not list parameters. */
const statements = new Set(['if', 'for', 'while', 'switch', 'with']);

/** Returns the names that a script defines itself: by declarations, as parameters, or by giving them a value. In doubt, a name is its own. */
export function ownNamesOf(tokens: readonly ScriptToken[]): ReadonlySet<string> {
  const own = new Set<string>();
  const addBetween = (from: number, to: number): void => {
    for (const { kind, text } of tokens.slice(from, to)) if (kind === 'word') own.add(text);
  };
  const textAt = (at: number) => tokens[at]?.text;
  tokens.forEach((token, at) => {
    if (token.kind === 'word' && declaring.has(token.text)) addBetween(at + 1, endOfNames(tokens, at + 1));
    // A value, or the parameter of an arrow.
    else if (token.kind === 'word' && textAt(at + 1) === '=' && textAt(at + 2) !== '=' && !isDot(tokens[at - 1]))
      own.add(token.text);
    else if (token.text === ')' && (textAt(at + 1) === '{' || (textAt(at + 1) === '=' && textAt(at + 2) === '>'))) {
      const open = openingOf(tokens, at);
      const before = tokens[open - 1];
      if (!(before?.kind === 'word' && statements.has(before.text))) addBetween(open, at);
    }
  });
  return own;
}

/** Returns the end of the names that are declared: at the value of a single one, or behind the brackets of several. */
function endOfNames(tokens: readonly ScriptToken[], from: number): number {
  const opening = tokens[from]?.text;
  if (opening !== '{' && opening !== '[') return from + 1;
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { text = '' } = tokens[at] ?? {};
    if (/^[[{(]$/.test(text)) depth++;
    else if (/^[\]})]$/.test(text) && --depth === 0) return at;
  }
  return tokens.length;
}

function openingOf(tokens: readonly ScriptToken[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const text = tokens[at]?.text;
    if (text === ')') depth++;
    else if (text === '(' && --depth === 0) return at;
  }
  return 0;
}

/** Returns whether a `/` behind this is the beginning of a regular expression. */
function isValueExpected(before: ScriptToken | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'word') return beforeValue.has(before.text);
  return before.kind === 'sign' && !/^[)\]}]$/.test(before.text);
}

function endOf(source: string, end: string, from: number): number {
  const found = source.indexOf(end, from);
  return found < 0 ? source.length : found + end.length;
}

/** A text in quotes that is not closed ends with its line. */
function endOfString(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const sign = source.charAt(at);
    if (sign === '\\') at++;
    else if (sign === source.charAt(start)) return at + 1;
    else if (sign === '\n') return at;
  }
  return source.length;
}

/** Returns the end of a piece of a template: behind its last quote, or behind the `${` of a value. */
function endOfTemplate(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source.charAt(at) === '\\') at++;
    else if (source.charAt(at) === '`') return at + 1;
    else if (source.startsWith('${', at)) return at + 2;
  }
  return source.length;
}

function endOfExpression(source: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const sign = source.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '\n') return at;
    else if (sign === '[') isInClass = true;
    else if (sign === ']') isInClass = false;
    else if (sign === '/' && !isInClass) return at + 1;
  }
  return source.length;
}
