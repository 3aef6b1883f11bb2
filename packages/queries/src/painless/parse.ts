import { keywords, primitives } from './names';
import type { PainlessRefusal, UnresolvedName } from './cursor';
import { ScriptReader, type Expression } from './reader';
import type { PainlessToken } from './tokens';

/** A script as far as it is read. */
export interface PainlessScript {
  readonly refusal?: PainlessRefusal;
  readonly unresolved: readonly UnresolvedName[];
}

/** Returns the first place of a script that servers do not compile, and the names that it does not declare. */
export function readScript(tokens: readonly PainlessToken[]): PainlessScript {
  const reader = new StatementReader(tokens);
  reader.readAll();
  const { refusal, unresolved } = reader;
  return { unresolved, ...(refusal !== undefined && { refusal }) };
}

/** How a statement ends: `leaves` is what no statement may follow. */
type Ending = 'leaves' | 'continues';

const cannotEnd =
  'A statement of this kind does nothing: servers refuse one that is not the last. Assign its value, or return it.';

class StatementReader extends ScriptReader {
  /** What the first `return` of the body gives. */
  private returns: 'value' | 'nothing' | undefined;

  readAll(): void {
    this.findFunctions();
    while (this.isFunction()) this.readFunction();
    this.readStatements(true);
  }

  protected override readBlock(): Ending {
    if (!this.take('{')) {
      this.failAt(`Servers expect \`{\` here`);
      return 'continues';
    }
    if (!this.enter()) return 'continues';
    const ending = this.readStatements(false);
    this.leave();
    if (!this.take('}')) this.failAt('Servers expect `}` here');
    return ending;
  }

  private readStatements(isOutermost: boolean): Ending {
    let ending: Ending = 'continues';
    while (!this.isAtEnd && !this.isAt('}')) {
      const first = this.here;
      if (ending === 'leaves' && first !== undefined)
        this.fail(`This is never reached, since the statement in front of it leaves: servers refuse that.`, first.span);
      const before = this.place;
      ending = this.readStatement(isOutermost);
      if (this.place === before) this.failAt(`Servers do not expect this here`);
    }
    if (isOutermost && !this.isAtEnd) this.failAt('Servers expect the end of the script here');
    return ending;
  }

  private readStatement(isOutermost: boolean): Ending {
    if (!this.descend()) return 'continues';
    const ending = this.readOwnStatement(isOutermost);
    this.ascend();
    return ending;
  }

  private readOwnStatement(isOutermost: boolean): Ending {
    switch (this.hereWord) {
      case 'if':
        return this.readIf();
      case 'while':
        return this.readWhile();
      case 'for':
        return this.readFor();
      case 'try':
        return this.readTry();
      default:
    }
    if (this.hereWord === 'do') {
      this.advance();
      this.readBlock();
      if (!this.takeWord('while')) this.failAt('Servers expect `while` here');
      this.readParenthesized();
      this.readEnd();
      return 'continues';
    }
    return this.readSimple(isOutermost);
  }

  private readSimple(isOutermost: boolean): Ending {
    const word = this.hereWord;
    const first = this.here;
    if (word === 'continue' || word === 'break') {
      this.advance();
      this.readEnd();
      return 'leaves';
    }
    if (word === 'return' || word === 'throw') {
      this.advance();
      if (word === 'throw') this.readExpression();
      else this.readReturned(first);
      this.readEnd();
      return 'leaves';
    }
    if (this.isDeclaration()) {
      this.readDeclaration();
      this.readEnd();
      return 'continues';
    }
    const value = this.readExpression();
    this.readEnd();
    const isLast = isOutermost && this.isAtEnd;
    const doesNothing = value !== undefined && !value.hasEffect && !isLast;
    if (doesNothing && first !== undefined) this.fail(cannotEnd, first.span);
    return 'continues';
  }

  /** Reads what is behind `return`: in one body, each has a value or none has. */
  private readReturned(first: PainlessToken | undefined): void {
    const isEmpty = this.isAtEnd || this.isAt(';') || this.isAt('}');
    if (!isEmpty) this.readExpression();
    this.returns ??= isEmpty ? 'nothing' : 'value';
    if (first === undefined || this.returns === (isEmpty ? 'nothing' : 'value')) return;
    this.fail('One `return` of the script has a value and the other has none: servers refuse that.', first.span);
  }

  protected override readBody(): void {
    const outer = this.returns;
    this.returns = undefined;
    this.readBlock();
    this.returns = outer;
  }

  private findFunctions(): void {
    const start = this.place;
    while (this.isFunction()) {
      const behind = this.behindType(this.place) ?? this.place;
      this.functions.add(this.textAt(behind));
      this.jump(this.closing(this.closing(behind + 1) + 1) + 1);
    }
    this.jump(start);
  }

  private readEnd(): void {
    if (this.take(';') || this.isAtEnd || this.isAt('}')) return;
    const token = this.here;
    if (token === undefined) return;
    const isStart = ['word', 'number', 'string'].includes(token.kind);
    this.fail(
      isStart
        ? `Servers do not expect \`${shownToken(token)}\` here: write \`;\` between two statements, or an operator.`
        : `Servers do not expect \`${shownToken(token)}\` here.`,
      token.span,
    );
  }

