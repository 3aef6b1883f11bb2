import { nodeSpan } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an action at the end of a bulk body whose document is missing. */
export const missingDocument: BlockRule = {
  id: 'missing-document',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports an action at the end of a bulk body without the document that it needs.',
    why: 'All actions but `delete` take the next line as their document. Without it the request is refused.',
    remedy: 'Write the document on the next line, or remove the action.',
    valid: ['POST /books/_bulk\n\n{ "index": {} }\n{ "title": "a" }\n{ "delete": { "_id": "1" } }\n'],
    invalid: ['POST /books/_bulk\n\n{ "index": {} }\n{ "title": "a" }\n{ "index": {} }\n'],
  },
  request({ lines, operation, request, block }, report) {
    const last = lines?.[lines.length - 1];
    const { body } = request;
    if (last?.part !== 'action' || last.action?.document === undefined || body?.kind !== 'json') return;
    // A line below that could not be read, or that a variable stands for, may be the document.
    if (body.problems.length > 0 || lines?.length !== body.values.length) return;
    const span = nodeSpan(last.node);
    report({
      message: `The document of ${code(last.action.name)} is missing: it stands on the line below its action.`,
      span,
      provenance: operation?.body?.provenance ?? { kind: 'syntax' },
      fixes: () => [
        {
          title: 'Add an empty document',
          edits: [{ span: { start: span.end, end: span.end }, newText: `${lineEndOf(block.text)}{}` }],
          isSafe: false,
        },
      ],
    });
  },
};

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
