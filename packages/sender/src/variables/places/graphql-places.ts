import { isStringContent } from './json-places';
import { changeBy, type Part, type Placed } from './part';

/**
 * Returns a GraphQL document with its values: in a string, each is escaped unless it is right there; outside of strings, it is a structure of its
 * own, which ends nothing around it, and which is one value where one is expected.
 */
export function placedInGraphql(parts: readonly Part[]): Placed {
  const changes: string[] = [];
  let state: State = { kind: 'outside', open: '', last: '', isInName: false };
  const place = (part: Part, index: number): string => {
    if (part.variable === undefined) {
      state = scanned(part.text, state);
      return part.text;
    }
    const { kind } = state;
    if (kind === 'string') return isStringContent(part.text) ? part.text : JSON.stringify(part.text).slice(1, -1);
    if (kind === 'block') return part.text.replace(/(?<!\\)"""/g, '\\"""').replace(/"$/, '" ');
    const isWhole = state.open === '' && state.last === '';
    if (kind === 'comment' ? /[\r\n]/.test(part.text) : !isWhole && !fits(part.text, state, parts[index + 1]))
      changes.push(changeBy(part, 'changes the GraphQL document'));
    if (kind === 'outside') state = isWhole ? state : { ...state, last: 'v', isInName: /[\w$]$/.test(part.text) };
    return part.text;
  };
  return { text: parts.map(place).join(''), changes };
}

interface State {
  readonly kind: 'outside' | 'string' | 'block' | 'comment';
  /** The brackets that are open, the inner one last. */
  readonly open: string;
  /** The last character outside of strings and comments that is not white space. */
  readonly last: string;
  /** The text ends with a character of a name. */
  readonly isInName: boolean;
}

function scanned(text: string, from: State): State {
  let { kind, open, last } = from;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (kind === 'comment') {
      if (character === '\n' || character === '\r') kind = 'outside';
    } else if (kind === 'block') {
      if (text.startsWith('\\"""', at)) at += 3;
      else if (text.startsWith('"""', at)) {
        kind = 'outside';
        at += 2;
      }
    } else if (kind === 'string') {
      if (character === '\\') at++;
      else if (character === '"' || character === '\n') kind = 'outside';
    } else if (character === '#') kind = 'comment';
    else if (text.startsWith('"""', at)) {
      kind = 'block';
      last = '"';
      at += 2;
    } else if (character === '"') {
      kind = 'string';
      last = '"';
    } else if (!/[\s,\uFEFF]/.test(character)) {
      if ('{(['.includes(character)) open += character;
      else if ('})]'.includes(character)) open = open.slice(0, -1);
      last = character;
    }
    at++;
  }
  return { kind, open, last, isInName: kind === 'outside' && /[\w$]$/.test(text) };
}

/** Returns whether a value outside of strings is what its place takes. */
function fits(value: string, { last, isInName }: State, next: Part | undefined): boolean {
  const items = itemsOf(value);
  const behind = next?.text ?? '';
  if (items === undefined) return false;
  if (isInName || /^\w/.test(behind)) return /^\w*$/.test(value);
  // In front of arguments, a value or a selection, there is one name, and behind a colon one value.
  const isValue = last === ':' || last === '=';
  const isOne = isValue || /^\s*[({:]/.test(behind);
  return !(isOne && items > 1) && !(isValue && /^[\s,]*\(/.test(value));
}

/** Returns the number of names, values and groups of a text; undefined where it ends something around it, or leaves something open. */
function itemsOf(value: string): number | undefined {
  let open = '';
  let items = 0;
  let isInWord = false;
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    // A comment would take what follows.
    if (character === '#') return undefined;
    const closed = ')]}'.indexOf(character);
    if (closed >= 0) {
      if (open.at(-1) !== '([{'.charAt(closed)) return undefined;
      open = open.slice(0, -1);
    }
    const isWord = !/[\s,"()[\]{}]/.test(character);
    const begins = character === '"' || '([{'.includes(character) || (isWord && !isInWord);
    if (begins && open === '') items++;
    isInWord = isWord;
    if ('([{'.includes(character)) open += character;
    if (character === '"') {
      const end = endOfString(value, at);
      if (end < 0) return undefined;
      at = end;
    }
  }
  return open === '' ? items : undefined;
}

/** Returns the position of the last quotation mark of a string that begins here; negative when it does not end. */
function endOfString(text: string, start: number): number {
  const isBlock = text.startsWith('"""', start);
  for (let at = start + (isBlock ? 3 : 1); at < text.length; at++) {
    const character = text.charAt(at);
    if (isBlock) {
      if (text.startsWith('\\"""', at)) at += 3;
      else if (text.startsWith('"""', at)) return at + 2;
    } else if (character === '\\') at++;
    else if (character === '"') return at;
    else if (character === '\n' || character === '\r') return -1;
  }
  return -1;
}
