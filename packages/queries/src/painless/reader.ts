import type { Span } from '@rulebook/text/span';
import { contextNames, keywords, meantTypes, primitives } from './names';
import type { PainlessToken } from './tokens';

/** Why servers do not compile a script. */
export interface PainlessRefusal {
  readonly message: string;
  readonly span: Span;
}

/** A name that nothing in the script declares. */
export interface UnresolvedName {
  readonly token: PainlessToken;
  /** The names that are declared at its place. */
  readonly declared: readonly string[];
}

/** What is known of a value. */
export interface Expression {
  /** It is one literal. */
  readonly literal?: 'string' | 'number' | 'boolean' | 'other';
  /** It assigns such a literal. */
  readonly assigned?: 'string' | 'number' | 'boolean' | 'other';
  /** It calls or changes something, so that it is a statement. */
  readonly hasEffect: boolean;
  /** Something can be assigned to it. */
  readonly isPlace: boolean;
}

const nothing: Expression = { hasEffect: false, isPlace: false };
const call: Expression = { hasEffect: true, isPlace: false };
const place: Expression = { hasEffect: false, isPlace: true };

/** What joins two values, but assignments and `?`. */
const joints = new Set('* / % + - =~ ==~ << >> >>> < <= > >= == === != !== & ^ | && ||'.split(' '));
const assignments = new Set('= += -= *= /= %= &= ^= |= <<= >>= >>>='.split(' '));

/** So deep a script is read; what is deeper is not judged. */
const deepest = 150;

/** Reads the values of a script; what is refused first ends the reading. */
export abstract class ScriptReader {
  refusal: PainlessRefusal | undefined;
  readonly unresolved: UnresolvedName[] = [];
  private readonly tokens: readonly PainlessToken[];
  private readonly closings: ReadonlyMap<number, number>;
  private at = 0;
  private depth = 0;
  /** It is too deep: what is found behind that place says nothing. */
  private isGivenUp = false;
  private readonly scopes: Set<string>[] = [new Set()];

  constructor(tokens: readonly PainlessToken[]) {
    this.tokens = tokens.filter(({ kind }) => kind !== 'comment');
    this.closings = closingsOf(this.tokens);
  }

  protected abstract readBlock(): 'leaves' | 'continues';

  protected get place(): number {
    return this.at;
  }

  protected get here(): PainlessToken | undefined {
    return this.tokens[this.at];
  }

  protected get hereWord(): string {
    return this.here?.kind === 'word' ? this.here.text : '';
  }

  protected get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  protected textAt(at: number): string {
    return this.tokens[at]?.text ?? '';
  }

  protected kindAt(at: number): string {
    return this.tokens[at]?.kind ?? '';
  }

  protected isAt(text: string): boolean {
    return this.here?.kind === 'sign' && this.here.text === text;
  }

  protected take(text: string): boolean {
    const isHere = this.isAt(text);
    if (isHere) this.at++;
    return isHere;
  }

  protected takeWord(word: string): boolean {
    const isHere = this.hereWord === word;
    if (isHere) this.at++;
    return isHere;
  }

  protected advance(): void {
    this.at++;
  }

  protected closing(at: number): number {
    return this.closings.get(at) ?? this.tokens.length;
  }

  /** Says why servers refuse the script, and ends the reading. */
  protected fail(message: string, at: Span): void {
    if (!this.isGivenUp) this.refusal ??= { message, span: at };
    this.at = this.tokens.length;
  }

