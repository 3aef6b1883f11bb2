import type { BlockRule } from './rule';
import { lineEndOf } from '@rulebook/text/lines';

/** Reports a bulk body at the end of a file without a final line break. */
export const missingLineEnd: BlockRule = {
  id: 'missing-line-end',
  scope: 'block',
  category: 'file-syntax',
  severity: 'hint',
  docs: {
    what: 'Reports a bulk body at the end of a file whose last line has no line break.',
    why: 'Servers refuse a bulk body without a line break after its last line. Rulebook adds the line break when it sends the request; other tools that read the file may not.',
    remedy: 'End the file with a line break; the quick fix adds it.',
  },
  within: ['lines'],
  request({ lines, operation, request, block }, report) {
    const { body } = request;
    if (lines === undefined || operation === undefined || body?.kind !== 'json') return;
    const { end } = body.span;
    if (end === body.span.start || block.text.includes('\n', end)) return;
    // The value of a variable, and the file of a command, may end with one.
    if (block.placeholders.some(({ span }) => span.end === end)) return;
    const provenance = operation.notes.find((note) => note.provenance.kind === 'reference')?.provenance;
    report({
      message: 'The last line of a bulk body must end with a line break.',
      span: { start: end - 1, end },
      provenance: provenance ?? { kind: 'syntax' },
      fixes: () => [
        {
          title: 'Add a line break',
          edits: [{ span: { start: block.text.length, end: block.text.length }, newText: lineEndOf(block.text) }],
          isSafe: true,
        },
      ],
    });
  },
};
