import type { BlockRule } from './rule';

/** Reports a line behind the end of a body that belongs to nothing. */
export const strayLine: BlockRule = {
  id: 'stray-line',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a line behind the body of a request, and behind a script or an assertion, that is no part of anything.',
    why: 'The body has ended above, so the line would not be sent. A request with such a line is sent only when you insist.',
    remedy: 'Move the line into the body, make it a comment with `#`, or begin another request with `###` above it.',
    valid: ['GET /_security/api_key\n\n> {% client.log("a") %}\n\n# a comment\n'],
    invalid: ['GET /_security/api_key\n\n> {% client.log("a") %}\n\nmore\n'],
  },
  block(block, report) {
    for (const { code, message, span } of block.problems) {
      if (code === 'stray-line') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
