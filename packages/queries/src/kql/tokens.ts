import { span, type Span } from '@rulebook/text/span';

/** What a token of KQL is; `bad` is what the language does not have. */
export type KqlTokenKind =
  | 'and'
  | 'or'
  | 'not'
  | 'word'
  | 'quoted'
  | 'openQuote'
  | 'open'
  | 'close'
  | 'openNested'
  | 'closeNested'
  | 'colon'
  | 'compare'
  | 'bad';

/** A token with its place. */
export interface KqlToken {
  readonly kind: KqlTokenKind;
  readonly text: string;
  readonly span: Span;
}

const patterns: readonly (readonly [KqlTokenKind, RegExp])[] = [
  ['quoted', /"(?:\\[\s\S]|[^"\\])*"/y],
  ['openQuote', /"[\s\S]*/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['openNested', /\{/y],
  ['closeNested', /\}/y],
  ['colon', /:/y],
  ['compare', /[<>]=?/y],
  ['word', /(?:\\(?:u[0-9a-fA-F]{4}|and|or|[ \t\n\r\u3000trn\\():<>"*{}])|[^ \t\n\r\u3000\\():<>"{}])+/iy],
  ['bad', /\\?[\s\S]?/y],
];

const blank = /[ \t\n\r\u3000]+/y;

/** Returns the tokens of a KQL text, without its blanks. */
export function kqlTokens(text: string): readonly KqlToken[] {
  const tokens: KqlToken[] = [];
  let at = 0;
  while (at < text.length) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.span.end;
  }
  return tokens;
}

/** What begins like this is a word, which most tokens are. */
const wordStart = /[\p{L}\p{N}_@]/u;
const wordsOnly = patterns.filter(([kind]) => kind === 'word');

function tokenAt(text: string, at: number): KqlToken {
  for (const [kind, pattern] of wordStart.test(text.charAt(at)) ? wordsOnly : patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined || found === '') continue;
    return { kind: kind === 'word' ? kindOf(found) : kind, text: found, span: span(at, at + found.length) };
  }
  return { kind: 'bad', text: text.charAt(at), span: span(at, at + 1) };
}

function kindOf(word: string): KqlTokenKind {
  if (word.length > 3) return 'word';
  const lower = word.toLowerCase();
  return lower === 'and' || lower === 'or' || lower === 'not' ? lower : 'word';
}

/** Returns a word or a quoted text as it is meant. */
export function meantText({ kind, text }: KqlToken): string {
  const inner = kind === 'quoted' ? text.slice(1, -1) : text;
  return inner.replaceAll(/\\([\s\S])/g, '$1');
}
