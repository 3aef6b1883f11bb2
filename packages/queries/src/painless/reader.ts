import { contextNames, keywords, primitives } from './names';
import { editDistance } from '@rulebook/text/edit-distance';
import { ScriptCursor } from './cursor';
import type { PainlessToken } from './tokens';

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

/** Reads the values of a script. */
export abstract class ScriptReader extends ScriptCursor {
  protected abstract readBlock(): 'leaves' | 'continues';

  /** Reads the block of a lambda or a function, whose `return` is its own. */
  protected abstract readBody(): void;

  protected readExpression(): Expression | undefined {
    if (!this.descend()) return undefined;
    const value = this.readWhole();
    this.ascend();
    return this.isTooDeep ? undefined : value;
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
      this.judgeCall(token);
      this.readArguments();
      return call;
    }
    const isName = /^[a-z_]/.test(text) && text !== 'this';
    if (isName && !Object.hasOwn(contextNames, text) && !this.isDeclared(text))
      this.addUnresolved(token, () => this.scopes.flatMap((scope) => [...scope]));
    return place;
  }

  /** Calls of what is not known are right, but for names next to `return` and to functions of the script. */
  private judgeCall(token: PainlessToken): void {
    if (token.text === 'this' || this.functions.has(token.text)) return;
    const near = ['return', ...[...this.functions].slice(0, 20)].filter(
      (name) => editDistance(token.text, name, 2) <= Math.min(2, name.length - 3),
    );
    if (near.length > 0) this.addUnresolved(token, () => near);
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
    if (this.isAt('{')) this.readBody();
    else this.readExpression();
    this.leave();
  }
}
