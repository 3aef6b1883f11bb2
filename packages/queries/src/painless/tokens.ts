import { span, type Span } from '@rulebook/text/span';

/** What a token of Painless is. The kinds that begin with `open` are never closed, and `bad` is what the language does not have. */
export type PainlessTokenKind =
  | 'word'
  | 'member'
  | 'number'
  | 'string'
  | 'expression'
  | 'sign'
  | 'comment'
  | 'openString'
  | 'openComment'
  | 'bad';

/** A token with its place. */
export interface PainlessToken {
  readonly kind: PainlessTokenKind;
  readonly text: string;
  readonly span: Span;
}

const patterns: readonly (readonly [PainlessTokenKind, RegExp])[] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ['openComment', /\/\*[\s\S]*/y],
  ['string', /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y],
  ['openString', /["'][\s\S]*/y],
  ['number', /0[xX][0-9a-fA-F]+[lL]?|0[0-7]+[lL]?|(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?[lLfFdD]?/y],
  ['word', /[_a-zA-Z$][_a-zA-Z0-9]*/y],
  [
    'sign',
    />>>=|===|!==|==~|<<=|>>=|>>>|\?\.|\?:|->|::|=~|\+\+|--|&&|\|\||<=|>=|==|!=|\+=|-=|\*=|\/=|%=|&=|\^=|\|=|<<|>>|[-+*/%!~?:;,.()[\]{}<>=&|^]/y,
  ],
];

const blank = /[ \t\n\r]+/y;
const expression = /\/(?:\\[^\n]|[^/\n\\])+\/[cilmsUux]*/y;
const memberName = /\d+|[_a-zA-Z][_a-zA-Z0-9]*/y;

/** Words in front of a slash that does not divide. */
const wordsBeforeValues = new Set(['return', 'in', 'throw', 'else', 'instanceof']);

/** Returns the tokens of a script, with its comments and without its blanks. */
export function painlessTokens(text: string): readonly PainlessToken[] {
  const tokens: PainlessToken[] = [];
  let last: PainlessToken | undefined;
  let at = 0;
  while (at < text.length) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    const token = tokenAt(text, at, last);
    tokens.push(token);
    if (token.kind !== 'comment') last = token;
    at = token.span.end;
  }
  return tokens;
}

function tokenAt(text: string, at: number, last: PainlessToken | undefined): PainlessToken {
  if (last?.kind === 'sign' && (last.text === '.' || last.text === '?.')) {
    const name = matchAt(memberName, text, at);
    if (name !== undefined) return { kind: 'member', text: name, span: span(at, at + name.length) };
  }
  for (const [kind, pattern] of patterns) {
    const found = matchAt(pattern, text, at);
    if (found === undefined) continue;
    if (kind === 'sign' && found.startsWith('/') && !endsValue(last)) {
      const regular = matchAt(expression, text, at);
      if (regular !== undefined) return { kind: 'expression', text: regular, span: span(at, at + regular.length) };
    }
    return { kind, text: found, span: span(at, at + found.length) };
  }
  return { kind: 'bad', text: text.charAt(at), span: span(at, at + 1) };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  return found === '' ? undefined : found;
}

/** Returns whether a value ends with a token, so that a slash behind it divides. */
function endsValue(token: PainlessToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'sign') return [')', ']', '}', '++', '--'].includes(token.text);
  return token.kind !== 'word' || !wordsBeforeValues.has(token.text);
}
