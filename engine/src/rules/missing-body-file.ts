import { inclusionsOf } from '../binding/inclusion';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a request whose body stands in a file that cannot be read. */
export const missingBodyFile: BlockRule = {
  id: 'missing-body-file',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a request whose body is taken from a file that cannot be read.',
    why: 'Without the file there is no body, so the request cannot be sent.',
    remedy:
      'Correct the path behind `<`. It counts from the folder of the request file; a path that is not found there is looked for from the folder of the workspace.',
    valid: ['PUT /_security/api_key\n\n< ./key.json\n', 'PUT /_security/api_key\n\n< ./{{file}}.json\n'],
    invalid: ['PUT /_security/api_key\n\n< ./nowhere.json\n'],
    files: { './key.json': '{ "name": "k", "expiration": "1d" }\n' },
  },
  request({ block }, report, { include }) {
    if (include === undefined) return;
    for (const inclusion of inclusionsOf(block)) {
      const included = include(inclusion);
      if (included?.kind !== 'unreadable') continue;
      report({
        message: `The body ${code(inclusion.path)} cannot be read: ${included.cause}.`,
        span: inclusion.span,
        provenance: { kind: 'syntax' },
      });
    }
  },
};
