import { changeBy, holdsValues, joined, withEncoded, type Part, type Placed } from './part';
import { createTargetReader, type TargetState } from './target-reader';

/** A target with its values. */
interface PlacedTarget extends Placed {
  /** What values add to the path: segments of their own, which may be another operation. */
  readonly segmentsAdded: readonly string[];
  /** The target as it is written from its host on: with the names of variables in place of values in the path. */
  readonly written: string;
}

/**
 * Places values in the target of a request. What begins the target, the whole path, or a whole parameter stays as it is, since it is a
 * structure; in a part of the path `?` and `#` are percent-encoded, in the value of a parameter `&` and `#`. No value leaves its place by dots,
 * and none that is a part of the host adds anything to it.
 */
export function placedInTarget(parts: readonly Part[], { isUnsafe }: { readonly isUnsafe: boolean }): PlacedTarget {
  if (!holdsValues(parts)) return { text: joined(parts), written: joined(parts), changes: [], segmentsAdded: [] };
  const changes: string[] = [];
  const segmentsAdded: string[] = [];
  const inPath: Range[] = [];
  let text = '';
  const change = (part: Part, does: string) => {
    changes.push(changeBy(part, does));
    return part.text;
  };
  const reader = createTargetReader();
  const behind = whatFollows(parts);
  const inPathOf = (part: Part, { isEndOfPath: isLast }: Following): string => {
    const { isFirstOfPath: isFirst } = reader.state();
    const value = part.text;
    let placed = withEncoded(value, /\\/g);
    // A variable behind the path may be the whole query.
    const isQuery = isLast && value.startsWith('?');
    if (isQuery && isUnsafe) change(part, 'adds parameters');
    if (!isQuery && value.includes('/')) segmentsAdded.push(changeBy(part, 'adds segments to the path'));
    if (!isQuery && !(isFirst && isLast)) placed = withEncoded(placed, /[?#]/g);
    inPath.push({ start: text.length, end: text.length + placed.length, part });
    return placed;
  };
  const inHost = (part: Part, following: Following): string => {
    if (following.hasAt) return withEncoded(part.text, /[/?#@\\]/g);
    const { isAtStartOfHost } = reader.state();
    if (isAtStartOfHost && following.endsHost) return part.text;
    // A path may begin behind the host, and ends nothing of the path behind it.
    if (!isAtStartOfHost && following.isHostBlank) {
      if (/^[/?]/.test(part.text) && following.isEndOfPath) return part.text;
      if (part.text.startsWith('/')) return withEncoded(part.text, /[\\?#]/g);
    }
    return /[/\\?#@]/.test(part.text) ? change(part, 'does not end inside of the host') : part.text;
  };
  const placeOf = (part: Part, following: Following): string => {
    const state = reader.state();
    if (state.kind === 'start') return part.text;
    if (state.kind === 'authority') return inHost(part, following);
    if (state.kind === 'path') return inPathOf(part, following);
    return inQuery(part, state, following);
  };
  for (const [index, written] of parts.entries()) {
    // A URL ignores tabs and line ends.
    const part = { ...written, text: written.text.replace(/[\t\r\n]/g, '') };
    const piece = part.variable === undefined ? written.text : placeOf(part, behind[index] ?? atEnd);
    text += piece;
    reader.add(piece);
  }
  const { start, end } = reader.path();
  for (const part of leavingByDots(text.slice(start, end), start, inPath))
    change(part, 'leaves its place in the path by dots');
  return {
    text,
    written: withNames(text, inPath),
    changes: [...new Set(changes)],
    segmentsAdded: [...new Set(segmentsAdded)],
  };
}

/** Where the value of a variable is in the text. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly part: Part;
}

function withNames(text: string, values: readonly Range[]): string {
  let written = '';
  let at = 0;
  for (const { start, end, part } of values) {
    written += `${text.slice(at, start)}{{${part.variable ?? ''}}}`;
    at = end;
  }
  return written + text.slice(at);
}

/** What is behind a part of a target. */
interface Following {
  /** The path ends there: with the target, the query, or with variables alone. */
  readonly isEndOfPath: boolean;
  /** The rest of the host has an `@`, as far as it is written. */
  readonly hasAt: boolean;
  /** The rest of the host is blank, as far as it is written. */
  readonly isHostBlank: boolean;
  /** A variable follows, or what ends a host. */
  readonly endsHost: boolean;
  /** The rest of the parameter is blank, as far as it is written. */
  readonly isFieldBlank: boolean;
}

const atEnd: Following = { isEndOfPath: true, hasAt: false, isHostBlank: true, endsHost: true, isFieldBlank: true };

/** Returns what is behind each part. */
function whatFollows(parts: readonly Part[]): readonly Following[] {
  const found: Following[] = [];
  let behind = atEnd;
  for (const part of parts.toReversed()) {
    found.push(behind);
    behind = inFrontOf(part, behind);
  }
  return found.reverse();
}

function inFrontOf({ text, variable }: Part, behind: Following): Following {
  if (variable !== undefined) return { ...behind, endsHost: true };
  const [host = '', ...afterHost] = text.split(/[/?#]/, 2);
  const [field = '', ...afterField] = text.split(/[&#]/, 2);
  const isHostOver = afterHost.length > 0;
  return {
    isEndOfPath: text === '' ? behind.isEndOfPath : /^(?:\s*$|[?#&])/.test(text),
    hasAt: host.includes('@') || (!isHostOver && behind.hasAt),
    isHostBlank: host.trim() === '' && (isHostOver || behind.isHostBlank),
    endsHost: /^(?:$|[/?#])/.test(text),
    isFieldBlank: field.trim() === '' && (afterField.length > 0 || behind.isFieldBlank),
  };
}

/** Places a value in the query. */
function inQuery(part: Part, { isInFragment, isFieldBlank, isInValue }: TargetState, following: Following): string {
  if (isInFragment || (isFieldBlank && following.isFieldBlank)) return part.text;
  return withEncoded(part.text, isInValue ? /[&#]/g : /[&#=]/g);
}

/** Returns the values that are in segments of the path that servers resolve as dots, also where they are encoded. */
function leavingByDots(path: string, at: number, values: readonly Range[]): readonly Part[] {
  const found: Part[] = [];
  let start = at;
  let first = 0;
  for (const segment of path.split(/[/\\]/)) {
    const end = start + segment.length;
    if (isDots(segment)) {
      while ((values[first]?.end ?? end) < start) first++;
      for (let index = first; index < values.length; index++) {
        const value = values[index];
        if (value === undefined || value.start > end) break;
        found.push(value.part);
      }
    }
    start = end + 1;
  }
  return found;
}

function isDots(segment: string): boolean {
  let text = segment;
  // A chain of servers may decode it more than once.
  for (let round = 0; round < 4 && text.includes('%'); round++)
    text = text.replace(/%(?:2e|2f|5c|25|3b)/gi, (code) => decodeURIComponent(code));
  return text.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(part.replace(/;[^]*$/, '').trim()));
}
