import { inclusionOf } from '../binding/inclusion';
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
  request({ block, request }, report, { include }) {
    if (include === undefined || request.body?.kind !== 'file') return;
    const inclusion = inclusionOf(block);
    const included = inclusion && include(inclusion);
    if (included?.kind !== 'unreadable') return;
    const { text, span } = request.body.path;
    report({
      message: `The body ${code(text)} cannot be read: ${included.cause}.`,
      span,
      provenance: { kind: 'syntax' },
    });
  },
};
