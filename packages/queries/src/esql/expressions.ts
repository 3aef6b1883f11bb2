import type { Span } from '@rulebook/text/span';
import { factsOfCommand } from './commands';
import type { Call, Column, Expression } from './model';
import type { Reader } from './reader';
import { nameWrittenAs, stringValue, type Piece } from './scanner';
import { numberType, typeNames, units } from './types';
import { reserved } from './words';

/** Operators of other languages, and what they are here. */
const foreign: Readonly<Record<string, string>> = { '=': '==', '<>': '!=', '&&': 'AND', '||': 'OR' };

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', '=~']);

/** Reads a condition or a value, with `AND` and `OR`. */
export function readExpression(reader: Reader): Expression {
  return reader.nested(() => {
    const chain = new Chain(readConjunction(reader));
    for (let piece = reader.peek(); reader.isWord('OR', piece); piece = reader.peek()) {
      reader.take(piece, 'keyword');
      chain.add('OR', piece.span, readConjunction(reader));
    }
    return chain.whole();
  });
}

function readConjunction(reader: Reader): Expression {
  const chain = new Chain(readNegation(reader));
  for (;;) {
    const piece = reader.peek();
    if (!reader.isWord('AND', piece)) {
      reportForeign(reader, piece);
      return chain.whole();
    }
    reader.take(piece, 'keyword');
    chain.add('AND', piece.span, readNegation(reader));
  }
}

/** What people write who know other languages. */
function reportForeign(reader: Reader, piece: Piece): void {
  const two = reader.text.slice(piece.span.start, piece.span.start + 2);
  const written = two === '<>' || two === '&&' || two === '||' ? two : piece.text === '=' ? '=' : undefined;
  const meant = written === undefined ? undefined : foreign[written];
  if (written === undefined || meant === undefined) return;
  const span = { start: piece.span.start, end: piece.span.start + written.length };
  const use =
    written === '=' ? 'Values are compared with `==`.' : `The operator \`${written}\` is \`${meant}\` in ES|QL.`;
  reader.fail(use, span, meant);
}

function readNegation(reader: Reader): Expression {
  const piece = reader.peek();
  if (piece.text === '!') reader.fail('The operator `!` is `NOT` in ES|QL.', piece.span, 'NOT ');
  if (!reader.isWord('NOT', piece)) return readTest(reader);
  reader.take(piece, 'keyword');
  const operand = reader.nested(() => readNegation(reader));
  return { kind: 'unary', operator: 'NOT', operand, span: { start: piece.span.start, end: operand.span.end } };
}

/** Reads a value and what is asked of it: a comparison, `LIKE`, `IN`, `IS NULL`. */
function readTest(reader: Reader): Expression {
  let value = readSum(reader);
  const piece = reader.peek();
  if (
    piece.kind === 'operator' &&
    comparisons.has(piece.text) &&
    reader.text.slice(piece.span.start, piece.span.start + 2) !== '<>'
  ) {
    reader.take(piece, 'operator');
    value = binary(piece.text, piece.span, value, readSum(reader));
  } else if (piece.kind === 'operator' && piece.text === ':') {
    reader.take(piece, 'operator');
    value = binary(':', piece.span, value, readPrimary(reader));
  }
  for (let count = 0; ; count++) {
    const next = reader.peek();
    if (count > 100) return value;
    if (reader.isWord('IS', next)) {
      reader.take(next, 'keyword');
      const isNegated = reader.takeWord('NOT');
      if (!reader.takeWord('NULL')) reader.expected('`NULL`');
      const span = { start: value.span.start, end: reader.end };
      value = { kind: 'is-null', value, span, ...(isNegated && { isNegated }) };
      continue;
    }
    const word = reader.isWord('NOT', next) ? reader.behind(next) : next;
    const kind = word.text.toUpperCase();
    if (word.kind !== 'word' || (kind !== 'LIKE' && kind !== 'RLIKE' && kind !== 'IN')) return value;
    if (word !== next) reader.take(next, 'keyword');
    reader.take(word, 'keyword');
    const items = kind === 'IN' ? readItems(reader) : readPatterns(reader);
    value = {
      kind: kind === 'IN' ? 'in' : kind === 'LIKE' ? 'like' : 'rlike',
      ...{ value, items, span: { start: value.span.start, end: reader.end } },
      ...(word !== next && { isNegated: true }),
    };
  }
}

function readItems(reader: Reader): readonly Expression[] {
  if (!reader.takeOperator('(')) reader.expected('`(`');
  if (reader.isWord('FROM')) return [skipped(reader)];
  const items = [readExpression(reader)];
  while (reader.takeOperator(',')) items.push(readExpression(reader));
  if (!reader.takeOperator(')')) reader.expected('`)`');
  return items;
}

function readPatterns(reader: Reader): readonly Expression[] {
  return reader.takeOperator('(') ? readListOf(reader, ')') : [readPattern(reader)];
}

/** Reads what `LIKE` compares with: a string, or a parameter. */
function readPattern(reader: Reader): Expression {
  return reader.peek().kind === 'parameter' ? readPrimary(reader) : readString(reader);
}

