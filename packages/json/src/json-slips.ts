import { editDistance } from '@rulebook/text/edit-distance';
import type { TextEdit } from '@rulebook/text/edit';
import { lineEndOf } from '@rulebook/text/lines';
import type { Span } from '@rulebook/text/span';
import type { JsonProblem } from './json-problems';
import { isNumber, jsonToken, JsonTokens } from './json-tokens';

/** A way to write what was meant. */
export interface SlipFix {
  /** The new text, where it says what the fix does; otherwise the name of what it does. */
  readonly writes?: string;
  readonly does?: 'add quotes' | 'change quotes' | 'escape quotes' | 'close placeholder';
  readonly edits: readonly TextEdit[];
  /** Nothing else can be meant. */
  readonly isSure: boolean;
}

/** What was meant by a text that is not JSON. */
export interface JsonSlip {
  readonly message: string;
  readonly span: Span;
  readonly fixes: readonly SlipFix[];
}

/** Further than this, nothing is looked for. */
const farthest = 2_000;

/** Returns what was meant at a problem: by a text without quotes or in other ones, a quotation mark in a string, a number of another language. */
export function slipAt(
  text: { slice(start: number, end: number): string },
  { isCommaMissing, mayHideMember, message, span }: Omit<JsonProblem, 'code'>,
  bodyEnd: number,
): JsonSlip | undefined {
  const before = lastLine(text.slice(Math.max(0, span.start - farthest), span.start));
  const digits = /(?:^|[\s:[,{])(-?\d[\d.eE+-]*)$/.exec(before)?.[1] ?? '';
  const start = span.start - digits.length;
  const line = firstLine(text.slice(start, Math.min(bodyEnd, start + farthest)));
  const open = /^\{\{[ \t]*[\w.$-]+[ \t]*\}(?!\})/.exec(before.slice(-1) + line);
  if (open !== null) {
    const end = start - 1 + open[0].length;
    const edits = [{ span: { start: end, end }, newText: '}' }];
    const fixes = [{ does: 'close placeholder', edits, isSure: true }] as const;
    return { message: 'The placeholder is not closed. Add `}`.', span: { start: start - 1, end }, fixes };
  }
  if (mayHideMember !== true && !(isCommaMissing === true && (digits !== '' || before.endsWith('"')))) return undefined;
  return (
    textInOtherQuotes(line, start) ??
    quoteInString(before, line, start, isCommaMissing === true) ??
    wordWithoutQuotes(before.slice(0, before.length - digits.length), line, start, isCommaMissing ? unquoted : message)
  );
}

/** Returns the edits that write all strings of a body in double quotes that are in single ones. */
export function singleQuotedIn(text: string, body: Span): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const tokens = new JsonTokens(text, body.start, body.end);
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    if (kind !== jsonToken.unknown) continue;
    const found = inOtherQuotes.exec(firstLine(text.slice(tokens.start, Math.min(body.end, tokens.start + farthest))));
    if (found === null) continue;
    tokens.end = tokens.start + found[0].length;
    edits.push({ span: { start: tokens.start, end: tokens.end }, newText: inDoubleQuotes(found[1] ?? found[2] ?? '') });
  }
  return edits;
}

/** Returns the edit that closes what is open before a closing bracket of something else at the offset, or else what is open at the end of the body. */
export function closing(text: string, body: Span, offset: number): TextEdit | undefined {
  const open: { readonly closer: string; readonly at: number }[] = [];
  let end = body.start;
  let missing: typeof open = open;
  const tokens = new JsonTokens(text, body.start, body.end);
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    const at = tokens.start;
    if (kind === jsonToken.openBrace) open.push({ closer: '}', at });
    else if (kind === jsonToken.openBracket) open.push({ closer: ']', at });
    else if (kind === jsonToken.closeBrace || kind === jsonToken.closeBracket) {
      const last = open.pop();
      if (last === undefined) return undefined;
      if (last.closer !== text[at]) {
        if (at !== offset) return undefined;
        missing = [last];
        break;
      }
    }
    if (kind <= jsonToken.text || kind === jsonToken.unknown) ({ end } = tokens);
  }
  if (missing.length === 0) return undefined;
  const newText = missing.toReversed().map(({ closer, at }) => behind(text, at, end) + closer);
  return { span: { start: end, end }, newText: newText.join('') };
}

/** Returns what is between the end of an object or array and its closing bracket: a new line where it began on an earlier one. */
function behind(text: string, from: number, end: number): string {
  if (!text.slice(from, end).includes('\n')) return text[from] === '{' ? ' ' : '';
  const line = text.slice(text.lastIndexOf('\n', from) + 1, from);
  return lineEndOf(text) + (/^[ \t]*/.exec(line)?.[0] ?? '');
}

