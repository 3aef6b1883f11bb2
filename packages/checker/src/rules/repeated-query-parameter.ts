import { hasRequestLine } from './support/bound-values';
import { removeParameter } from './support/query-edits';
import type { QueryParameter } from '@rulebook/request-file/syntax/model';
import type { BlockRule } from './rule';
import { code, quoted } from './support/wording';

/** Reports a query parameter that is given more than once. */
export const repeatedQueryParameter: BlockRule = {
  id: 'repeated-query-parameter',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a query parameter that is given more than once.',
    why: 'It is not certain which of the values the service uses.',
    remedy: 'Keep one of them; the quick fix removes the later one.',
  },
  within: ['query'],
  request(binding, report) {
    const { operation, request } = binding;
    if (operation === undefined || operation.isOutline || !hasRequestLine(binding)) return;
    if (request.target.query.length < 2) return;
    const first = new Map<string, QueryParameter>();
    const repeatable = new Set(
      operation.parameters.query.flatMap(({ name, isRepeatable }) => (isRepeatable ? [name] : [])),
    );
    for (const parameter of request.target.query) {
      const { name } = parameter;
      if (name.text === '' || name.text.includes('{{') || repeatable.has(name.text.replace(/\[\d*\]$/, ''))) continue;
      const earlier = first.get(name.text);
      if (earlier === undefined) {
        first.set(name.text, parameter);
        continue;
      }
      report({
        message: `The query parameter ${code(name.text)} is given more than once.`,
        span: name.span,
        provenance: { kind: 'syntax' },
        related: [{ message: 'The first one is here.', span: earlier.name.span }],
        fixes: () => [
          { title: `Remove this ${quoted(name.text)}`, edits: [removeParameter(request, parameter)], isSafe: false },
        ],
      });
    }
  },
};
