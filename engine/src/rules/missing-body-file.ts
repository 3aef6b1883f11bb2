import { inclusionsOf } from '../binding/inclusion';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a request whose body file cannot be read. */
export const missingBodyFile: BlockRule = {
  id: 'missing-body-file',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  since: '0.1.0',
  docs: {
    what: 'Reports a request whose body file cannot be read.',
    why: 'Without the file there is no body, so the request cannot be sent.',
    remedy:
      'Correct the path after `<`. It is relative to the folder of the request file, or else to the folder of the workspace.',
  },
  request({ block }, report, { include }) {
    if (include === undefined) return;
    for (const inclusion of inclusionsOf(block)) {
      const included = include(inclusion);
      if (included?.kind !== 'unreadable') continue;
      report({
        message: `The body file ${code(inclusion.path)} cannot be read: ${included.cause}.`,
        span: inclusion.span,
        provenance: { kind: 'syntax' },
      });
    }
  },
};
