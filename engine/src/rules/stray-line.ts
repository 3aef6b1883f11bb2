import type { BlockRule } from './rule';

/** Reports a line after the end of a body that does not belong to anything. */
export const strayLine: BlockRule = {
  id: 'stray-line',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a line after a body, script or assertion that does not belong to anything, a definition `@name = value` that begins a body without a `Content-Type`, and a script or a fragment of GraphQL that is not closed.',
    why: 'Where the body has ended above, the line would not be sent. A definition in place of the body would be sent, and define the variable as well. Without its last line, a script goes on to the next `###`, with the requests that stand there. Rulebook sends a request with such a line only if you confirm it.',
    remedy:
      'Move the line into the body, turn it into a comment with `#`, or begin another request with `###` above it. Write definitions above the request line. Close a script with `%}` or `}}`, and a fragment with `}`.',
  },
  block(block, report) {
    for (const { code, message, span } of block.problems) {
      if (code === 'stray-line') report({ message, span, provenance: { kind: 'syntax' } });
    }
  },
};