const inOtherQuotes = /^(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/;

function textInOtherQuotes(line: string, start: number): JsonSlip | undefined {
  const found = inOtherQuotes.exec(line);
  if (found === null) return undefined;
  const span = { start, end: start + found[0].length };
  const edits = [{ span, newText: inDoubleQuotes(found[1] ?? found[2] ?? '') }];
  return {
    message: 'Strings are in double quotes in JSON.',
    span,
    fixes: [{ does: 'change quotes', edits, isSure: true }],
  };
}

/** What ends a value in its line: closing brackets, or a comma with the next member. */
const behindValue = /^[ \t]*(?:[}\],][ \t}\],]*)?$|^[ \t]*,[ \t]*"[^"\\]+"[ \t]*:/;

/** Returns the rest of a string up to the quotation mark that ends its value; undefined if none does. */
function restOfString(line: string): string | undefined {
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1))
    if (line[at - 1] !== '\\' && behindValue.test(line.slice(at + 1))) return line.slice(0, at);
  return undefined;
}

/** Returns the string that a quotation mark inside of it seems to end. */
function quoteInString(before: string, line: string, start: number, isCommaMissing: boolean): JsonSlip | undefined {
  const [, sign, opening] = /([:[,])[ \t]*("(?:[^"\\]|\\.)*")$/.exec(before) ?? [];
  // In a list, two strings are rather two items.
  if (opening === undefined || (isCommaMissing && sign !== ':')) return undefined;
  const rest = restOfString(line);
  if (rest === undefined) return undefined;
  const span = { start: start - opening.length, end: start + rest.length + 1 };
  const newText = inDoubleQuotes(opening.slice(1) + rest);
  return {
    message: 'A quotation mark inside a string is written `\\"`.',
    span,
    fixes: [{ does: 'escape quotes', edits: [{ span, newText }], isSure: false }],
  };
}

const unquoted = 'Expected a value. Put strings in double quotes.';

/** One word or several up to what ends a value. */
const words = /^[^\s"'`{}[\],]+(?:[ \t]+[^\s"'`{}[\],]+)*(?=[ \t]*(?:[,}\]]|$))/;

function wordWithoutQuotes(before: string, line: string, start: number, message: string): JsonSlip | undefined {
  const key = /^[A-Za-z_$@][\w$@.-]*(?=[ \t]*:)/.exec(line)?.[0];
  if (key !== undefined && !/:[ \t]*$/.test(before)) {
    const span = { start, end: start + key.length };
    const edits = [{ span, newText: `"${key}"` }];
    return { message: 'Expected a key in double quotes.', span, fixes: [{ does: 'add quotes', edits, isSure: true }] };
  }
  const comment = line.search(/[ \t](?:\/\/|\/\*|#)/);
  const word = words.exec(comment < 0 ? line : line.slice(0, comment))?.[0];
  // `<name>` is a place to be filled in.
  if (word === undefined || isNumber(word) || /^[<;=/]|\\/.test(word)) return undefined;
  const span = { start, end: start + word.length };
  const written = literalMeant(word) ?? numberMeant(word);
  const quotes: SlipFix = { does: 'add quotes', edits: [{ span, newText: `"${word}"` }], isSure: false };
  if (written === undefined) return { message, span, fixes: [quotes] };
  const value: SlipFix = { writes: written, edits: [{ span, newText: written }], isSure: false };
  const isOnly = written === 'null' || /^(?:true|false)$/i.test(word);
  // `007` is rather a code than a number.
  const fixes = isOnly ? [value] : /^0\d/.test(word) ? [quotes, value] : [value, quotes];
  return { message: isNumber(written) ? 'JSON has no number of this form.' : message, span, fixes };
}

/** Returns the literal that a word of another language stands for, or that it misspells. */
function literalMeant(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (/^(?:null|none|nil|undefined)$/.test(lower)) return 'null';
  if (/^(?:yes|on|no|off)$/.test(lower)) return /^(?:yes|on)$/.test(lower) ? 'true' : 'false';
  return ['true', 'false', 'null'].find((one) => one[0] === lower[0] && editDistance(lower, one, 1) <= 1);
}

/** Returns the number of JSON for one of another language: `.5`, `+1`, `1_000`, `007`. */
function numberMeant(word: string): string | undefined {
  const plain = word.replace(/^\+/, '').replace(/(?<=\d)_(?=\d)/g, '');
  const number = plain.replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?)\./, '$10.');
  return isNumber(number) ? number : undefined;
}

/** Returns the string with this content, in which only what ends it is not escaped yet. */
function inDoubleQuotes(content: string): string {
  return `"${content.replace(/\\[^]|"/g, (found) => (found === '"' ? '\\"' : found === "\\'" || found === '\\`' ? found.slice(1) : found))}"`;
}

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}
