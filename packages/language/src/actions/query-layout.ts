import type { Binding } from '@rulebook/checker/binding/model';
import type { WrittenQuery } from '@rulebook/checker/binding/written-query';
import type { Conversion, ConversionPlace } from '@rulebook/checker/convert/model';
import { indentUnitOfText } from '@rulebook/checker/rules/support/json-edits';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import { lineEndOf } from '@rulebook/text/lines';
import { touches, type Span } from '@rulebook/text/span';
import { queriesIn } from '../cursor/query-cursor';

const quotes = '"""';

/**
 * Returns the edits that lay out the queries of a body that are in `"""` over several lines, with one step of indentation more than the line where they
 * begin. Queries on one line stay there, and those with a mistake as they are.
 */
export function queryEdits(binding: Binding, step: string): readonly TextEdit[] {
  const { text } = binding.block;
  return queriesIn(binding).flatMap((query) => {
    const inside = contentOf(query);
    const written = text.slice(inside.start, inside.end);
    if (!isTripled(text, inside) || !written.includes('\n')) return [];
    const newText = linesFor(query, text, step);
    return newText === undefined || newText === written ? [] : [{ span: inside, newText }];
  });
}

/** Offers to write the query at the cursor over several lines in `"""`, or on one line. */
export function layQueryOut(
  place: ConversionPlace,
  bind: (block: Block) => Binding | undefined,
): readonly Conversion[] {
  const { index, span, parse } = place;
  const block = parse(index);
  const { text, association } = block;
  // Strict JSON has no text over several lines.
  if (association !== undefined || block.request?.body?.kind !== 'json') return [];
  const binding = touches(block.request.body.span, span.start) ? bind(block) : undefined;
  const query = binding && queriesIn(binding).find((one) => one.inQuery(span.start) !== undefined);
  if (query === undefined || query.language.layOut === undefined || query.text.trim() === '') return [];
  const inside = contentOf(query);
  const tripled = isTripled(text, inside);
  const isWide = tripled && text.slice(inside.start, inside.end).includes('\n');
  const found = isWide ? onOneLine(query, text, inside) : overLines(query, text, inside);
  return found === undefined
    ? []
    : [{ kind: 'rewrite', ...found, edits: found.edit ? [{ block: index, edits: [found.edit] }] : [] }];
}

/** A rewriting of a query, or why it cannot be. */
interface Rewritten {
  readonly title: string;
  readonly edit?: TextEdit;
  readonly disabled?: string;
}

function overLines(query: WrittenQuery, text: string, inside: Span): Rewritten | undefined {
  const title = 'Write the query over several lines';
  if (query.text.includes(quotes))
    return { title, disabled: 'The query has a text in `"""`, which would end the string.' };
  const newText = linesFor(query, text, indentUnitOfText(text));
  if (newText === undefined) return { title, disabled: 'The query has a mistake. Correct it first.' };
  return { title, edit: { span: withQuotes(text, inside), newText: `${quotes}${newText}${quotes}` } };
}

function onOneLine(query: WrittenQuery, text: string, inside: Span): Rewritten {
  const title = 'Write the query on one line';
  const edits = query.language.layOut?.(query.text, 'line', query.limit);
  if (edits === undefined)
    return {
      title,
      disabled: 'The query has a mistake, or a comment `//` or a text over several lines, which need their lines.',
    };
  const line = withEdits(meantText(query, text), edits, (one) => one).trim();
  return { title, edit: { span: withQuotes(text, inside), newText: JSON.stringify(line) } };
}

/** Returns the query with each command on its line, between the quotation marks; undefined where it has a mistake. */
function linesFor(query: WrittenQuery, text: string, step: string): string | undefined {
  const edits = query.language.layOut?.(query.text, 'lines', query.limit);
  if (edits === undefined) return undefined;
  const { start } = contentOf(query);
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const outer = /^[ \t]*/.exec(line)?.[0] ?? '';
  const lineEnd = lineEndOf(text);
  const inner = `${lineEnd}${outer}${step}`;
  const laidOut = withEdits(meantText(query, text), edits, (newText) => newText.replaceAll('\n', inner)).trim();
  return `${inner}${laidOut}${lineEnd}${outer}`;
}

/** Returns what the string means with the variables of the file as they are written. */
function meantText({ text: meant, limit, inBlock }: WrittenQuery, text: string): string {
  if (limit === meant.length) return meant;
  let found = '';
  for (let at = 0; at < meant.length;) {
    const { start } = inBlock({ start: at, end: at });
    const [name] = text.startsWith('{{', start)
      ? (/^\{\{[^{}\n]*\}\}/.exec(text.slice(start, start + longestName)) ?? [])
      : [];
    found += name ?? meant[at] ?? '';
    at += name?.length ?? 1;
  }
  return found;
}

const longestName = 500;

/** Applies edits in the order of the text, of which a long query has many. */
function withEdits(text: string, edits: readonly TextEdit[], write: (newText: string) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span, newText } of edits) {
    pieces.push(text.slice(at, span.start), write(newText));
    at = span.end;
  }
  return pieces.join('') + text.slice(at);
}

function contentOf({ inBlock, text: { length } }: WrittenQuery): Span {
  return inBlock({ start: 0, end: length });
}

function isTripled(text: string, { start }: Span): boolean {
  return text.slice(start - quotes.length, start) === quotes;
}

function withQuotes(text: string, inside: Span): Span {
  const width = isTripled(text, inside) ? quotes.length : 1;
  return { start: inside.start - width, end: inside.end + width };
}