function readListOf(reader: Reader, end: string): readonly Expression[] {
  const items = [readPattern(reader)];
  while (reader.takeOperator(',')) items.push(readPattern(reader));
  if (!reader.takeOperator(end)) reader.expected(`\`${end}\``);
  return items;
}

/** Reads over a query in a query, whose parenthesis is open. */
function skipped(reader: Reader): Expression {
  const { start } = reader.peek().span;
  for (let depth = 1; depth > 0;) {
    const piece = reader.peek();
    if (piece.kind === 'end') reader.expected('`)`');
    depth += piece.text === '(' ? 1 : piece.text === ')' ? -1 : 0;
    reader.take(piece);
  }
  return { kind: 'opaque', parts: [], span: { start, end: reader.end } };
}

function readSum(reader: Reader): Expression {
  return readChain(reader, ['+', '-'], () => readChain(reader, ['*', '/', '%'], () => readSign(reader)));
}

function readChain(reader: Reader, operators: readonly string[], read: () => Expression): Expression {
  const chain = new Chain(read());
  for (let piece = reader.peek(); piece.kind === 'operator' && operators.includes(piece.text); piece = reader.peek()) {
    reader.take(piece, 'operator');
    chain.add(piece.text, piece.span, read());
  }
  return chain.whole();
}

function readSign(reader: Reader): Expression {
  const piece = reader.peek();
  if (piece.kind !== 'operator' || (piece.text !== '-' && piece.text !== '+')) return readCast(reader);
  reader.take(piece, 'operator');
  const operand = reader.nested(() => readSign(reader));
  const span = { start: piece.span.start, end: operand.span.end };
  const isNegative = (piece.text === '-') !== (operand.kind === 'literal' && operand.isNegative === true);
  return operand.kind === 'literal'
    ? { ...operand, span, isNegative }
    : { kind: 'unary', operator: piece.text, operand, span };
}

function readCast(reader: Reader): Expression {
  let value = readPrimary(reader);
  for (let count = 0; count < 100 && reader.takeOperator('::'); count++) {
    const piece = reader.peek();
    if (piece.kind !== 'word') reader.expected('a type');
    reader.take(piece, 'type');
    const type = piece.text.toLowerCase();
    if (!typeNames.has(type)) reader.fail(`ES|QL has no type \`${piece.text}\`.`, piece.span);
    value = { kind: 'cast', value, type, typeSpan: piece.span, span: { start: value.span.start, end: reader.end } };
  }
  return value;
}

/** Reads a value without operators: a literal, a column, a call, or something in parentheses. */
export function readPrimary(reader: Reader): Expression {
  const piece = reader.peek();
  switch (piece.kind) {
    case 'number':
      return readNumber(reader, piece);
    case 'string':
      return readString(reader);
    case 'parameter':
    case 'quoted':
    case 'word':
      return readNamed(reader, piece);
    case 'operator':
      if (piece.text === '(') return readParenthesis(reader, piece);
      if (piece.text === '[') return readList(reader, piece);
      return reader.expected('a value');
    default:
      return reader.expected('a value');
  }
}

function readParenthesis(reader: Reader, piece: Piece): Expression {
  reader.take(piece);
  if (reader.isWord('FROM')) return skipped(reader);
  const inner = readExpression(reader);
  if (!reader.takeOperator(')')) reader.expected('`)`');
  return { ...inner, span: { start: piece.span.start, end: reader.end } };
}

function readList(reader: Reader, piece: Piece): Expression {
  reader.take(piece);
  const read = () => reader.nested(() => readSign(reader));
  const parts = [read()];
  while (reader.takeOperator(',')) parts.push(read());
  if (!reader.takeOperator(']')) reader.expected('`]`');
  return { kind: 'opaque', parts, span: { start: piece.span.start, end: reader.end }, form: 'list' };
}

function readNumber(reader: Reader, piece: Piece): Expression {
  reader.take(piece, 'number');
  const unit = reader.peek();
  const isWhole = /^\d+$/.test(piece.text);
  if (unit.kind === 'word' && isWhole && !isBehindValue(unit)) {
    const type = units.get(unit.text.toLowerCase());
    if (type === undefined) return reader.fail(`\`${unit.text}\` is not a unit of time.`, unit.span);
    reader.take(unit, 'number');
    const span = { start: piece.span.start, end: unit.span.end };
    return { kind: 'literal', type, span, raw: piece.text, unit: unit.text.toLowerCase() };
  }
  return { kind: 'literal', type: numberType(piece.text), span: piece.span, raw: piece.text };
}

/** Words that may come behind a number and are no unit. */
function isBehindValue({ text }: Piece): boolean {
  if (factsOfCommand(text.toUpperCase()) !== undefined || /^(?:LOOKUP|INLINE)$/i.test(text)) return true;
  return /^(?:AND|OR|NOT|IN|IS|LIKE|RLIKE|BY|ASC|DESC|NULLS|WHERE|WITH|AS|ON|METADATA|SCORE|KEY|GROUP)$/i.test(text);
}

