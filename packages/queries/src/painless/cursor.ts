import type { Span } from '@rulebook/text/span';
import { editDistance } from '@rulebook/text/edit-distance';
import { keywords, meantTypes, primitives } from './names';
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

/** So deep a script is read; what is deeper is not judged. */
const deepest = 150;

/** Goes over the tokens of a script, with its variables; what is refused first ends the reading. */
export class ScriptCursor {
  refusal: PainlessRefusal | undefined;
  readonly unresolved: UnresolvedName[] = [];
  /** The functions that the script declares. */
  protected readonly functions = new Set<string>();
  protected readonly tokens: readonly PainlessToken[];
  private readonly closings: ReadonlyMap<number, number>;
  protected at = 0;
  private depth = 0;
  /** It is too deep: what is found behind that place says nothing. */
  protected isTooDeep = false;
  protected readonly scopes: Set<string>[] = [new Set()];

  constructor(tokens: readonly PainlessToken[]) {
    this.tokens = tokens.filter(({ kind }) => kind !== 'comment');
    this.closings = closingsOf(this.tokens);
  }

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

  protected jump(at: number): void {
    this.at = at;
  }

  protected advance(): void {
    this.at++;
  }

  protected closing(at: number): number {
    return this.closings.get(at) ?? this.tokens.length;
  }

  /** Says why servers refuse the script, and ends the reading. */
  protected fail(message: string, at: Span): void {
    if (!this.isTooDeep) this.refusal ??= { message, span: at };
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
    this.isTooDeep = true;
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

  /** Keeps a name that nothing declares; more than a few are a script of something else. */
  protected addUnresolved(token: PainlessToken, declared: () => readonly string[]): void {
    if (this.unresolved.length < 20) this.unresolved.push({ token, declared: declared() });
  }

  protected isDeclared(name: string): boolean {
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
    const isUnknown = /^[a-z][^.[]*$/.test(first.text) && behind === this.at + 1 && !primitives.has(first.text);
    if (meant === undefined && isUnknown) {
      const near = [...primitives].find((type) => editDistance(first.text, type, 2) <= 2);
      const question = near === undefined ? 'names of types begin with an upper letter' : `did you mean \`${near}\``;
      this.fail(`Painless has no type \`${first.text}\`: ${question}${near === undefined ? '.' : '?'}`, first.span);
    } else if (meant !== undefined) this.fail(`Painless has no \`${text}\`: write \`${meant}\`.`, first.span);
    else this.at = behind;
    return text;
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
