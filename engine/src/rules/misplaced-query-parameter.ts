import type { Binding } from '../binding/model';
import type { QueryParameter } from '../syntax/model';
import { hasRequestLine } from './support/bound-values';
import { changeTo } from './support/change-to';
import { removeParameter } from './support/query-edits';
import type { BlockRule } from './rule';
import { quoted } from './support/wording';

/** Reports a query parameter that belongs to another operation. */
export const misplacedQueryParameter: BlockRule = {
  id: 'misplaced-query-parameter',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a query parameter that is documented for another operation.',
    why: 'Operations that return lists use different paging parameters. A parameter of another list has no effect here.',
    remedy: 'Use the parameter that the message names.',
  },
  within: ['query'],
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
          const fits = use !== undefined && fitsInto(use, parameter, binding);
          const fixes = changeTo(fits ? use : undefined, parameter.name.span);
          const edits = [removeParameter(request, parameter)];
          return [...fixes, { title: `Remove ${quoted(parameter.name.text)}`, edits, isSafe: false }];
        },
      });
    }
  },
};

/** Returns whether the value fits the other parameter: it is not yet used, and takes a value of this type. */
function fitsInto(use: string, { value, hasPlaceholder }: QueryParameter, { operation, request }: Binding): boolean {
  if (request.target.query.some(({ name }) => name.text === use)) return false;
  const field = operation?.parameters.query.find(({ name }) => name === use);
  return hasPlaceholder || field?.shape.type !== 'integer' || /^\d+$/.test(value?.text ?? '');
}