  private readIf(): Ending {
    this.advance();
    this.readParenthesized();
    const whole = this.readTrailer();
    if (!this.takeWord('else')) return 'continues';
    const other = this.readTrailer();
    return whole === 'leaves' && other === 'leaves' ? 'leaves' : 'continues';
  }

  private readWhile(): Ending {
    this.advance();
    this.readParenthesized();
    if (!this.take(';')) this.readTrailer();
    return 'continues';
  }

  private readTry(): Ending {
    this.advance();
    let ending = this.readBlock();
    let count = 0;
    while (this.takeWord('catch')) {
      count++;
      this.enterScope();
      if (!this.take('(')) this.failAt('Servers expect `(` here');
      this.readType();
      this.declare();
      if (!this.take(')')) this.failAt('Servers expect `)` here');
      if (this.readBlock() === 'continues') ending = 'continues';
      this.leaveScope();
    }
    if (count === 0) this.failAt('`catch` follows the block of `try`: servers refuse one without it');
    return ending;
  }

  private readFor(): Ending {
    this.advance();
    this.enterScope();
    if (!this.take('(')) this.failAt('Servers expect `(` here');
    if (this.isForIn()) {
      this.declare();
      this.advance();
      this.readExpression();
    } else if (this.isForEach()) {
      this.readType();
      this.declare();
      this.advance();
      this.readExpression();
    } else {
      if (!this.isAt(';')) {
        if (this.isDeclaration()) this.readDeclaration();
        else this.readExpression();
      }
      if (!this.take(';')) this.failAt('Servers expect `;` here');
      if (!this.isAt(';')) this.readExpression();
      if (!this.take(';')) this.failAt('Servers expect `;` here');
      if (!this.isAt(')')) this.readExpression();
    }
    if (!this.take(')')) this.failAt('Servers expect `)` here');
    if (!this.take(';')) this.readTrailer();
    this.leaveScope();
    return 'continues';
  }

  private readTrailer(): Ending {
    if (this.isAt('{')) return this.readBlock();
    this.enterScope();
    const before = this.place;
    const ending = this.readStatement(false);
    if (this.place === before) this.failAt('Servers expect a statement here');
    this.leaveScope();
    return ending;
  }

  private readParenthesized(): void {
    if (!this.take('(')) {
      this.failAt('Servers expect `(` here');
      return;
    }
    const first = this.here;
    const value = this.readExpression();
    if (value?.assigned !== undefined && value.assigned !== 'boolean')
      if (first !== undefined) this.fail('`=` assigns, and a condition is a boolean: compare with `==`.', first.span);
    if (!this.take(')')) this.failAt('Servers expect `)` here');
  }

  private readDeclaration(): void {
    const type = this.readType();
    do {
      this.declare();
      if (!this.take('=')) continue;
      const first = this.here;
      const value = this.readExpression();
      if (first !== undefined && value !== undefined) this.judgeValue(type, value, first);
    } while (this.take(','));
  }

  private judgeValue(type: string, value: Expression, first: PainlessToken): void {
    const holdsText = type === 'String';
    const holdsNumber = ['byte', 'short', 'int', 'long', 'float', 'double'].includes(type);
    const { literal } = value;
    const isWrong =
      (holdsNumber && (literal === 'string' || literal === 'boolean')) ||
      (holdsText && (literal === 'number' || literal === 'boolean')) ||
      (type === 'boolean' && (literal === 'string' || literal === 'number'));
    if (isWrong)
      this.fail(`A variable of the type \`${type}\` does not take this: servers refuse the script.`, first.span);
  }

  private isFunction(): boolean {
    const behind = this.behindType(this.place);
    return (
      behind !== undefined &&
      this.kindAt(behind) === 'word' &&
      this.textAt(behind + 1) === '(' &&
      !keywords.has(this.textAt(this.place)) &&
      this.textAt(this.closing(behind + 1) + 1) === '{'
    );
  }

  private readFunction(): void {
    this.readType();
    this.advance();
    this.advance();
    this.enterScope();
    while (!this.isAtEnd && !this.isAt(')')) {
      const before = this.place;
      this.readType();
      this.declare();
      if (!this.take(',') || this.place === before) break;
    }
    if (!this.take(')')) this.failAt('Servers expect `)` here');
    this.readBody();
    this.leaveScope();
  }

  private isForIn(): boolean {
    return this.kindAt(this.place) === 'word' && this.textAt(this.place + 1) === 'in';
  }

  private isForEach(): boolean {
    const behind = this.behindType(this.place);
    return behind !== undefined && this.kindAt(behind) === 'word' && this.textAt(behind + 1) === ':';
  }

  private isDeclaration(): boolean {
    const first = this.textAt(this.place);
    if (primitives.has(first) && first !== 'void') return true;
    if (keywords.has(first)) return false;
    const behind = this.behindType(this.place);
    return (
      behind !== undefined &&
      this.kindAt(behind) === 'word' &&
      !keywords.has(this.textAt(behind)) &&
      this.isBehindName(behind + 1)
    );
  }

  /** Returns whether what is behind a name makes it a declaration: `a b` without more may be two statements. */
  private isBehindName(at: number): boolean {
    return ['=', ';', ',', ''].includes(this.textAt(at));
  }
}

function shownToken({ text }: PainlessToken): string {
  const line = text.replaceAll('`', "'");
  return line.length > 30 ? `${line.slice(0, 30)}…` : line;
}
