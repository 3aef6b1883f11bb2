import { span, type Span } from '@rulebook/text/span';
import { luceneTokens, unescaped, type LuceneToken } from './tokens';

/** A name in front of a colon. */
export interface LuceneField {
  readonly name: string;
  /** It has an unescaped or an escaped `*`: it means each field that matches. */
  readonly isPattern: boolean;
  readonly span: Span;
}

/** Something that is searched for. */
export interface LuceneClause {
  readonly kind: 'term' | 'wildcard' | 'phrase' | 'expression' | 'range' | 'all';
  /** Its own name or that of the group around it. */
  readonly field: LuceneField | undefined;
  readonly isFieldOwn: boolean;
  /** What is between quotes or slashes, or the term without its `\`. */
  readonly value: string;
  readonly bounds: { readonly low: string; readonly high: string } | undefined;
  readonly isFuzzy: boolean;
  readonly span: Span;
  /** Where its tokens begin and end among all. */
  readonly first: number;
  readonly behind: number;
}

/** Why servers do not read a query string. */
export interface LuceneRefusal {
  readonly message: string;
  readonly span: Span;
}

/** A query string as far as it is read. */
export interface LuceneQuery {
  readonly tokens: readonly LuceneToken[];
  readonly clauses: readonly LuceneClause[];
  readonly refusal?: LuceneRefusal;
}

/** What a term or a range is. */
type Taken = Pick<LuceneClause, 'kind' | 'value'> & Partial<Pick<LuceneClause, 'bounds'>>;

/** What may come: `any` also a sign, `signed` none, `value` only what a field takes, `joined` also an operator. */
type State = 'start' | 'any' | 'signed' | 'value' | 'joined';

interface Group {
  readonly open?: LuceneToken;
  readonly field: LuceneField | undefined;
}

/** Returns the clauses of a query string, and the first place that servers refuse. */
export function readLucene(text: string): LuceneQuery {
  const reader = new LuceneReader(luceneTokens(text));
  reader.read();
  const { tokens, clauses, refusal } = reader;
  return { tokens, clauses, ...(refusal !== undefined && { refusal }) };
}

class LuceneReader {
  readonly clauses: LuceneClause[] = [];
  refusal: LuceneRefusal | undefined;
  private at = 0;
  private state: State = 'start';
  private field: LuceneField | undefined;
  private readonly groups: Group[] = [{ field: undefined }];

  constructor(readonly tokens: readonly LuceneToken[]) {}

  read(): void {
    while (this.at < this.tokens.length) this.readNext();
    const last = this.tokens.at(-1);
    if (last === undefined) return;
    const group = this.groups.at(-1);
    if (this.state !== 'joined')
      this.refuse(
        `Servers refuse a query that ends behind \`${last.text.trim()}\`: write what it applies to.`,
        last.span,
      );
    else if (group?.open !== undefined)
      this.refuse('This `(` is never closed, and servers refuse the query: add `)`.', group.open.span);
  }

  private refuse(message: string, at: Span): void {
    this.refusal ??= { message, span: at };
  }

  private readNext(): void {
    const token = this.tokens[this.at];
    if (token === undefined) return;
    switch (token.kind) {
      case 'and':
      case 'or':
        if (this.state !== 'joined')
          this.refuse(
            `\`${token.text}\` joins what is on both sides of it, and here nothing is on its left: remove it, or write it in quotes as a word.`,
            token.span,
          );
        this.state = 'any';
        break;
      case 'not':
      case 'plus':
      case 'minus':
        if (this.state === 'signed' || this.state === 'value')
          this.refuse(
            this.state === 'value'
              ? `\`${token.text}\` cannot follow the colon of a field: write it in front of the field, or \`\\${token.text}\` for the character.`
              : `\`${token.text}\` cannot follow another sign: keep one of them.`,
            token.span,
          );
        this.state = 'signed';
        break;
      case 'open':
        this.groups.push({ open: token, field: this.field ?? this.groups.at(-1)?.field });
        this.field = undefined;
        this.state = 'start';
        break;
      case 'close':
        this.closeGroup(token);
        break;
      default:
        this.readClause(token);
        return;
    }
    this.at++;
  }

  private closeGroup(token: LuceneToken): void {
    if (this.state !== 'joined')
      this.refuse('Nothing is between `(` or the operator and this `)`: servers refuse that.', token.span);
    if (this.groups.length > 1) this.groups.pop();
    else this.refuse('This `)` closes nothing: remove it, or write `\\)` for the character.', token.span);
    this.field = undefined;
    this.state = 'joined';
    if (this.tokens[this.at + 1]?.kind === 'boost') {
      this.at++;
      this.readBoost();
      this.at--;
    }
  }

