import { span, type Span } from '@rulebook/text/span';

/** What a token of a query string is; `bad` is what the language does not have. */
export type LuceneTokenKind =
  | 'and'
  | 'or'
  | 'not'
  | 'plus'
  | 'minus'
  | 'open'
  | 'close'
  | 'colon'
  | 'boost'
  | 'fuzzy'
  | 'star'
  | 'term'
  | 'wildcard'
  | 'phrase'
  | 'expression'
  | 'rangeOpen'
  | 'to'
  | 'bound'
  | 'rangeClose'
  | 'number'
  | 'openPhrase'
  | 'openExpression'
  | 'bad';

/** A token with its place. */
export interface LuceneToken {
  readonly kind: LuceneTokenKind;
  readonly text: string;
  readonly span: Span;
}

type Pattern = readonly [LuceneTokenKind, RegExp];

/** What is a blank to servers. */
const blank = /[ \t\n\r\u3000]+/y;

/** In this order: the first that matches is the token. Words that are longer than an operator are terms. */
const patterns: readonly Pattern[] = [
  ['phrase', /"(?:\\[\s\S]|[^"\\])*"/y],
  ['openPhrase', /"[\s\S]*/y],
  ['expression', /\/(?:\\\/|[^/])*\//y],
  ['openExpression', /\/[\s\S]*/y],
  ['term', /[-+!][ \t\n\r\u3000]/y],
  ['plus', /\+/y],
  ['minus', /-/y],
  ['not', /!/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['colon', /:/y],
  ['boost', /\^/y],
  ['fuzzy', /~(?:\\[\s\S]|[^ \t\n\r\u3000+\-!():^[\]"{}~*?\\/]|[-+])*/y],
  ['rangeOpen', /[[{]/y],
  ['wildcard', /(?:\\[\s\S]|[^ \t\n\r\u3000+\-!():^[\]"{}~\\/])(?:\\[\s\S]|[^ \t\n\r\u3000!():^[\]"{}~\\/])*/y],
  ['bad', /[\s\S]/y],
];

const inRange: readonly Pattern[] = [
  ['rangeClose', /[\]}]/y],
  ['bound', /"(?:\\"|[^"])+"/y],
  ['bound', /[^ \t\n\r\u3000\]}]+/y],
  ['bad', /[\s\S]/y],
];

const words: Readonly<Record<string, LuceneTokenKind>> = {
  AND: 'and',
  '&&': 'and',
  OR: 'or',
  '||': 'or',
  NOT: 'not',
  '*': 'star',
};

/** Returns the tokens of a query string, without its blanks. */
export function luceneTokens(text: string): readonly LuceneToken[] {
  const tokens: LuceneToken[] = [];
  let isInRange = false;
  let at = 0;
  while (at < text.length) {
    blank.lastIndex = at;
    const skipped = blank.exec(text)?.[0].length ?? 0;
    const isBehindBoost = tokens.at(-1)?.kind === 'boost';
    at += skipped;
    if (at >= text.length) break;
    const token = isBehindBoost ? numberAt(text, at, skipped) : tokenAt(text, at, isInRange ? inRange : patterns);
    if (token.kind === 'rangeOpen') isInRange = true;
    else if (token.kind === 'rangeClose') isInRange = false;
    tokens.push(token);
    at = token.span.end;
  }
  return tokens;
}

function numberAt(text: string, at: number, skipped: number): LuceneToken {
  const number = /\d+(?:\.\d+)?/y;
  number.lastIndex = at;
  const found = skipped > 0 ? undefined : number.exec(text)?.[0];
  if (found !== undefined) return { kind: 'number', text: found, span: span(at, at + found.length) };
  return { kind: 'bad', text: text.charAt(at), span: span(at, at + 1) };
}

/** What begins like this is a word, which most tokens are. */
const wordStart = /[\p{L}\p{N}_@]/u;
const wordsOnly = patterns.filter(([kind]) => kind === 'wildcard');

function tokenAt(text: string, at: number, all: readonly Pattern[]): LuceneToken {
  const list = all === patterns && wordStart.test(text.charAt(at)) ? wordsOnly : all;
  for (const [kind, pattern] of list) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { kind: kindOf(kind, found, all === inRange), text: found, span: span(at, at + found.length) };
  }
  return { kind: 'bad', text: text.charAt(at), span: span(at, at + 1) };
}

function kindOf(kind: LuceneTokenKind, text: string, isInRange: boolean): LuceneTokenKind {
  if (kind === 'bound') return isInRange && text === 'TO' ? 'to' : 'bound';
  if (kind !== 'wildcard') return kind;
  if (Object.hasOwn(words, text)) return words[text] ?? 'term';
  return /[*?]/.test(text.replaceAll(/\\[\s\S]/g, '')) ? 'wildcard' : 'term';
}

/** Returns a term or a name without the `\` in front of its characters. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, '$1');
}
