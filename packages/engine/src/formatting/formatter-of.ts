import type { CheckContext } from '@rulebook/checker/binding/model';
import { isLeftOut } from '@rulebook/request-file/format/format-block';
import { formatFile, type FormattedBlock } from '@rulebook/request-file/format/format-file';
import { stepOf } from '@rulebook/request-file/format/options';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import type { Engine } from '../model';
import { parsingIn, type Parser } from '../parsers';

/** Returns what lays out the queries of a block by one step of indentation; undefined where it has none. */
type LayOutQueries = (
  file: RequestFile,
  index: number,
  block: Block,
  context: CheckContext,
) => ((step: string) => readonly TextEdit[]) | undefined;

/** Returns what formats a file whose blocks are parsed so, and the queries in their bodies where their service is known. */
export function createFormatterOf(
  parserIn: (context: CheckContext) => Parser,
  layOutQueries?: LayOutQueries,
): Engine['format'] {
  return (file, options, context, part) => {
    const endOf = (index: number) => file.blocks.at(index)?.length ?? 0;
    const first = part?.start.block ?? 0;
    const last = Math.min(part?.end.block ?? Infinity, file.blocks.size - 1);
    const partOf = (index: number): Span => ({
      start: index === part?.start.block ? part.start.offset : 0,
      end: index === part?.end.block ? part.end.offset : endOf(index),
    });
    const parsing = parsingIn(file, parserIn(context));
    const formatted = formatFile({ file, options, ...parsing, ...(part && { first, last, partOf }) });
    if (layOutQueries === undefined || file.isMarkdown) return formatted;
    const byBlock = new Map(formatted.map((one) => [one.block, one]));
    const found: FormattedBlock[] = [];
    for (let index = first; index <= last; index++) {
      const own = byBlock.get(index);
      const laidOut = mayHoldQuery(file.blocks.at(index)?.text) ? withQueries(index, own) : own;
      if (laidOut) found.push(laidOut);
    }
    return found;

    /** The strings are laid out as the formatted lines around them are indented. */
    function withQueries(index: number, own: FormattedBlock | undefined): FormattedBlock | undefined {
      const block = parsing.parse(index);
      if (block.problems.length > 0 || isLeftOut(block)) return own;
      const after = own ? parsing.parseText(own.text) : block;
      const edits = layOutQueries?.(file, index, after, context)?.(stepOf(options)) ?? [];
      const places = tripledIn(block);
      const placesAfter = own ? tripledIn(after) : places;
      const inPart = partOf(index);
      const moved = edits.flatMap(({ span, newText }): readonly (readonly [TextEdit, TextEdit])[] => {
        const at = places[placesAfter.findIndex(({ start }) => start === span.start)];
        const isInside = at !== undefined && (part === undefined || (at.start >= inPart.start && at.end <= inPart.end));
        return isInside
          ? [
              [
                { span: at, newText },
                { span, newText },
              ],
            ]
          : [];
      });
      if (moved.length === 0) return own;
      return {
        block: index,
        edits: [...(own?.edits ?? []), ...moved.map(([edit]) => edit)].sort((a, b) => a.span.start - b.span.start),
        text: applyEdits(
          own?.text ?? block.text,
          moved.map(([, edit]) => edit),
        ),
      };
    }
  };
}

/** Most blocks have no text in three quotation marks. */
function mayHoldQuery(text: string | undefined): boolean {
  return text?.includes('"""') === true;
}

/** The contents of the texts in three quotation marks, in the order of the body. */
function tripledIn({ text, request }: Block): readonly Span[] {
  const { body } = request ?? {};
  if (body?.kind !== 'json') return [];
  const found: Span[] = [];
  const waiting = [...body.values];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'string' && text.startsWith('"""', node.offset))
      found.push({ start: node.offset + 3, end: node.offset + node.length - 3 });
    for (const child of node.children ?? []) waiting.push(child);
  }
  return found.sort((a, b) => a.start - b.start);
}
