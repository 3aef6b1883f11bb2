import type {
  QueryLanguage,
  QueryOffer,
  QueryOffers,
  QueryProblem,
  QueryToken,
} from '@rulebook/catalogue/query-languages';
import { span, type Span } from '@rulebook/text/span';

/** What a language of statements has. */
export interface Statements {
  /** The words of the language, in upper case. */
  readonly keywords: readonly string[];
  /** The functions that are offered. */
  readonly functions: readonly string[];
  /** The words that can begin a query, or a command behind `|`. */
  readonly commands: readonly string[];
  /** Whether `|` joins commands. */
  readonly hasPipes: boolean;
}

type Kind = 'comment' | 'openComment' | 'string' | 'name' | 'open' | 'number' | 'word' | 'sign';

interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly span: Span;
}

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['comment', /--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['openComment', /\/\*[\s\S]*/y],
  ['string', /'(?:''|\\[\s\S]|[^'\\])*'/y],
  ['name', /"(?:""|\\[\s\S]|[^"\\])*"|`[^`]*`/y],
  ['open', /['"`][\s\S]*/y],
  ['number', /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y],
  ['word', /[@_\p{L}][@_\p{L}\p{N}]*/uy],
  ['sign', /[\s\S]/y],
];

const blank = /\s+/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found === undefined) continue;
      tokens.push({ kind, text: found, span: span(at, at + found.length) });
      at += found.length;
      break;
    }
  }
  return tokens;
}

/** Returns a language of which words, brackets and texts are read, and nothing else is judged. */
export function statementsLanguage(id: 'sql' | 'ppl', title: string, statements: Statements): QueryLanguage {
  const words = new Set(statements.keywords);
  return {
    id,
    title,
    tokensIn: (text) => coloured(tokensOf(text), words),
    problemsIn: (text) => problemsOf(tokensOf(text)),
    offersAt: (text, offset, context) => offersOf(text, offset, statements, context.fieldsOf()?.byName.values() ?? []),
    helpAt: () => undefined,
  };
}

function coloured(tokens: readonly Token[], words: ReadonlySet<string>): readonly QueryToken[] {
  return tokens.flatMap((token, index): readonly QueryToken[] => {
    const { kind, text, span: at } = token;
    if (kind === 'comment' || kind === 'openComment') return [{ kind: 'comment', span: at }];
    if (kind === 'string' || kind === 'open') return [{ kind: 'string', span: at }];
    if (kind === 'number') return [{ kind: 'number', span: at }];
    if (kind === 'sign') return /[-+*/%=<>!|]/.test(text) ? [{ kind: 'operator', span: at }] : [];
    if (kind === 'word' && tokens[index - 1]?.text !== '.' && words.has(text.toUpperCase()))
      return [{ kind: 'keyword', span: at }];
    return [{ kind: tokens[index + 1]?.text === '(' ? 'function' : 'field', span: at }];
  });
}

const closes: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

function problemsOf(tokens: readonly Token[]): readonly QueryProblem[] {
  const refused = (message: string, at: Span): readonly QueryProblem[] => [
    { kind: 'syntax', message, span: at, isRefused: true },
  ];
  // Products differ in whether a backslash takes the meaning of the quote behind it.
  if (tokens.some(({ kind, text }) => kind !== 'comment' && kind !== 'sign' && text.includes('\\'))) return [];
  const open: Token[] = [];
  for (const token of tokens) {
    const start = span(token.span.start, token.span.start + 1);
    if (token.kind === 'open') {
      const quote = token.text.charAt(0);
      return refused(
        `This ${quote === '`' ? 'backtick' : `\`${quote}\``} is never closed: servers refuse the query.`,
        start,
      );
    }
    if (token.kind === 'openComment') return refused('This comment is never closed: add `*/`.', start);
    if (token.kind !== 'sign') continue;
    if (Object.hasOwn(closes, token.text)) open.push(token);
    else if (token.text === ')' || token.text === ']') {
      const partner = open.pop();
      if (partner === undefined) return refused(`This \`${token.text}\` closes nothing: remove it.`, token.span);
      const expected = closes[partner.text];
      if (expected !== token.text)
        return refused(
          `Servers expect \`${expected}\` here, which closes the \`${partner.text}\` in front.`,
          token.span,
        );
    }
  }
  const last = open.at(-1);
  return last === undefined
    ? []
    : refused(`This \`${last.text}\` is never closed: add \`${closes[last.text]}\`.`, last.span);
}

function offersOf(
  text: string,
  offset: number,
  { keywords, functions, commands, hasPipes }: Statements,
  fields: Iterable<{ readonly name: string; readonly type?: string }>,
): QueryOffers | undefined {
  const tokens = tokensOf(text.slice(0, offset));
  const last = tokens.at(-1);
  if (
    last !== undefined &&
    (['open', 'comment', 'openComment'].includes(last.kind) || last.kind === 'number') &&
    last.span.end === offset
  )
    return undefined;
  const isWord = last?.kind === 'word' && last.span.end === offset;
  const before = tokens.at(isWord ? -2 : -1);
  const place = span(isWord ? last.span.start : offset, offset);
  const isLower = isWord ? last.text === last.text.toLowerCase() : hasPipes;
  const written = (word: string): string => (isLower ? word.toLowerCase() : word);
  const asOffer = (word: string): QueryOffer => ({ label: written(word), kind: 'keyword' });
  if (before === undefined || (hasPipes && before.text === '|')) return { span: place, offers: commands.map(asOffer) };
  const offers: QueryOffer[] = [...keywords.map(asOffer)];
  for (const name of functions) offers.push({ label: written(name), kind: 'function', insert: `${written(name)}($0)` });
  for (const { name, type } of fields)
    offers.push({ label: name, kind: 'field', ...(type !== undefined && { detail: type }) });
  return { span: place, offers };
}
