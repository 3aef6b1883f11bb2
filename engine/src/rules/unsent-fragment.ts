import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';

/** Reports a fragment of a URL, which no client sends. */
export const unsentFragment: BlockRule = {
  id: 'unsent-fragment',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a `#` in the path or the query.',
    why: 'It begins a fragment, and a fragment is not sent: `PUT /a#b` creates the index `a`.',
    remedy: 'Write `%23` where the character itself is meant, or remove the fragment.',
    valid: ['GET /repos/octocat/hello-world/hooks?page=2\n', 'PUT /a%23b/_doc/1\n\n{ "a": 1 }\n'],
    invalid: ['PUT /a#b\n'],
  },
  request(binding, report) {
    const { block, request } = binding;
    const { segments, query, span } = request.target;
    const start = query.at(-1)?.span.end ?? segments.at(-1)?.span.end;
    if (start === undefined || block.text[start] !== '#' || !hasRequestLine(binding)) return;
    const sign = { start, end: start + 1 };
    report({
      message: 'What begins with `#` is a fragment, which is not sent.',
      span: { start, end: span.end },
      provenance: { kind: 'syntax' },
      fixes: () => [
        { title: 'Write `%23`', edits: [{ span: sign, newText: '%23' }], isSafe: false },
        { title: 'Remove the fragment', edits: [{ span: { start, end: span.end }, newText: '' }], isSafe: true },
      ],
    });
  },
};
