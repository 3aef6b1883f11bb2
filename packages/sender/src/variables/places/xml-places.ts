import { changeBy, holdsValues, joined, type Part, type Placed } from './part';

/** Where a text of XML ends: in the content of elements, in a tag, in one of its values, or in what is not markup. */
interface State {
  readonly kind: 'content' | 'tag' | '"' | "'" | 'comment' | 'cdata';
  readonly depth: number;
}

/**
 * Returns XML with its values as they are, and which of them change its structure: one that ends what it is in, or adds an element to a text.
 * A fragment that is the whole content of an element is a structure of its own.
 */
export function placedInXml(parts: readonly Part[]): Placed {
  const changes: string[] = [];
  if (!holdsValues(parts)) return { text: joined(parts), changes };
  let state: State = { kind: 'content', depth: 0 };
  let tail = '';
  parts.forEach((part, index) => {
    const before = tail;
    tail = (before + part.text).slice(-2);
    if (part.variable === undefined) {
      state = scanned(part.text, state).end;
      return;
    }
    if (state.kind === 'content' && state.depth === 0) return;
    if (!isInPlace({ before, value: part.text, behind: parts[index + 1]?.text ?? '' }, state, isAlone(parts, index)))
      changes.push(changeBy(part, 'changes the elements of the XML'));
  });
  return { text: joined(parts), changes };
}

/** What ends a text that is not markup. */
const ends = { '"': /["<]/, "'": /['<]/, comment: /-->/, cdata: /\]\]>/ } as const;

/** A value with the two characters in front of it and the text behind it. */
interface ValueInText {
  readonly before: string;
  readonly value: string;
  readonly behind: string;
}

function isInPlace(placed: ValueInText, state: State, mayBeFragment: boolean): boolean {
  const { before, value, behind } = placed;
  if (state.kind === 'tag') return isInTag(placed);
  // An end may begin in front of a value or go on behind it.
  if (state.kind === 'comment' || state.kind === 'cdata')
    return !ends[state.kind].test(before + value + behind.slice(0, 2));
  if (state.kind !== 'content') return !ends[state.kind].test(value);
  if (!value.includes('<')) return true;
  const { end, lowest } = scanned(value, state);
  return mayBeFragment && end.kind === 'content' && end.depth === state.depth && lowest >= state.depth;
}

/** Returns whether a value in a tag is what its place takes: a value behind `=`, attributes where it is alone, or a part of a name. */
function isInTag({ before, value, behind }: ValueInText): boolean {
  if (before.endsWith('=')) return /^(?:"[^"<]*"|'[^'<]*'|[^\s"'<>/=]+)$/.test(value);
  const isAttributes = /\s$/.test(before) && /^(?:$|[\s/>])/.test(behind);
  if (isAttributes) return !/["'<>/]/.test(value.replace(/"[^"<]*"|'[^'<]*'/g, ''));
  return /^[^\s"'<>/=]*$/.test(value) && !(value === '' && before.endsWith('<'));
}

/** Returns whether a value is the whole content of an element. */
function isAlone(parts: readonly Part[], index: number): boolean {
  const [before, behind] = [parts[index - 1], parts[index + 1]];
  const isText = before !== undefined && before.variable === undefined && behind?.variable === undefined;
  return isText && />\s*$/.test(before.text) && /^\s*</.test(behind?.text ?? '');
}

function scanned(text: string, from: State): { readonly end: State; readonly lowest: number } {
  let { kind, depth } = from;
  let lowest = depth;
  let tag = '';
  let at = 0;
  const skipTo = (mark: string) => {
    const end = text.indexOf(mark, at);
    at = end < 0 ? text.length : end + mark.length;
    return end >= 0;
  };
  while (at < text.length) {
    if (kind === 'comment' || kind === 'cdata') {
      if (skipTo(kind === 'comment' ? '-->' : ']]>')) kind = 'content';
    } else if (kind === '"' || kind === "'") {
      if (skipTo(kind)) kind = 'tag';
    } else if (kind === 'content') {
      if (!skipTo('<')) continue;
      if (text.startsWith('!--', at)) kind = 'comment';
      else if (text.startsWith('![CDATA[', at)) kind = 'cdata';
      else {
        kind = 'tag';
        tag = text.charAt(at);
        if (tag === '/') depth--;
        else if (tag !== '?' && tag !== '!') depth++;
        lowest = Math.min(lowest, depth);
      }
    } else {
      const character = text.charAt(at);
      if (character === '"' || character === "'") kind = character;
      else if (character === '>') {
        if (text.charAt(at - 1) === '/') depth--;
        kind = 'content';
      }
      at++;
    }
  }
  return { end: { kind, depth }, lowest };
}
