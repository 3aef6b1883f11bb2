import type { BlockRule } from './rule';

/** Reports a request line that cannot be sent. */
export const malformedRequestLine: BlockRule = {
  id: 'malformed-request-line',
  scope: 'block',
  severity: 'error',
  docs: {
    what: 'Reports a request line without a target, or one that cannot be read.',
    why: 'Without a path or URL there is nothing to send.',
    remedy: 'Write a method and a path, for example `GET /path`, or a whole URL.',
    valid: ['GET /_security/api_key\n'],
    invalid: ['PUT\n'],
  },
  block(block, report) {
    for (const { code, message, span } of block.problems) {
      if (code === 'malformed-request-line') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
