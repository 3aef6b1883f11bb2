import type { BoundLine } from '../binding/model';
import { code, inList } from './support/wording';
import { nodeSpan } from './support/bound-values';
import type { BlockRule } from './rule';

/** Reports a line of a bulk body that does not fit the line above. */
export const malformedLine: BlockRule = {
  id: 'malformed-line',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a line of a bulk body that is not a JSON object, or that is not an action where an action is expected.',
    why: 'The service reads the lines in turn: an action, and then the document that the action needs. One line too many or too few turns actions into documents, and the service refuses the request.',
    remedy: 'Write one object per line, and an action above each document.',
  },
  within: ['lines'],
  request(binding, report) {
    const { lines, operation, request } = binding;
    const names = operation?.body?.actions?.map(({ name }) => name) ?? [];
    // Unreadable lines are reported elsewhere, and nothing can be said about the lines below them.
    if (lines === undefined || (request.body?.kind === 'json' && request.body.problems.length > 0)) return;
    const wrong = lines.find(({ node, part }) => part === 'stray' || (part !== 'line' && node.type !== 'object'));
    if (wrong === undefined) return;
    const { node } = wrong;
    const provenance = operation?.body?.provenance ?? { kind: 'syntax' };
    report({ message: lineMessage(wrong, names), span: { ...nodeSpan(node) }, provenance });
  },
};

function lineMessage({ node, part, action }: BoundLine, names: readonly string[]): string {
  if (node.type !== 'object') return 'Each line of a bulk body must be one JSON object.';
  return part === 'document'
    ? `Expected the document for ${code(action?.name ?? '')}.`
    : `Expected an action, with one of ${inList(names)} as its key.`;
}
