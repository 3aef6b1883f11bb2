import { createJsonParts } from './json-printer';
import type { MarkupKind } from '@rulebook/xml/markup-tokens';
import { createMarkupParts } from './xml-printer';

/** A long body that is shown in pieces. */
export interface BodyPieces {
  /** Takes the next part of the body, and returns what can be shown of all that came. */
  readonly add: (part: string, isLast: boolean) => string;
  /** All of it that was returned is formatted. */
  readonly isFormatted: () => boolean;
}

/** How a body is shown. */
interface PieceOptions {
  /** What it is formatted as; everything else stays as it came. */
  readonly format?: 'json' | MarkupKind | undefined;
  /** Hides the secrets of a piece, which never ends between the name of a secret and its value. */
  readonly masked: (piece: string) => string;
}

/** After so many lines, members of JSON and elements share one: each line needs memory of its own where it is shown. */
const mostLines = 2_000_000;

/** Returns what makes the shown pieces of a long body. Takes time in proportion to the body. */
export function createBodyPieces({ format, masked }: PieceOptions, maxLines = mostLines): BodyPieces {
  const printer =
    format === undefined
      ? undefined
      : format === 'json'
        ? createJsonParts(maxLines)
        : createMarkupParts(format, { lines: maxLines });
  const text = createTextParts();
  let isFormatted = printer !== undefined;
  return {
    add: (part, isLast) => {
      if (printer === undefined || !isFormatted) return masked(text(part, isLast));
      const printed = printer.add(part, isLast);
      if (printed.rest !== undefined) isFormatted = false;
      // JSON is given between members; an element may be given in parts.
      if (format === 'json')
        return masked(printed.text) + (printed.rest === undefined ? '' : masked(text(printed.rest, isLast)));
      return masked(text(printed.text + (printed.rest ?? ''), isLast));
    },
    isFormatted: () => isFormatted,
  };
}

/** The value of a secret may be on the next line: the line ends with a sign between names and values, or with the start of an element. */
const mayContinue = /(?:[:=,{[]|<[^\s<>/!?][^<>]*(?<!\/)>)\s*$/;
/** The end of an element, where an XML or HTML text has few lines; and of a field of a form. */
const endOfPart = /<\/[^\s<>]+>|\/>|&(?=[\w.-]+=)/g;

/** Returns what gives text back up to where no value of a secret can be cut in two. Without such a place, all of it comes at the end. */
function createTextParts(): (part: string, isLast: boolean) => string {
  let held = '';
  let wanted = 0;
  return (part, isLast) => {
    held += part;
    if (!isLast && held.length < wanted) return '';
    const end = isLast ? held.length : endOfWhole(held);
    const given = held.slice(0, end);
    held = held.slice(end);
    wanted = end === 0 ? 2 * held.length : 0;
    return given;
  };
}

/** The number of lines, from the end, that are looked at. */
const tried = 1000;

function endOfWhole(text: string): number {
  let end = text.lastIndexOf('\n') + 1;
  for (let count = 0; end > 0 && count < tried; count++) {
    const start = text.lastIndexOf('\n', end - 2) + 1;
    if (!mayContinue.test(text.slice(Math.max(start, end - 200), end))) return end;
    end = start;
  }
  let last = 0;
  for (const { index, 0: found } of text.matchAll(endOfPart)) last = index + found.length;
  return last;
}
