import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a path parameter without a value. */
export const emptyPathSegment: BlockRule = {
  id: 'empty-path-segment',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports an empty path parameter, as in `/repos//name/hooks`.',
    why: 'Path parameters are required. Without the value, the path has a different meaning.',
    remedy: 'Write a value or a variable.',
  },
  within: ['unusual-target'],
  request(binding, report) {
    if (!hasRequestLine(binding)) return;
    for (const parameter of binding.path) {
      if (parameter.hasPlaceholder || parameter.text !== '') continue;
      report({
        message: `The path parameter ${code(parameter.field.name)} is empty.`,
        span: parameter.span,
        provenance: parameter.field.provenance,
      });
    }
  },
};