/** Reads a string. */
export function readString(reader: Reader): Expression & { readonly text: string } {
  const piece = reader.peek();
  if (piece.kind !== 'string' || piece.isUnclosed) return reader.expected('a string in double quotes');
  if (piece.badEscape)
    reader.fail(
      'Strings have no such escape sequence. Write `\\\\` for a backslash, or put the text in `"""`.',
      piece.badEscape,
    );
  reader.take(piece, 'string');
  return { kind: 'literal', type: 'keyword', span: piece.span, text: stringValue(piece.text) };
}

function readNamed(reader: Reader, piece: Piece): Expression {
  const upper = piece.kind === 'word' ? piece.text.toUpperCase() : '';
  if (upper === 'TRUE' || upper === 'FALSE' || upper === 'NULL') {
    reader.take(piece, 'keyword');
    return { kind: 'literal', type: upper === 'NULL' ? 'null' : 'boolean', span: piece.span, raw: piece.text };
  }
  if (reserved.has(upper)) return reader.expected('a value', piece);
  const next = reader.behind(piece);
  if (next.text === '(' && next.kind === 'operator' && piece.kind !== 'quoted') return readCall(reader, piece);
  if (piece.kind === 'parameter' && !piece.text.startsWith('??') && next.text !== '.') {
    reader.take(piece, 'parameter');
    return { kind: 'opaque', parts: [], span: piece.span, form: 'parameter', name: piece.text.slice(1) };
  }
  return readColumn(reader);
}

function readCall(reader: Reader, piece: Piece): Call {
  reader.take(piece, piece.kind === 'parameter' ? 'parameter' : 'function');
  reader.takeOperator('(');
  const args: Expression[] = [];
  let isOpen = piece.kind === 'parameter';
  const star = reader.peek();
  const isStar = star.text === '*' && reader.behind(star).text === ')';
  if (isStar) {
    reader.take(star, 'operator');
    isOpen = true;
  } else if (reader.peek().text !== ')') {
    do {
      if (reader.peek().text === '{') {
        readMap(reader);
        isOpen = true;
      } else args.push(readExpression(reader));
    } while (reader.takeOperator(','));
  }
  if (!reader.takeOperator(')')) reader.expected('`,` or `)`');
  const span: Span = { start: piece.span.start, end: reader.end };
  const name = piece.text.toLowerCase();
  return { kind: 'call', name, nameSpan: piece.span, args, span, isOpen, ...(isStar && { isStar }) };
}

/** Reads over the options of a function or command: `{ "name": value }`. */
export function readMap(reader: Reader): void {
  if (!reader.takeOperator('{')) reader.expected('`{`');
  for (let depth = 1; depth > 0;) {
    const piece = reader.peek();
    if (piece.kind === 'end') reader.expected('`}`');
    depth += piece.text === '{' ? 1 : piece.text === '}' ? -1 : 0;
    reader.take(piece, piece.kind === 'string' ? 'string' : piece.kind === 'number' ? 'number' : undefined);
  }
}

/** Reads the name of a column, with dots in it, and in patterns with `*`. */
export function readColumn(reader: Reader, mode: 'expression' | 'pattern' = 'expression'): Column {
  const first = reader.peek(mode);
  if (first.kind !== 'word' && first.kind !== 'quoted' && first.kind !== 'parameter')
    return reader.expected(mode === 'pattern' ? 'a column or a pattern' : 'a column', first);
  let name = '';
  let isOpen = false;
  for (let piece = first; ; piece = reader.peek(mode)) {
    if (piece.kind !== 'word' && piece.kind !== 'quoted' && piece.kind !== 'parameter')
      return reader.expected('the rest of a name', piece);
    if (piece.kind === 'quoted' && piece.isUnclosed)
      return reader.fail('This name is not closed. Write a backquote behind it.', piece.span);
    reader.take(piece, piece.kind === 'parameter' ? 'parameter' : 'field');
    isOpen ||= piece.kind === 'parameter' || (piece.kind === 'word' && piece.text.includes('*'));
    name += nameWrittenAs(piece.text);
    const dot = reader.peek(mode);
    if (dot.kind !== 'operator' || dot.text !== '.') break;
    reader.take(dot);
    name += '.';
  }
  return { kind: 'column', name, span: { start: first.span.start, end: reader.end }, isOpen };
}

/** Operands with operators of one strength between them. Of a very long one, the operands are judged each by itself. */
class Chain {
  readonly #first: Expression;
  readonly #others: { readonly text: string; readonly span: Span; readonly operand: Expression }[] = [];

  constructor(first: Expression) {
    this.#first = first;
  }

  add(text: string, span: Span, operand: Expression): void {
    this.#others.push({ text, span, operand });
  }

  whole(): Expression {
    const last = this.#others.at(-1);
    if (last !== undefined && this.#others.length > longest) {
      const parts = [this.#first, ...this.#others.map(({ operand }) => operand)];
      return { kind: 'opaque', parts, span: { start: this.#first.span.start, end: last.operand.span.end } };
    }
    return this.#others.reduce((left, { text, span, operand }) => binary(text, span, left, operand), this.#first);
  }
}

const longest = 300;

function binary(operator: string, operatorSpan: Span, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, operatorSpan, left, right, span: { start: left.span.start, end: right.span.end } };
}
