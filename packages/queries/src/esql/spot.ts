import { Scanner, type Piece } from './scanner';
import { reserved } from './words';

/** What is in front of a position in a command. */
export interface Spot {
  /** The last piece in front; absent directly behind the name of the command. */
  readonly last?: Piece;
  /** The one in front of that. */
  readonly before?: Piece;
  /** A value is complete, so that an operator or the next part of the command comes. */
  readonly isBehindValue: boolean;
  /** The functions and parentheses that are open, from the outside: an empty name for a parenthesis alone. */
  readonly open: readonly Opened[];
  /** The word that began the part of the command: `BY`, `ON`, `WITH`, `AS`, `METADATA`, `WHERE`; empty in front of them. */
  readonly clause: string;
  /** The pieces of the field: those behind the last comma, or `BY` and the like, outside of parentheses. */
  readonly field: readonly Piece[];
  /** The pieces of the condition: those behind the last `AND`, `OR`, `NOT`, comma or open parenthesis. */
  readonly condition: readonly Piece[];
}

/** A parenthesis that is not closed. */
export interface Opened {
  /** Of a call: the function. */
  readonly name: string;
  readonly start: number;
  /** How many commas are behind it. */
  readonly commas: number;
  /** Behind `IN`: what is looked for among the values. */
  readonly among?: readonly Piece[];
}

const clauses = new Set(['BY', 'ON', 'WITH', 'AS', 'METADATA', 'WHERE']);

/** Reads the pieces between the name of a command and a position. */
export function spotAt(text: string, from: number, to: number): Spot {
  const scanner = new Scanner(text.slice(0, to));
  const open: (Opened & { commas: number; readonly outer: Piece[] })[] = [];
  let [last, before]: (Piece | undefined)[] = [];
  let clause = '';
  let field: Piece[] = [];
  let condition: Piece[] = [];
  for (let piece = scanner.pieceAt(from, 'expression'); piece.kind !== 'end';) {
    const word = piece.kind === 'word' ? piece.text.toUpperCase() : '';
    const isClause = open.length === 0 && clauses.has(word);
    const around = open.at(-1);
    if (isClause) clause = word;
    if (isClause || (open.length === 0 && piece.text === ',')) field = [];
    else field.push(piece);
    if (piece.text === '(' || piece.text === '[') {
      const isCall = last?.kind === 'word' && !reserved.has(last.text.toUpperCase());
      const isAmong = last?.kind === 'word' && last.text.toUpperCase() === 'IN';
      const among = condition.filter(({ text: one }) => !/^(?:NOT|IN)$/i.test(one));
      const name = isCall ? (last?.text.toLowerCase() ?? '') : '';
      open.push({ name, start: piece.span.start, commas: 0, outer: condition, ...(isAmong && { among }) });
      condition = [];
    } else if (piece.text === ')' || piece.text === ']') {
      const closed = open.pop();
      // A condition in parentheses is one; the arguments of a call are not.
      const isGroup = closed?.name === '' && closed.among === undefined;
      condition = [...(closed?.outer ?? []), ...(isGroup ? condition : []), piece];
    } else if (isClause || word === 'AND' || word === 'OR' || (word === 'NOT' && condition.length === 0))
      condition = [];
    else if (piece.text === ',') condition = [];
    else condition.push(piece);
    if (piece.text === ',' && around) around.commas++;
    [last, before] = [piece, last];
    piece = scanner.pieceAt(piece.span.end, 'expression');
  }
  return {
    ...(last && { last }),
    ...(before && { before }),
    ...{ isBehindValue: last !== undefined && endsValue(last, before), open, clause, field, condition },
  };
}

function endsValue(last: Piece, before: Piece | undefined): boolean {
  const word = last.text.toUpperCase();
  if (last.kind === 'word') return word === 'ASC' || word === 'DESC' || !(reserved.has(word) || clauses.has(word));
  if (last.kind === 'operator')
    return last.text === ')' || last.text === ']' || (last.text === '*' && before?.text === '(');
  return last.kind !== 'unknown';
}
