import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a path parameter without a value. */
export const emptyPathSegment: BlockRule = {
  id: 'empty-path-segment',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a path parameter that is empty, as in `/repos//name/hooks`.',
    why: 'Path parameters are required; without one the path means something else.',
    remedy: 'Write the value, or a variable.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET /repos//hello-world/hooks\n'],
  },
  request(binding, report) {
    if (!hasRequestLine(binding)) return;
    for (const parameter of binding.path) {
      if (parameter.hasHole || parameter.text !== '') continue;
      report({
        message: `The path parameter ${code(parameter.field.name)} is empty.`,
        span: parameter.span,
        provenance: parameter.field.provenance,
      });
    }
  },
};
