import type { CellPlace } from '@rulebook/request-file/cells';

// Messages of the protocol are mapped as they are, whatever they are about: what has a line and a character is a position.

interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Returns a message about a cell as one about its file. */
export function inFile(message: unknown, place: CellPlace): unknown {
  if (Array.isArray(message)) return message.map((one) => inFile(one, place));
  if (isPosition(message)) return positionInFile(message, place);
  return isObject(message) ? eachMember(message, (one) => inFile(one, place)) : message;
}

/** What is mapped in a way of its own; `undefined` leaves it to the others. */
export type MapElsewhere = (value: Readonly<Record<string, unknown>>) => { readonly mapped: unknown } | undefined;

/** Returns an answer about a file as one about a cell; undefined for what has a place outside of it, which lists then lack. */
export function inCell(answer: unknown, place: CellPlace, elsewhere: MapElsewhere): unknown {
  const mapped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapped).filter((one) => one !== undefined);
    if (isRange(value)) return rangeInCell(value, place);
    if (isPosition(value)) return positionInCell(value, place);
    if (!isObject(value)) return value;
    const other = elsewhere(value);
    if (other !== undefined) return other.mapped;
    const made = eachMember(value, mapped);
    const isOutside = Object.entries(value).some(
      ([name, one]) => (isRange(one) || isPosition(one)) && made[name] === undefined,
    );
    return isOutside ? undefined : made;
  };
  return mapped(answer);
}

/** Returns a position in a file for one in a cell. */
export function positionInFile({ line, character }: Position, place: CellPlace): Position {
  return { line: line + place.line, character: character + (place.columns?.[line] ?? 0) };
}

/** Returns a range of a file in a cell; undefined when it does not begin and end there. */
export function rangeInCell({ start, end }: Range, place: CellPlace): Range | undefined {
  const from = positionInCell(start, place);
  // What goes to the end of the last line may end at the start of the next one.
  const isAtEnd = end.character === 0 && end.line === place.line + place.lines && start.line < end.line;
  const to = isAtEnd ? { line: place.lines, character: 0 } : positionInCell(end, place);
  return from && to && { start: from, end: to };
}

function positionInCell({ line, character }: Position, place: CellPlace): Position | undefined {
  const own = line - place.line;
  if (own < 0 || own >= place.lines) return undefined;
  return { line: own, character: Math.max(0, character - (place.columns?.[own] ?? 0)) };
}

function eachMember(
  value: Readonly<Record<string, unknown>>,
  map: (one: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  // What the server keeps for itself, and what commands get, is handed on as it is.
  const isKept = (name: string) => name === 'data' || name === 'arguments';
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isKept(name) ? one : map(one)]));
}

function isPosition(value: unknown): value is Position {
  return isObject(value) && typeof value['line'] === 'number' && typeof value['character'] === 'number';
}

export function isRange(value: unknown): value is Range {
  return isObject(value) && isPosition(value['start']) && isPosition(value['end']);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
