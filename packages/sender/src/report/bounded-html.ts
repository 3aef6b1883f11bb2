import { visible, visibleLine } from '@rulebook/text/visible';
import { escapedXml } from './xml';

/** How much may still be written, in bytes of UTF-8. */
export interface Room {
  left: number;
}

/** A text that is escaped and has its place. */
interface Cut {
  readonly html: string;
  readonly isCut: boolean;
}

/** About what the markup of an item of a list takes, in bytes. */
const markupOfItem = 100;

/** What a cut text ends with. */
const ending = '…';

/** Returns markup, and takes its size from the room. */
export function markup(room: Room, html: string): string {
  room.left -= bytesOf(html);
  return html;
}

/** Returns a text in one line, escaped, cut at so many bytes or where the room ends. */
export function line(room: Room, text: string, longest: number): string {
  return cut(room, visibleLine(text.slice(0, longest)), longest, text.length > longest).html;
}

/** Returns a text with its lines, escaped, cut at so many bytes or where the room ends. */
export function block(room: Room, text: string, longest: number): Cut {
  return cut(room, visible(text.slice(0, longest)), longest, text.length > longest);
}

/** Returns each item as it is written, and in place of what has no room how many are left out. */
export function items<T>(
  room: Room,
  all: readonly T[],
  write: (item: T) => string,
  rest: (count: number) => string,
): string {
  let html = '';
  for (const [index, item] of all.entries()) {
    if (room.left <= 0) return html + rest(all.length - index);
    html += write(item);
    room.left -= markupOfItem;
  }
  return html;
}

/** Returns the size of a text in bytes of UTF-8. */
export function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += bytesAt(text.charCodeAt(at));
  return bytes;
}

/** Each half of a pair counts two of its four bytes. */
function bytesAt(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
}

function cut(room: Room, text: string, longest: number, isShortened: boolean): Cut {
  const limit = Math.max(0, Math.min(longest, room.left));
  const escaped = escapedXml(text);
  const isCut = isShortened || bytesOf(escaped) > limit;
  const html = isCut ? `${beginningOf(escaped, limit)}${ending}` : escaped;
  room.left -= bytesOf(html);
  return { html, isCut };
}

/** Cuts between characters, and never inside of an entity. */
function beginningOf(escaped: string, limit: number): string {
  let bytes = 0;
  for (const { 0: sign, index } of escaped.matchAll(/&[a-z]{2,4};|[^]/gu)) {
    bytes += bytesOf(sign);
    if (bytes > limit) return escaped.slice(0, index);
  }
  return escaped;
}
