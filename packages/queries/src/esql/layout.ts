import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import { readQuery } from './read-query';

/** What holds blanks that mean something, brackets, and pipes. */
const part =
  /"""[^]*?"""(?:"{0,2}(?!"))?|"(?:[^"\\\n]|\\.)*"|`(?:[^`]|``)*`|\/\/[^\r\n]*|\/\*[^]*?\*\/|[ \t\r\n]+|[()[\]{}|]/g;

/**
 * Returns what changes the white space of a query: each command on a line of its own, which begins with its pipe, and further lines of it
 * indented; or all of it on one line. Comments and strings stay as they are. Undefined where the query has a mistake, or a comment needs its line.
 */
export function layOut(text: string, form: 'lines' | 'line', limit = text.length): readonly TextEdit[] | undefined {
  // A variable of the file is read as underscores, and may be a number or a whole condition.
  const isOfVariable = ({ start, end }: Span) => end > limit && text.slice(start, end).includes('__');
  if (readQuery(text).problems.some(({ kind, span }) => kind === 'syntax' && !isOfVariable(span))) return undefined;
  const edits = form === 'lines' ? editsForLines(text) : editsForLine(text);
  if (edits === undefined) return undefined;
  const after = applied(text, edits);
  // What is read otherwise is not touched.
  return meaningOf(after) === meaningOf(text) ? edits : undefined;
}

/** Applies edits in the order of the text, of which a long query has many. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span, newText } of edits) {
    pieces.push(text.slice(at, span.start), newText);
    at = span.end;
  }
  return pieces.join('') + text.slice(at);
}

/** The parts of a query without the white space between them. */
function meaningOf(text: string): string {
  const kept = text.replace(part, (found) => (isBlank(found) ? ' ' : found));
  const { tokens, commands } = readQuery(text);
  return JSON.stringify([
    kept.replace(/ ?\| ?/g, '|').trim(),
    commands.map(({ name }) => name),
    tokens.map(({ kind, span }) => [kind, text.slice(span.start, span.end).trimEnd()]),
  ]);
}

function editsForLines(text: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const end = text.trimEnd().length;
  const parts = [...text.matchAll(part)];
  const inFront = inFrontOfPipes(text, parts);
  let depth = 0;
  let isBehindPipe = false;
  for (const [at, { 0: found, index }] of parts.entries()) {
    if (/^[([{]$/.test(found)) depth++;
    else if (/^[)\]}]$/.test(found)) depth--;
    const isPipe = found === '|' && depth <= 0;
    if (isPipe && !/[ \t\r\n]/.test(text.charAt(index - 1)) && index > 0)
      edits.push({ span: { start: index, end: index }, newText: '\n' });
    if (isPipe && !/[ \t\r\n]/.test(text.charAt(index + 1)) && index + 1 < end)
      edits.push({ span: { start: index + 1, end: index + 1 }, newText: ' ' });
    if (isBlank(found) && index > 0 && index + found.length < end) {
      const next = text.slice(index + found.length, index + found.length + 2);
      const newText = gap(found, next, { isBehindPipe, isInside: depth > 0, isInFront: inFront[at] === true });
      // A line end is returned even where it stays: who writes it indents what is behind it.
      if (newText !== found || newText.includes('\n'))
        edits.push({ span: { start: index, end: index + found.length }, newText });
    }
    isBehindPipe = isPipe;
  }
  return edits;
}

function isBlank(found: string): boolean {
  return /^[ \t\r\n]/.test(found);
}

/** Where white space is. */
interface Around {
  readonly isBehindPipe: boolean;
  /** In brackets. */
  readonly isInside: boolean;
  /** Only comments are between it and a pipe, or the end. */
  readonly isInFront: boolean;
}

/** The white space in front of a part of the query. */
function gap(found: string, next: string, { isBehindPipe, isInside, isInFront }: Around): string {
  const isComment = next === '//' || next === '/*';
  if (next.startsWith('|') && !isInside) return '\n';
  if (isBehindPipe && !isComment) return ' ';
  if (!found.includes('\n')) return ' ';
  // A comment on lines of its own in front of a pipe belongs to the command behind it.
  return isComment && !isInside && isInFront ? '\n' : `\n${further}`;
}

/** Where the lines of a command begin that are not its first. */
const further = '    ';

/** Returns for each part whether only comments and blanks are between it and the next pipe, or the end. */
function inFrontOfPipes(text: string, parts: readonly RegExpExecArray[]): readonly boolean[] {
  const found = parts.map(() => false);
  for (let at = parts.length - 1; at >= 0; at--) {
    const next = parts[at + 1];
    const end = (parts[at]?.index ?? 0) + (parts[at]?.[0].length ?? 0);
    if ((next?.index ?? text.length) > end) continue;
    found[at] = next === undefined || next[0] === '|' || (/^(?:[ \t\r\n]|\/)/.test(next[0]) && found[at + 1] === true);
  }
  return found;
}

function editsForLine(text: string): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  const end = text.trimEnd().length;
  for (const { 0: found, index } of text.matchAll(part)) {
    if (found.startsWith('//') || (found.includes('\n') && /^["`/]/.test(found))) return undefined;
    if (!isBlank(found) || index === 0 || index + found.length >= end || found === ' ') continue;
    edits.push({ span: { start: index, end: index + found.length }, newText: ' ' });
  }
  return edits;
}
