import { span, type Span } from '@rulebook/text/span';
import { kqlTokens, meantText, type KqlToken } from './tokens';

/** A name in front of `:` or a comparison. */
export interface KqlField {
  /** With the names of the nested fields around it. */
  readonly name: string;
  readonly span: Span;
}

/** Something that is searched for. */
export interface KqlClause {
  readonly kind: 'words' | 'quoted' | 'range' | 'nested';
  /** Its own name or that of the parentheses around it. */
  readonly field: KqlField | undefined;
  readonly isFieldOwn: boolean;
  /** The operator of a range. */
  readonly operator: string | undefined;
  readonly tokens: readonly KqlToken[];
  readonly value: string;
  readonly span: Span;
  /** The word in front of it, when it is `and` or `or`. */
  readonly joint: KqlToken | undefined;
  readonly isNegated: boolean;
  /** Which token is behind it. */
  readonly behind: number;
}

/** Why servers do not read a KQL text. */
export interface KqlRefusal {
  readonly message: string;
  readonly span: Span;
  /** What is probably meant in place of the span. */
  readonly meant?: string;
}

/** A KQL text as far as it is read. */
export interface KqlQuery {
  readonly clauses: readonly KqlClause[];
  readonly tokens: readonly KqlToken[];
  readonly refusal?: KqlRefusal;
}

interface Group {
  readonly open?: KqlToken;
  readonly kind: 'query' | 'values' | 'nested';
  readonly field?: KqlField;
  /** The names of the nested fields around, with a dot. */
  readonly prefix: string;
}

/** Returns the clauses of a KQL text, and the first place that servers refuse. */
export function readKql(text: string): KqlQuery {
  const reader = new KqlReader(text, kqlTokens(text));
  reader.read();
  const { clauses, tokens } = reader;
  const refusal = reader.refusal ?? wrongEscapeIn(tokens);
  return { clauses, tokens, ...(refusal !== undefined && { refusal }) };
}

/** In quotes, only `\u` needs digits behind it: any other backslash is kept. A half of a pair of code units is refused, too. */
function wrongEscapeIn(tokens: readonly KqlToken[]): KqlRefusal | undefined {
  for (const { kind, text, span: whole } of tokens) {
    if (kind !== 'quoted' || !text.includes('\\u')) continue;
    for (const { 0: escape, index } of text.matchAll(/\\(?:u[0-9a-fA-F]{0,4}|[\s\S])/g)) {
      if (!escape.startsWith('\\u') || /^\\u(?!d[89a-f])[0-9a-f]{4}$/i.test(escape)) continue;
      const start = whole.start + index;
      const message =
        'Four hexadecimal digits follow `\\u`, which stands for a character, and servers refuse others: write `\\\\u` for a backslash in front of the letter.';
      return { message, span: span(start, start + 2), meant: '\\\\u' };
    }
  }
  return undefined;
}

class KqlReader {
  readonly clauses: KqlClause[] = [];
  refusal: KqlRefusal | undefined;
  private at = 0;
  private isJoined = false;
  private joint: KqlToken | undefined;
  private isNegated = false;
  private field: KqlField | undefined;
  private readonly groups: Group[] = [{ kind: 'query', prefix: '' }];

  constructor(
    private readonly text: string,
    readonly tokens: readonly KqlToken[],
  ) {}

  read(): void {
    const last = this.tokens.at(-1);
    if (last === undefined) return;
    while (this.at < this.tokens.length) {
      const before = this.at;
      if (this.isJoined) this.readJoint();
      else this.readClause();
      // Whatever is not read is passed over, so that the end is reached.
      if (this.at === before) this.at++;
    }
    const group = this.groups.at(-1);
    if (!this.isJoined)
      this.refuse(`Servers refuse a query that ends behind \`${last.text}\`: write what it applies to.`, last.span);
    else if (group?.open !== undefined) {
      const missing = group.kind === 'nested' ? '}' : ')';
      this.refuse(
        `This \`${group.open.text}\` is never closed, and servers refuse the query: add \`${missing}\`.`,
        group.open.span,
      );
    }
  }

  private refuse(message: string, at: Span): void {
    this.refusal ??= { message, span: at };
  }

