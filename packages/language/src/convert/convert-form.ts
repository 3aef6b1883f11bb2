import { blockStarts } from '@rulebook/request-file/syntax/split-blocks';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import { meansTheSame } from '@rulebook/request-file/format/same-meaning';
import type { Block } from '@rulebook/request-file/syntax/model';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';
import type { Conversion, ConversionPlace } from '@rulebook/checker/convert/model';

/** Puts a blank line above a JSON body, or takes it away, as in the form of the Console. */
export function convertForm({ file, index, span, parse, parseText }: ConversionPlace): Conversion | undefined {
  const block = parse(index);
  const { text, request } = block;
  if (request?.body?.kind !== 'json' || span.start > request.body.span.start || block.association) return undefined;
  const headEnd = request.headers.at(-1)?.span.end ?? request.lineSpan.end;
  const bodyLine = text.lastIndexOf('\n', request.body.span.start - 1) + 1;
  const isConsole = request.form === 'console';
  const gap = { start: headEnd, end: bodyLine };
  const lineEnd = lineEndOfFile(file);
  if (!isConsole && !/^[ \t]*\r?\n(?:[ \t]*\r?\n)+$/.test(text.slice(gap.start, gap.end))) return undefined;
  const edit: TextEdit = isConsole
    ? { span: { start: bodyLine, end: bodyLine }, newText: lineEnd }
    : { span: gap, newText: lineEnd };
  const next = applyEdits(text, [edit]);
  const converted = parseText(next);
  if (blockStarts(next).length > 1 || !meansTheSame(withoutForm(converted), withoutForm(block))) return undefined;
  const title = isConsole
    ? 'Put a blank line above the body'
    : 'Put the body directly below the request, as in the Console';
  return { title, kind: 'rewrite', edits: [{ block: index, edits: [edit] }] };
}

function withoutForm(block: Block): Block {
  return block.request ? { ...block, request: { ...block.request, form: 'classic' } } : block;
}
