import type { NameRule } from './rule';
import { code } from './support/wording';

/** Reports requests of a file that refer to each other in a circle. */
export const circularReference: NameRule = {
  id: 'circular-reference',
  scope: 'names',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports requests of a file that need each other by `# @ref`, `# @forceRef` or `run`, so that none of them can be the first.',
    why: 'A request is sent after those that it refers to. In a circle there is no first one, so none of them is sent.',
    remedy: 'Remove one of the references.',
  },
  check(_, { circles }, report) {
    for (const { span, names } of circles)
      report({
        message: `The requests refer to each other in a circle: ${names.map(code).join(' → ')}.`,
        span,
        provenance: { kind: 'syntax' },
      });
  },
};
