import type { JsonBody } from '@rulebook/request-file/syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import type { Fix } from '../rule';
import { quoted } from './wording';

/** White space that JSON does not allow, with its name. */
const blanks: ReadonlyMap<string, string> = new Map([
  ['\u00a0', 'no-break space'],
  ['\u2007', 'figure space'],
  ['\u2009', 'thin space'],
  ['\u200a', 'hair space'],
  ['\u202f', 'narrow no-break space'],
  ['\u3000', 'ideographic space'],
  ['\u2028', 'line separator'],
  ['\u2029', 'paragraph separator'],
]);

/** Invisible characters, with their names. */
const invisible: ReadonlyMap<string, string> = new Map([
  ['\ufeff', 'byte order mark'],
  ['\u200b', 'zero-width space'],
  ['\u200c', 'zero-width non-joiner'],
  ['\u200d', 'zero-width joiner'],
  ['\u2060', 'word joiner'],
  ['\u00ad', 'soft hyphen'],
]);

const quotes = '“”„‟«»';

/** A problem with a character that only looks like white space or a quotation mark. */
interface UnusualCharacter {
  readonly message: string;
  readonly span: Span;
  /** It stands for all such characters of the body, which its fix replaces together. */
  readonly isForBody?: true;
  readonly fixes: () => readonly Fix[];
}

/** Returns the problem of the first such character in an unreadable part of a body; undefined if there is none. */
export function unusualCharacterAt(text: string, body: JsonBody, { start, end }: Span): UnusualCharacter | undefined {
  for (let at = start; at < Math.max(end, start + 1); at++) {
    const character = text[at] ?? '';
    const name = blanks.get(character) ?? invisible.get(character);
    if (name !== undefined) {
      const edits = replacements(text, body);
      const more = edits.length > 1 ? ` The body has ${edits.length} such characters.` : '';
      return {
        message: `JSON does not allow the ${name} (${codePointOf(character)}) here.${more}`,
        span: { start: at, end: at + 1 },
        isForBody: true,
        fixes: () => [{ title: 'Replace such characters outside strings', edits, isSafe: true }],
      };
    }
    if (quotes.includes(character)) {
      const span = { start: at, end: at + 1 };
      const edits = replacedQuotes(text, body, at);
      return {
        message: 'JSON does not allow typographic quotation marks; use `"`.',
        span,
        fixes: () => (edits === undefined ? [] : [{ title: `Change to ${quoted('"')}`, edits, isSafe: true }]),
      };
    }
  }
  return undefined;
}

/** Returns the edits that replace unusual white space with spaces and remove invisible characters, everywhere outside strings. */
function replacements(text: string, { span: { start, end } }: JsonBody): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let isInText = false;
  for (let at = start; at < end; at++) {
    const character = text[at] ?? '';
    if (isInText && character === '\\') at++;
    // No string continues after the end of its line.
    else if (character === '"' || character === '\n') isInText = character === '"' && !isInText;
    else if (!isInText && blanks.has(character)) edits.push({ span: { start: at, end: at + 1 }, newText: ' ' });
    else if (!isInText && invisible.has(character)) edits.push({ span: { start: at, end: at + 1 }, newText: '' });
  }
  return edits;
}

/** Returns the edits for the quotation mark and its partner on the same line, if the text between them is valid in plain ones. */
function replacedQuotes(text: string, { span }: JsonBody, at: number): readonly TextEdit[] | undefined {
  for (let other = at + 1; other < span.end; other++) {
    const character = text[other] ?? '';
    if (character === '\n' || character === '"' || character === '\\') return undefined;
    if (!quotes.includes(character)) continue;
    return [at, other].map((start) => ({ span: { start, end: start + 1 }, newText: '"' }));
  }
  return undefined;
}

function codePointOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