  /** The same about the next token, or about the end. */
  protected failAt(message: string): void {
    const token = this.here ?? this.tokens.at(-1);
    if (token === undefined) return;
    if (this.here === undefined) this.fail(`${message}, and the script ends.`, token.span);
    else this.fail(`${message}, and not \`${token.text.slice(0, 30).replaceAll('`', "'")}\`.`, token.span);
  }

  /** Goes one level deeper, or ends the reading without a word where it is too deep. */
  protected descend(): boolean {
    this.depth++;
    if (this.depth <= deepest) return true;
    this.isGivenUp = true;
    this.at = this.tokens.length;
    this.depth--;
    return false;
  }

  protected ascend(): void {
    this.depth--;
  }

  protected enter(): boolean {
    if (!this.descend()) return false;
    this.enterScope();
    return true;
  }

  protected leave(): void {
    this.leaveScope();
    this.ascend();
  }

  protected enterScope(): void {
    this.scopes.push(new Set());
  }

  protected leaveScope(): void {
    this.scopes.pop();
  }

  /** Reads the name of a variable, and declares it. */
  protected declare(): void {
    const token = this.here;
    if (token?.kind !== 'word' || keywords.has(token.text) || primitives.has(token.text)) {
      this.failAt('Servers expect the name of a variable here');
      return;
    }
    if (this.isDeclared(token.text))
      this.fail(`The variable \`${token.text}\` is declared already: servers refuse that.`, token.span);
    else {
      this.scopes.at(-1)?.add(token.text);
      this.at++;
    }
  }

  private isDeclared(name: string): boolean {
    return this.scopes.some((scope) => scope.has(name));
  }

  /** Returns the place behind a type, or undefined where there is none. */
  protected behindType(start: number): number | undefined {
    let at = start;
    if (this.kindAt(at) !== 'word') return undefined;
    at++;
    while (this.textAt(at) === '.' && this.kindAt(at + 1) === 'member') at += 2;
    while (this.textAt(at) === '[' && this.textAt(at + 1) === ']') at += 2;
    return at;
  }

  /** Reads a type, and returns how it is written. */
  protected readType(): string {
    const first = this.here;
    const behind = this.behindType(this.at);
    if (first === undefined || behind === undefined || keywords.has(first.text)) {
      this.failAt('Servers expect a type here');
      return '';
    }
    const text = this.tokens
      .slice(this.at, behind)
      .map((token) => token.text)
      .join('');
    const meant = Object.hasOwn(meantTypes, text) ? meantTypes[text] : undefined;
    if (meant !== undefined) this.fail(`Painless has no \`${text}\`: write \`${meant}\`.`, first.span);
    else this.at = behind;
    return text;
  }

  protected readExpression(): Expression | undefined {
    if (!this.descend()) return undefined;
    const value = this.readWhole();
    this.ascend();
    return this.isGivenUp ? undefined : value;
  }

  private readWhole(): Expression {
    const value = this.readJoined();
    const sign = this.here?.kind === 'sign' ? this.here.text : '';
    if (assignments.has(sign)) {
      if (!value.isPlace && this.here !== undefined)
        this.fail(`Nothing can be assigned to what is in front of \`${sign}\`: servers refuse that.`, this.here.span);
      this.at++;
      const assigned = this.readExpression()?.literal;
      return { hasEffect: true, isPlace: false, ...(assigned !== undefined && sign === '=' && { assigned }) };
    }
    if (this.take('?:')) {
      this.readExpression();
      return nothing;
    }
    if (!this.take('?')) return value;
    this.readExpression();
    if (!this.take(':')) this.failAt('Servers expect the `:` of `condition ? one : other` here');
    this.readExpression();
    return nothing;
  }

  private readJoined(): Expression {
    let value = this.readUnary();
    for (;;) {
      if (this.takeWord('instanceof')) {
        this.readType();
        value = nothing;
      } else if (this.here?.kind === 'sign' && joints.has(this.here.text)) {
        this.at++;
        this.readUnary();
        value = nothing;
      } else return value;
    }
  }

  private readUnary(): Expression {
    let isSigned = false;
    let isStep = false;
    while (this.here?.kind === 'sign') {
      if (['!', '~', '+', '-'].includes(this.here.text)) isSigned = true;
      else if (this.here.text === '++' || this.here.text === '--') isStep = true;
      else if (this.isCast()) {
        this.at++;
        this.readType();
        this.at++;
        isSigned = true;
        continue;
      } else break;
      this.at++;
    }
    const value = this.readChain();
    if (this.here?.kind === 'sign' && (this.here.text === '++' || this.here.text === '--')) {
      if (!value.isPlace) this.failAt('Only variables and members can be counted up or down');
      this.at++;
      return call;
    }
    if (isStep) return call;
    const { literal } = value;
    return isSigned ? { ...nothing, ...(literal === 'number' && { literal }) } : value;
  }

  /** Returns whether `(` begins a cast: a type, `)`, and something that can be cast. */
  private isCast(): boolean {
    if (!this.isAt('(')) return false;
    const behind = this.behindType(this.at + 1);
    if (behind === undefined || this.textAt(behind) !== ')') return false;
    const kind = this.kindAt(behind + 1);
    if (primitives.has(this.textAt(this.at + 1))) return true;
    if (kind === 'sign') return ['(', '[', '!', '~'].includes(this.textAt(behind + 1));
    return kind !== '' && this.textAt(behind + 1) !== 'instanceof';
  }

  private readChain(): Expression {
    let value = this.readPrimary();
    for (;;) {
      if (this.take('.') || this.take('?.')) {
        if (this.here?.kind !== 'member') {
          this.failAt('Servers expect the name of a member here');
          return value;
        }
        this.at++;
        if (this.isAt('(')) {
          this.readArguments();
          value = call;
        } else value = place;
      } else if (this.take('[')) {
        this.readExpression();
        if (!this.take(']')) this.failAt('Servers expect `]` here');
        value = place;
      } else return value;
    }
  }

  private readPrimary(): Expression {
    const token = this.here;
    if (token === undefined) {
      this.failAt('Servers expect a value here');
      return nothing;
    }
    switch (token.kind) {
      case 'number':
      case 'string':
        this.at++;
        return { ...nothing, literal: token.kind };
      case 'expression':
        this.at++;
        return nothing;
      case 'word':
        return this.readWord(token);
      case 'sign':
        if (token.text === '(') return this.readGroup();
        if (token.text === '[') return this.readList();
        break;
      default:
    }
    this.failAt('Servers expect a value here');
    return nothing;
  }

  private readGroup(): Expression {
    this.at++;
    const value = this.readExpression() ?? nothing;
    if (!this.take(')')) this.failAt('Servers expect `)` here');
    return value;
  }

  private readWord(token: PainlessToken): Expression {
    const { text } = token;
    if (text === 'true' || text === 'false' || text === 'null') {
      this.at++;
      return { ...nothing, literal: text === 'null' ? 'other' : 'boolean' };
    }
    if (text === 'new') return this.readNew();
    if ((keywords.has(text) && text !== 'this') || primitives.has(text)) {
      this.failAt('Servers expect a value here');
      return nothing;
    }
    this.at++;
    if (this.isAt('(')) {
      this.readArguments();
      return call;
    }
    const isName = /^[a-z_]/.test(text) && text !== 'this';
    if (isName && !Object.hasOwn(contextNames, text) && !this.isDeclared(text))
      this.unresolved.push({ token, declared: this.scopes.flatMap((scope) => [...scope]) });
    return place;
  }

  private readNew(): Expression {
    this.at++;
    const behind = this.kindAt(this.at) === 'word' ? this.at + 1 : undefined;
    if (behind === undefined) {
      this.failAt('Servers expect a type here');
      return nothing;
    }
    this.at = behind;
    while (this.isAt('.') && this.kindAt(this.at + 1) === 'member') this.at += 2;
    if (this.isAt('(')) {
      this.readArguments();
      return call;
    }
    if (!this.isAt('[')) this.failAt('Servers expect `(` or `[` here');
    while (this.take('[')) {
      if (!this.isAt(']')) this.readExpression();
      if (!this.take(']')) this.failAt('Servers expect `]` here');
    }
    if (this.take('{')) this.readList('}');
    return nothing;
  }

  /** Reads the values of a list or a map; its bracket is here, or read already where another closes it. */
  private readList(close = ']'): Expression {
    if (close === ']') this.at++;
    if (this.take(':')) {
      if (!this.take(close)) this.failAt('Servers expect `]` here');
      return nothing;
    }
    while (!this.isAtEnd && !this.isAt(close)) {
      this.readExpression();
      if (close === ']' && this.take(':')) this.readExpression();
      if (!this.take(',')) break;
      if (this.isAt(close)) this.failAt('Servers expect a value behind `,`');
    }
    if (!this.take(close)) this.failAt(`Servers expect \`${close}\` here`);
    return nothing;
  }

  private readArguments(): void {
    this.at++;
    if (this.take(')')) return;
    do this.readArgument();
    while (this.take(','));
    if (!this.take(')')) this.failAt('Servers expect `)` here');
  }

  private readArgument(): void {
    const isLambda =
      (this.kindAt(this.at) === 'word' && this.textAt(this.at + 1) === '->') ||
      (this.isAt('(') && this.textAt(this.closing(this.at) + 1) === '->');
    if (isLambda) {
      this.readLambda();
      return;
    }
    const behind = this.behindType(this.at);
    if (behind !== undefined && this.textAt(behind) === '::') {
      this.at = behind + 1;
      if (this.kindAt(this.at) === 'word') this.at++;
      else this.failAt('Servers expect the name of a method here');
      return;
    }
    this.readExpression();
  }

  private readLambda(): void {
    if (!this.enter()) return;
    if (this.take('(')) {
      while (!this.isAtEnd && !this.isAt(')')) {
        const next = this.textAt(this.at + 1);
        if (next !== ',' && next !== ')') this.readType();
        this.declare();
        if (!this.take(',')) break;
      }
      if (!this.take(')')) this.failAt('Servers expect `)` here');
    } else this.declare();
    this.at++;
    if (this.isAt('{')) this.readBlock();
    else this.readExpression();
    this.leave();
  }
}

/** Returns where each bracket is closed. */
function closingsOf(tokens: readonly PainlessToken[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[' || text === '{') open.push(at);
    else if (text === ')' || text === ']' || text === '}') {
      const start = open.pop();
      if (start !== undefined) closings.set(start, at);
    }
  }
  return closings;
}