  private readClause(token: LuceneToken): void {
    const isNamed = this.tokens[this.at + 1]?.kind === 'colon';
    if (isNamed && this.state !== 'value' && (token.kind === 'term' || token.kind === 'star')) {
      const name = unescaped(token.text);
      this.field = { name, isPattern: name.includes('*'), span: token.span };
      this.state = 'value';
      this.at += 2;
      return;
    }
    const first = this.at;
    const field = this.field ?? this.groups.at(-1)?.field;
    const isFieldOwn = this.field !== undefined;
    const taken: Taken | undefined = token.kind === 'rangeOpen' ? this.readRange(token) : this.readTerm(token);
    this.state = 'joined';
    this.field = undefined;
    if (taken === undefined) return;
    const isFuzzy = this.readSuffixes(taken.kind);
    const end = this.tokens[this.at - 1]?.span.end ?? token.span.end;
    this.clauses.push({
      kind: taken.kind,
      value: taken.value,
      bounds: taken.bounds,
      field,
      isFieldOwn,
      isFuzzy,
      span: span(token.span.start, end),
      first,
      behind: this.at,
    });
  }

  private readTerm(token: LuceneToken): Pick<LuceneClause, 'kind' | 'value'> | undefined {
    this.at++;
    switch (token.kind) {
      case 'star':
        return { kind: 'all', value: '*' };
      case 'term':
        return { kind: 'term', value: unescaped(token.text) };
      case 'wildcard':
        return { kind: 'wildcard', value: token.text };
      case 'phrase':
        return { kind: 'phrase', value: unescaped(token.text.slice(1, -1)) };
      case 'expression':
        return { kind: 'expression', value: token.text.slice(1, -1) };
      case 'openPhrase':
        this.refuse(
          'This quote is never closed, and servers refuse the query: add `"`.',
          span(token.span.start, token.span.start + 1),
        );
        return undefined;
      case 'openExpression':
        this.refuse(
          '`/` begins a regular expression, which is never closed: write `\\/` for the character.',
          span(token.span.start, token.span.start + 1),
        );
        return undefined;
      case 'colon':
        this.refuse(
          'A colon is behind the name of a field only: write `\\:` for the character, `\\*` in names, or put the value in quotes.',
          token.span,
        );
        return undefined;
      default:
        this.refuse(
          `Servers refuse \`${token.text}\` here: write \`\\${token.text.charAt(0)}\` for the character.`,
          token.span,
        );
        return undefined;
    }
  }

  private readRange(open: LuceneToken): Pick<LuceneClause, 'kind' | 'value' | 'bounds'> {
    this.at++;
    const parts: LuceneToken[] = [];
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at];
      if (token === undefined || token.kind === 'rangeClose') break;
      parts.push(token);
    }
    const close = this.tokens[this.at];
    const [low, to, high] = parts;
    if (close === undefined)
      this.refuse(
        `This \`${open.text}\` is never closed, and servers refuse the query: write \`${open.text}low TO high]\`.`,
        open.span,
      );
    else {
      this.at++;
      if (parts.length !== 3 || to?.kind !== 'to' || parts.some(({ kind }) => kind === 'bad'))
        this.refuse(
          'A range has two bounds with `TO` between them, such as `[1 TO 5]`, and `*` for no bound: servers refuse this one.',
          span(open.span.start, close.span.end),
        );
    }
    return { kind: 'range', value: '', bounds: { low: boundOf(low), high: boundOf(high) } };
  }

  /** Reads `~` and `^` behind a term, and returns whether the first was there. */
  private readSuffixes(kind: LuceneClause['kind']): boolean {
    let isFuzzy = false;
    let isBoosted = false;
    for (;;) {
      const token = this.tokens[this.at];
      if (token?.kind === 'boost' && !isBoosted) {
        isBoosted = true;
        this.readBoost();
      } else if (token?.kind === 'fuzzy' && !isFuzzy && kind !== 'range') {
        isFuzzy = true;
        this.at++;
        this.judgeFuzzy(token, kind);
      } else return isFuzzy;
    }
  }

  private readBoost(): void {
    const boost = this.tokens[this.at];
    const number = this.tokens[this.at + 1];
    this.at++;
    if (number?.kind === 'number') this.at++;
    else if (boost !== undefined)
      this.refuse(
        'A number follows `^`, such as `^2`: servers refuse anything else. Write `\\^` for the character.',
        boost.span,
      );
  }

  private judgeFuzzy(token: LuceneToken, kind: LuceneClause['kind']): void {
    const amount = token.text.slice(1);
    if (amount === '' || kind === 'expression' || kind === 'all' || kind === 'wildcard') return;
    const isNumber = /^\d+(?:\.\d+)?$/.test(amount);
    if (kind === 'phrase') {
      if (!isNumber)
        this.refuse(
          `\`${token.text}\` is not a distance: a number of words follows \`~\`, such as \`~2\`.`,
          token.span,
        );
    } else if (!(isNumber && [0, 1, 2].includes(Number(amount))) && !/^auto/i.test(amount))
      this.refuse(
        `\`${token.text}\` is not a distance that terms can have: servers know \`~\`, \`~0\`, \`~1\` and \`~2\`.`,
        token.span,
      );
  }
}

function boundOf(token: LuceneToken | undefined): string {
  const text = token?.text ?? '*';
  return text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : unescaped(text);
}
