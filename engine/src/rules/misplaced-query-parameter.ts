import type { Binding } from '../binding/model';
import type { QueryParameter } from '../syntax/model';
import { hasRequestLine } from './support/bound-values';
import { removeParameter } from './support/query-edits';
import type { BlockRule, Fix } from './rule';

/** Reports a query parameter that belongs to another operation. */
export const misplacedQueryParameter: BlockRule = {
  id: 'misplaced-query-parameter',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a query parameter that is documented for another operation.',
    why: 'Lists are paged in different ways; the parameter of another list has no effect here.',
    remedy: 'Take the parameter that the message names.',
    valid: ['GET /repos/octocat/hello-world/hooks/42/deliveries?cursor=v1_1\n'],
    invalid: ['GET /repos/octocat/hello-world/hooks/42/deliveries?page=2\n'],
  },
  request(binding, report) {
    const { operation, request, unknownQuery } = binding;
    if (operation?.misplacedQuery === undefined || !hasRequestLine(binding)) return;
    for (const parameter of unknownQuery) {
      const note = operation.misplacedQuery.find(({ name }) => name === parameter.name.text);
      if (note === undefined) continue;
      const { use } = note;
      report({
        message: note.message,
        span: parameter.name.span,
        severity: note.severity,
        provenance: note.provenance,
        fixes: () => {
          const fixes: Fix[] = [];
          if (use !== undefined && fitsInto(use, parameter, binding)) {
            const edits = [{ span: parameter.name.span, newText: use }];
            fixes.push({ title: `Change to \`${use}\``, edits, isSafe: false });
          }
          const edits = [removeParameter(request, parameter)];
          return [...fixes, { title: `Remove \`${parameter.name.text}\``, edits, isSafe: false }];
        },
      });
    }
  },
};

/** Returns whether the value can go on under the other name: that is free, and a number where one is wanted. */
function fitsInto(use: string, { value, hasHole }: QueryParameter, { operation, request }: Binding): boolean {
  if (request.target.query.some(({ name }) => name.text === use)) return false;
  const field = operation?.parameters.query.find(({ name }) => name === use);
  return hasHole || field?.shape.type !== 'integer' || /^\d+$/.test(value?.text ?? '');
}