  private refuseToken(token: KqlToken): void {
    const { start, end } = token.span;
    this.refuse(unexpected(token), span(start, token.kind === 'openQuote' ? start + 1 : end));
  }

  private get group(): Group {
    return this.groups.at(-1) ?? { kind: 'query', prefix: '' };
  }

  /** Reads what is behind a whole clause. */
  private readJoint(): void {
    const token = this.tokens[this.at];
    if (token === undefined) return;
    if (token.kind === 'and' || token.kind === 'or') {
      this.joint = token;
      this.isJoined = false;
      this.at++;
    } else if (token.kind === 'close' || token.kind === 'closeNested') this.closeGroup(token);
    else {
      this.refuseToken(token);
      this.isJoined = false;
    }
  }

  private closeGroup(token: KqlToken): void {
    const { open, kind } = this.group;
    const isNested = token.kind === 'closeNested';
    if (open === undefined || (kind === 'nested') !== isNested)
      this.refuse(`This \`${token.text}\` closes nothing: remove it, or put the text in quotes.`, token.span);
    else {
      if (!this.isJoined)
        this.refuse(`Nothing is in front of this \`${token.text}\`: servers refuse that.`, token.span);
      this.groups.pop();
    }
    this.isJoined = true;
    this.field = undefined;
    this.at++;
  }

  private readClause(): void {
    const token = this.tokens[this.at];
    if (token === undefined) return;
    switch (token.kind) {
      case 'open':
        this.openGroup(token);
        return;
      case 'openNested':
        if (this.field === undefined)
          this.refuse('`{` is behind the name of a nested field and a colon only.', token.span);
        this.groups.push({
          open: token,
          kind: 'nested',
          prefix: this.field === undefined ? this.group.prefix : `${this.field.name}.`,
        });
        this.field = undefined;
        this.joint = undefined;
        this.at++;
        return;
      case 'close':
      case 'closeNested':
        this.closeGroup(token);
        return;
      case 'quoted':
      case 'word':
        if (this.readField(token)) return;
        break;
      case 'not': {
        const next = this.tokens[this.at + 1];
        if (next !== undefined && !['close', 'closeNested', 'colon', 'compare', 'and', 'or'].includes(next.kind)) {
          this.at++;
          this.isNegated = true;
          return;
        }
        break;
      }
      default:
    }
    if (token.kind === 'quoted') {
      this.at++;
      this.add('quoted', [token]);
    } else if (isWord(token)) this.readRun();
    else {
      this.refuseToken(token);
      this.at++;
    }
  }

  private openGroup(token: KqlToken): void {
    const field = this.field ?? this.group.field;
    const kind = field === undefined ? 'query' : 'values';
    this.groups.push({ open: token, kind, prefix: this.group.prefix, ...(field !== undefined && { field }) });
    this.field = undefined;
    this.joint = undefined;
    this.isNegated = false;
    this.at++;
  }

  /** Reads a name and what is behind it, or returns false where the token is something else. */
  private readField(token: KqlToken): boolean {
    const next = this.tokens[this.at + 1];
    if (this.field !== undefined || this.group.kind === 'values') return false;
    if (next?.kind !== 'colon' && next?.kind !== 'compare') return false;
    const field: KqlField = { name: this.group.prefix + meantText(token), span: token.span };
    this.at += 2;
    if (next.kind === 'colon') {
      this.field = field;
      if (this.tokens[this.at]?.kind === 'openNested')
        this.clauses.push({
          kind: 'nested',
          field,
          isFieldOwn: true,
          operator: undefined,
          joint: undefined,
          isNegated: false,
          behind: this.at,
          tokens: [],
          value: '',
          span: token.span,
        });
      return true;
    }
    this.readBound(field, next);
    return true;
  }

  private readBound(field: KqlField, operator: KqlToken): void {
    const start = this.at;
    const first = this.tokens[this.at];
    if (first?.kind === 'quoted') this.at++;
    else while (this.tokens[this.at]?.kind === 'word') this.at++;
    const taken = this.tokens.slice(start, this.at);
    if (taken.length === 0) {
      const message =
        first === undefined
          ? `A value follows \`${operator.text}\`: servers refuse the query without one.`
          : `A value follows \`${operator.text}\`, and not \`${first.text}\`: servers refuse this.`;
      this.refuse(message, first?.span ?? operator.span);
    }
    this.field = field;
    this.add('range', taken, operator);
  }

