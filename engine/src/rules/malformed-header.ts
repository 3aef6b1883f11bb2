import type { BlockRule } from './rule';

/** Reports a line among the headers that is none. */
export const malformedHeader: BlockRule = {
  id: 'malformed-header',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a line between request line and body that is no header field.',
    why: 'Such a line is not sent; mostly a colon is missing, or the blank line before the body.',
    remedy: 'Write `Name: value`, or put a blank line in front of the body.',
    valid: ['GET /repos/octocat/hello-world/hooks\nAccept: application/json\n'],
    invalid: ['GET /repos/octocat/hello-world/hooks\nAccept application/json\n'],
  },
  block(block, report) {
    for (const { code, message, span } of block.problems) {
      if (code === 'malformed-header') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
