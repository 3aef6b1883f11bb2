import { changeBy, holdsValues, joined, withEncoded, type Part, type Placed } from './part';

/** A target with its values. */
export interface PlacedTarget extends Placed {
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
  const inPathOf = (part: Part, rest: readonly Part[]): string => {
    const isFirst = !/[^/]/.test(pathOf(text).path);
    const isLast = isEndOfPath(rest);
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
  const inHost = (part: Part, rest: readonly Part[], authority: string): string => {
    const behind = literalIn(rest, /[/?#]/);
    if (behind.includes('@')) return withEncoded(part.text, /[/?#@\\]/g);
    const isAtStart = authority === '' || authority.endsWith('@');
    const isWhole = isAtStart && (rest[0]?.variable !== undefined || /^(?:$|[/?#])/.test(rest[0]?.text ?? ''));
    if (isWhole) return part.text;
    // A path may begin behind the host.
    if (!isAtStart && /^[/?]/.test(part.text) && !behind.trim()) return part.text;
    return /[/\\?#@]/.test(part.text) ? change(part, 'does not end inside of the host') : part.text;
  };
  const placeOf = (part: Part, rest: readonly Part[]): string => {
    const { kind, authority } = pathOf(text);
    if (kind === 'start') return part.text;
    if (kind === 'authority') return inHost(part, rest, authority);
    if (kind === 'path') return inPathOf(part, rest);
    return inQuery(part, text, rest);
  };
  for (const [index, written] of parts.entries()) {
    // A URL ignores tabs and line ends.
    const part = { ...written, text: written.text.replace(/[\t\r\n]/g, '') };
    text += part.variable === undefined ? written.text : placeOf(part, parts.slice(index + 1));
  }
  for (const part of leavingByDots(text, inPath)) change(part, 'leaves its place in the path by dots');
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

/** Returns which part of a URL the end of a text is in. */
function pathOf(text: string): {
  readonly kind: 'start' | 'authority' | 'path' | 'query';
  readonly authority: string;
  readonly path: string;
  readonly at: number;
} {
  const scheme = /^\s*[a-z][a-z0-9+.-]*:[/\\]{2}/i.exec(text)?.[0].length;
  const none = { authority: '', path: '', at: text.length };
  if (text.trim() === '') return { kind: 'start', ...none };
  const rest = text.slice(scheme ?? 0);
  const end = scheme === undefined ? 0 : rest.search(/[/\\?#]/);
  if (end < 0) return { kind: 'authority', ...none, authority: rest };
  const query = rest.search(/[?#]/);
  const path = query < 0 ? rest.slice(end) : rest.slice(end, query);
  return { kind: query < 0 ? 'path' : 'query', authority: rest.slice(0, end), path, at: (scheme ?? 0) + end };
}

/** Returns whether the path ends in front of these parts: with the target, the query, or with variables alone. */
function isEndOfPath(rest: readonly Part[]): boolean {
  const next = rest.find(({ variable, text }) => variable === undefined && text !== '');
  return next === undefined || /^(?:\s*$|[?#&])/.test(next.text);
}

/** Returns the text that follows, up to one of some characters. */
function literalIn(rest: readonly Part[], end: RegExp): string {
  let text = '';
  for (const part of rest) {
    if (part.variable !== undefined) continue;
    const at = part.text.search(end);
    if (at >= 0) return text + part.text.slice(0, at);
    text += part.text;
  }
  return text;
}

/** Places a value in the query. `text` is what is in front of it, with the values there. */
function inQuery(part: Part, text: string, rest: readonly Part[]): string {
  const fragment = text.indexOf('#');
  if (fragment >= 0) return part.text;
  const field = text.slice(Math.max(text.lastIndexOf('?'), text.lastIndexOf('&')) + 1);
  const isWhole = field.trim() === '' && literalIn(rest, /[&#]/).trim() === '';
  if (isWhole) return part.text;
  return withEncoded(part.text, field.includes('=') ? /[&#]/g : /[&#=]/g);
}

/** Returns the values that are in segments of the path that servers resolve as dots, also where they are encoded. */
function leavingByDots(text: string, values: readonly Range[]): readonly Part[] {
  if (values.length === 0) return [];
  const { path, at } = pathOf(text);
  const found: Part[] = [];
  let start = at;
  for (const segment of path.split(/[/\\]/)) {
    const end = start + segment.length;
    if (isDots(segment))
      found.push(...values.filter((value) => value.start <= end && value.end >= start).map(({ part }) => part));
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
