import { changeBy, holdsValues, joined, type Part } from './part';

/** Places values in JSON or lines of JSON; it is called with one piece of the text after the other. */
export interface JsonPlaces {
  readonly place: (parts: readonly Part[]) => string;
  readonly changes: readonly string[];
}

/**
 * Creates what places values in JSON. Inside of a string, a value that keeps the string one string stays as it is, for example one with valid
 * escapes; any other is escaped. Outside of strings, a value is a structure of its own: it may neither end what is around it nor add members
 * next to its own, and not a line to a body of lines.
 */
export function createJsonPlaces({ isLines = false }: { readonly isLines?: boolean } = {}): JsonPlaces {
  const changes: string[] = [];
  let state = outside;
  const place = (part: Part): string => {
    if (part.variable === undefined) {
      state = scanned(part.text, state, isLines);
      return part.text;
    }
    if (state.isInString) {
      const { text, pending } = inString(part.text, state.pending);
      state = { ...state, pending };
      return text;
    }
    // A value that is a line or a body of its own is judged as a whole.
    if (state.depth === 0) {
      state = { ...outside, last: 'v' };
      return part.text;
    }
    const found = structureOf(part.text);
    if (!found.isClosed) changes.push(changeBy(part, 'ends the JSON around it'));
    else if (state.last === ':' && found.hasComma) changes.push(changeBy(part, 'adds members to the JSON around it'));
    state = { ...state, last: 'v' };
    return isLines && found.isClosed ? found.onOneLine() : part.text;
  };
  return {
    changes,
    place: (parts) => (holdsValues(parts) || state.isInString ? parts.map(place).join('') : skip(parts)),
  };
  function skip(parts: readonly Part[]): string {
    const text = joined(parts);
    // What follows may hold values.
    state = scanned(text, state, isLines);
    return text;
  }
}

/** Returns whether a text is the content of one JSON string as it is. */
export function isStringContent(text: string): boolean {
  return endOfContent(text) === '';
}

/** How far a text of JSON has been read. */
interface State {
  readonly depth: number;
  readonly isInString: boolean;
  /** The beginning of an escape at the end of the text: a backslash, or `\u` with too few digits. */
  readonly pending: string;
  /** The last character outside of strings that is not white space. */
  readonly last: string;
}

const outside: State = { depth: 0, isInString: false, pending: '', last: '' };

function scanned(text: string, from: State, isLines: boolean): State {
  let { depth, isInString, pending, last } = from;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\n' && isLines) {
      depth = 0;
      isInString = false;
      pending = '';
      last = '';
    } else if (isInString) {
      if (pending !== '') pending = escapeBehind(pending, character);
      else if (character === '\\') pending = character;
      else if (character === '"') {
        isInString = false;
        last = '"';
      }
    } else if (character === '"') isInString = true;
    else if (!isBlank(character)) {
      if (character === '{' || character === '[') depth++;
      else if (character === '}' || character === ']') depth = Math.max(0, depth - 1);
      last = character;
    }
  }
  return { depth, isInString, pending, last };
}

/** Returns what is left open of an escape behind one more character. */
function escapeBehind(pending: string, character: string): string {
  const next = pending + character;
  return next.startsWith('\\u') && next.length < 6 ? next : '';
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

/** Returns a value as the content of a string, behind what an escape has begun there. */
function inString(value: string, pending: string): { readonly text: string; readonly pending: string } {
  const end = value === '' ? pending : endOfContent(pending + value);
  if (end !== undefined) return { text: value, pending: end };
  const escaped = JSON.stringify(value).slice(1, -1);
  // A backslash in front of the value stays one.
  return { text: pending === '\\' ? `\\${escaped}` : escaped, pending: '' };
}

/** Returns the digits that an escape at the end still needs, empty where there is none; undefined when the text is not the content of one string. */
function endOfContent(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit === 0x22) return undefined;
    if (unit !== 0x5c) continue;
    const kind = text.charAt(at + 1);
    if (kind === 'u') {
      const digits = text.slice(at + 2, at + 6);
      if (!/^[0-9a-f]*$/i.test(digits)) return undefined;
      if (digits.length < 4) return text.slice(at);
      at += 5;
    } else if (kind !== '' && '"\\/bfnrt'.includes(kind)) at++;
    else return undefined;
  }
  return '';
}

/** What a value outside of strings is. */
function structureOf(value: string) {
  let depth = 0;
  let isClosed = true;
  let hasComma = false;
  let isInString = false;
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth < 0) isClosed = false;
    } else if (character === ',' && depth === 0) hasComma = true;
  }
  return {
    isClosed: isClosed && depth === 0 && !isInString,
    hasComma,
    /** Line ends in JSON are white space only. */
    onOneLine: () => value.replace(/[\r\n]+/g, ' '),
  };
}
