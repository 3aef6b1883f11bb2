import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a path that is a small misspelling away from a documented one. */
export const unknownPath: BlockRule = {
  id: 'unknown-path',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a path that is one small misspelling away from a documented one.',
    why: 'A path that does not exist is answered with an error. Paths that resemble no documented one are not reported: the services have many more.',
    remedy: 'Take the documented spelling; the quick fix does it.',
    valid: ['POST /repos/octocat/hello-world/hooks/42/pings\n', 'GET /_something/else\n'],
    invalid: ['GET /repos/octocat/hello-world/hook\n'],
  },
  request(binding, report) {
    const { match } = binding;
    if (match.kind !== 'near' || !hasRequestLine(binding)) return;
    const { segment, expected, operation } = match;
    report({
      message: `No documented path has ${code(segment.text)} here; did you mean ${code(expected)}?`,
      span: segment.span,
      provenance: operation.provenance,
      fixes: () => [
        { title: `Change to \`${expected}\``, edits: [{ span: segment.span, newText: expected }], isSafe: false },
      ],
    });
  },
};