  /** Reads words up to what is none: `and`, `or` and `not` among them join only where something is on both sides. */
  private readRun(): void {
    const start = this.at;
    let end = start;
    while (isWord(this.tokens[end])) end++;
    const next = this.tokens[end];
    let valueEnd = end;
    if (next?.kind === 'colon' || next?.kind === 'compare' || next?.kind === 'quoted' || next?.kind === 'open') {
      const isNamed = next.kind === 'colon' || next.kind === 'compare';
      let joint = end - (isNamed ? 2 : 1);
      while (joint > start && this.tokens[joint]?.kind === 'not') joint--;
      const kind = this.tokens[joint]?.kind;
      const isJoint = joint > start && (kind === 'and' || kind === 'or');
      const isName = !isNamed || (this.tokens[end - 1]?.kind === 'word' && this.group.kind !== 'values');
      if (isJoint && isName) valueEnd = joint;
      else this.refuseToken(next);
    } else if (next !== undefined && next.kind !== 'close' && next.kind !== 'closeNested') this.refuseToken(next);
    this.addValues(start, valueEnd);
    this.at = valueEnd;
  }

  private addValues(start: number, end: number): void {
    let from = start;
    for (let at = start; at < end; at++) {
      const kind = this.tokens[at]?.kind;
      const next = this.tokens[at + 1]?.kind;
      const isFollowed = at + 1 < end && (at + 2 >= end || (next !== 'and' && next !== 'or'));
      if (at === from || (kind !== 'and' && kind !== 'or') || !isFollowed) continue;
      this.add('words', this.tokens.slice(from, at));
      this.joint = this.tokens[at];
      from = at + 1;
      this.isNegated = this.tokens[from]?.kind === 'not' && from + 1 < end;
      if (this.isNegated) from++;
    }
    this.add('words', this.tokens.slice(from, end));
  }

  private add(kind: KqlClause['kind'], taken: readonly KqlToken[], operator?: KqlToken): void {
    const field = this.field ?? this.group.field;
    const { joint, isNegated } = this;
    this.isNegated = false;
    const [first] = taken;
    const last = taken.at(-1);
    const isFieldOwn = this.field !== undefined;
    this.field = undefined;
    this.joint = undefined;
    this.isJoined = true;
    if (first === undefined || last === undefined) return;
    if (this.group.kind === 'nested' && field === undefined && first.text !== '*')
      this.refuse(
        'Between `{` and `}` each value has a field and a colon in front of it: servers refuse this one.',
        first.span,
      );
    const value =
      kind === 'quoted' || first.kind === 'quoted' ? meantText(first) : unescapedSlice(this.text, first, last);
    this.clauses.push({
      kind,
      field,
      operator: operator?.text,
      joint,
      isFieldOwn,
      isNegated,
      behind: this.at,
      tokens: taken,
      value,
      span: span(first.span.start, last.span.end),
    });
  }
}

function isWord(token: KqlToken | undefined): boolean {
  return (
    token !== undefined &&
    (token.kind === 'word' || token.kind === 'and' || token.kind === 'or' || token.kind === 'not')
  );
}

function unescapedSlice(text: string, first: KqlToken, last: KqlToken): string {
  return text.slice(first.span.start, last.span.end).replaceAll(/\\([\s\S])/g, '$1');
}

function unexpected(token: KqlToken): string {
  switch (token.kind) {
    case 'openQuote':
      return 'This quote is never closed, and servers refuse the query: add `"`.';
    case 'colon':
      return 'A colon is behind one name of a field only: write `and` or `or` between two parts, and put values with a colon in quotes.';
    case 'compare':
      return `\`${token.text}\` is behind one name of a field only, such as \`status ${token.text} 5\`: write \`and\` or \`or\` between two parts, and put values with the character in quotes.`;
    case 'bad':
      return `Servers refuse \`${token.text}\`: only \`\\\\\`, quotes, brackets, \`:\`, \`<\`, \`>\` and \`*\` follow a \`\\\`. Put the text in quotes.`;
    default:
      return `Servers refuse \`${token.text}\` here: write \`and\` or \`or\` between two parts, or put the text in quotes.`;
  }
}
