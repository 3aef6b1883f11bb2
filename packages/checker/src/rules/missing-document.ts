import type { Binding, BoundLine } from '../binding/model';
import { nodeSpan } from './support/bound-values';
import type { BlockRule, Reporter } from './rule';
import { code } from './support/wording';
import { lineEndOf } from '@rulebook/text/lines';

/** Reports an action at the end of a bulk body whose document is missing. */
export const missingDocument: BlockRule = {
  id: 'missing-document',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports an action at the end of a bulk body without the document that it needs, an empty line in the place of a document, and the first line of a pair without the second.',
    why: 'All actions except `delete` take the next line as their document, also an empty one. Without the document, the service refuses the request.',
    remedy: 'Write the document on the next line, or remove the action.',
  },
  within: ['lines'],
  request(binding, report) {
    reportEmptyLine(binding, report);
    const { lines, operation, request, block } = binding;
    const last = lines?.[lines.length - 1];
    const { body } = request;
    if (last === undefined || body?.kind !== 'json') return;
    const missing = missingBehind(last, operation?.body?.lines?.length ?? 0);
    if (missing === undefined) return;
    // An unreadable line below, or one that a placeholder provides, may be the document.
    if (body.problems.length > 0 || lines?.length !== body.values.length) return;
    const span = nodeSpan(last.node);
    // With a further action in front, servers run that one, and leave the last one out.
    const isLeftOut = last.part === 'action' && (lines?.filter(({ part }) => part === 'action').length ?? 0) > 1;
    report({
      message: `${missing} is missing; write it on the next line.`,
      span,
      ...(isLeftOut && { severity: 'warning' as const }),
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

/** Reports the first document that an empty line divides from its action. */
function reportEmptyLine({ lines = [], operation, block: { text } }: Binding, report: Reporter): void {
  for (const [at, { part, node, action }] of lines.entries()) {
    const above = lines[at - 1]?.node;
    if (part !== 'document' || above === undefined) continue;
    const start = above.offset + above.length;
    const [skipped] = /^[^\n]*\n[ \t\r]*\n/.exec(text.slice(start, node.offset)) ?? [];
    if (skipped === undefined) continue;
    const note = operation?.notes.find(({ provenance }) => provenance.kind === 'reference');
    report({
      message: `An empty line is in the place of the document for ${code(action?.name ?? '')}.`,
      span: nodeSpan(above),
      severity: 'warning',
      provenance: note?.provenance ?? { kind: 'syntax' },
      fixes: () => {
        const lineEnd = start + skipped.indexOf('\n') + 1;
        const span = { start: lineEnd, end: start + skipped.length };
        return [{ title: 'Remove the empty line', edits: [{ span, newText: '' }], isSafe: false }];
      },
    });
    return;
  }
}

/** Returns what must be on the line below the last one; undefined if the body is complete. */
function missingBehind({ part, action, turn }: BoundLine, patternLength: number): string | undefined {
  if (part === 'line') return (turn ?? 0) + 1 < patternLength ? 'The line that belongs to this one' : undefined;
  return part === 'action' && action?.document !== undefined ? `The document for ${code(action.name)}` : undefined;
}
