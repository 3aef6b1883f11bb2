import type { BlockRule } from './rule';

/** Reports a bulk body at the end of a file without a line end behind it. */
export const missingLineEnd: BlockRule = {
  id: 'missing-line-end',
  scope: 'block',
  severity: 'hint',
  docs: {
    what: 'Reports a body of lines at the very end of a file whose last line has no line end.',
    why: 'Servers refuse a bulk body without a line end behind its last line. Rulebook adds it when it sends, other tools that read the file may not.',
    remedy: 'End the file with a line end; the quick fix does it.',
    valid: ['POST /books/_bulk\n\n{ "delete": { "_id": "1" } }\n'],
    invalid: ['POST /books/_bulk\n\n{ "delete": { "_id": "1" } }'],
  },
  request({ lines, operation, request, block }, report) {
    const { body } = request;
    if (lines === undefined || operation === undefined || body?.kind !== 'json') return;
    const { end } = body.span;
    if (end === body.span.start || block.text.includes('\n', end)) return;
    const provenance = operation.notes.find((note) => note.provenance.kind === 'reference')?.provenance;
    report({
      message: 'A bulk body ends with a line end, also behind its last line.',
      span: { start: end - 1, end },
      provenance: provenance ?? { kind: 'syntax' },
      fixes: () => [
        {
          title: 'Add a line end',
          edits: [{ span: { start: block.text.length, end: block.text.length }, newText: lineEndOf(block.text) }],
          isSafe: true,
        },
      ],
    });
  },
};

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
