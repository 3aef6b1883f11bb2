import { createJsonParts } from './json-printer';

/** A long body that is shown in pieces. */
export interface BodyPieces {
  /** Takes the next part of the body, and returns what can be shown of all that came. */
  readonly add: (part: string, isLast: boolean) => string;
  /** All of it that was returned is formatted. */
  readonly isFormatted: () => boolean;
}

/** How a body is shown. */
interface PieceOptions {
  /** JSON is formatted; everything else stays as it came. */
  readonly isFormattedJson: boolean;
  /** Hides the secrets of a piece, which never ends between the name of a secret and its value. */
  readonly masked: (piece: string) => string;
}

/** After so many lines, members of JSON share one: each line needs memory of its own where it is shown. */
const mostLines = 2_000_000;

/** Returns what makes the shown pieces of a long body. Takes time in proportion to the body. */
export function createBodyPieces({ isFormattedJson, masked }: PieceOptions, maxLines = mostLines): BodyPieces {
  const json = isFormattedJson ? createJsonParts(maxLines) : undefined;
  const text = createTextParts();
  let isFormatted = json !== undefined;
  return {
    add: (part, isLast) => {
      if (json === undefined || !isFormatted) return masked(text(part, isLast));
      const printed = json.add(part, isLast);
      if (printed.rest === undefined) return masked(printed.text);
      isFormatted = false;
      return masked(printed.text) + masked(text(printed.rest, isLast));
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
