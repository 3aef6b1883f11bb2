import type { BoundLine } from '../binding/model';
import { code, listOf } from './support/wording';
import { nodeSpan } from './support/bound-values';
import type { BlockRule } from './rule';

/** Reports a line of a bulk body that is not what the line above asks for. */
export const malformedLine: BlockRule = {
  id: 'malformed-line',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a line of a bulk body that is no object, and one that is no action where an action is expected.',
    why: 'Lines are read in turn: an action, and below it the document that the action needs. One line too many or too few makes documents of actions, and the request is refused.',
    remedy: 'Write one object on each line, and an action above each document.',
    valid: [
      'POST /books/_bulk\n\n{ "index": { "_id": "1" } }\n{ "title": "a" }\n{ "delete": { "_id": "2" } }\n',
      'POST /books/_bulk\n\n{ "update": { "_id": "1" } }\n{ "doc": { "title": "b" } }\n',
    ],
    invalid: [
      'POST /books/_bulk\n\n[{ "index": {} }, { "title": "a" }]\n',
      'POST /books/_bulk\n\n{ "title": "a" }\n{ "index": {} }\n',
    ],
  },
  request(binding, report) {
    const { lines, operation, request } = binding;
    const names = operation?.body?.actions?.map(({ name }) => name) ?? [];
    // A line that cannot be read is reported as such, and says nothing about those below.
    if (lines === undefined || (request.body?.kind === 'json' && request.body.problems.length > 0)) return;
    const wrong = lines.find((line) => line.node.type !== 'object' || line.part === 'stray');
    if (wrong === undefined) return;
    const { node } = wrong;
    const provenance = operation?.body?.provenance ?? { kind: 'syntax' };
    report({ message: messageOf(wrong, names), span: { ...nodeSpan(node) }, provenance });
  },
};

function messageOf({ node, part, action }: BoundLine, names: readonly string[]): string {
  if (node.type !== 'object') return 'Each line of a bulk body must be one JSON object.';
  return part === 'document'
    ? `Expected the document of ${code(action?.name ?? '')}.`
    : `Expected an action, with one of ${listOf(names)} as its key.`;
}
