import { hasRequestLine } from './support/bound-values';
import { removeParameter } from './support/query-edits';
import type { QueryParameter } from '../syntax/model';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a query parameter that is given more than once. */
export const repeatedQueryParameter: BlockRule = {
  id: 'repeated-query-parameter',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a query parameter that is given more than once.',
    why: 'Which of the values counts is not certain.',
    remedy: 'Keep one of them.',
    valid: ['GET /repos/octocat/hello-world/hooks?page=1\n'],
    invalid: ['GET /repos/octocat/hello-world/hooks?page=1&page=2\n'],
  },
  request(binding, report) {
    const { operation, request } = binding;
    if (operation === undefined || operation.isOutline || !hasRequestLine(binding)) return;
    const first = new Map<string, QueryParameter>();
    for (const parameter of request.target.query) {
      const { name } = parameter;
      if (name.text === '' || name.text.includes('{{')) continue;
      const earlier = first.get(name.text);
      if (earlier === undefined) {
        first.set(name.text, parameter);
        continue;
      }
      report({
        message: `The query parameter ${code(name.text)} is given more than once.`,
        span: name.span,
        provenance: { kind: 'syntax' },
        related: [{ message: 'It stands here first.', span: earlier.name.span, block: 0 }],
        fixes: () => [
          { title: `Remove this \`${name.text}\``, edits: [removeParameter(request, parameter)], isSafe: false },
        ],
      });
    }
  },
};
