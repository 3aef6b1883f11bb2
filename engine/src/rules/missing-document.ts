import { nodeSpan } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an action at the end of a bulk body whose document is missing. */
export const missingDocument: BlockRule = {
  id: 'missing-document',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  since: '0.1.0',
  docs: {
    what: 'Reports an action at the end of a bulk body without the document that it needs.',
    why: 'All actions except `delete` take the next line as their document. Without the document, the service refuses the request.',
    remedy: 'Write the document on the next line, or remove the action.',
  },
  request({ lines, operation, request, block }, report) {
    const last = lines?.[lines.length - 1];
    const { body } = request;
    if (last?.part !== 'action' || last.action?.document === undefined || body?.kind !== 'json') return;
    // An unreadable line below, or one that a placeholder provides, may be the document.
    if (body.problems.length > 0 || lines?.length !== body.values.length) return;
    const span = nodeSpan(last.node);
    report({
      message: `The document for ${code(last.action.name)} is missing; write it on the next line.`,
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
