import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';

/** Reports a slash at the end of a path whose service takes the path for another one then. */
export const trailingSlash: BlockRule = {
  id: 'trailing-slash',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a slash at the end of the path.',
    why: 'Some services take a path with a slash at its end for another path, and answer that there is none.',
    remedy: 'Remove the slash; the quick fix does it.',
    valid: ['GET /repos/octocat/hello-world/hooks\n', 'GET /_snapshot/\n'],
    invalid: ['GET /repos/octocat/hello-world/hooks/\n'],
  },
  request(binding, report) {
    const { service, operation, request } = binding;
    const last = request.target.segments.at(-1);
    if (service?.trailingSlash === undefined || operation === undefined || !hasRequestLine(binding)) return;
    if (last?.text !== '' || request.target.segments.length < 2) return;
    const span = { start: last.span.start - 1, end: last.span.start };
    report({
      ...service.trailingSlash,
      span,
      fixes: () => [{ title: 'Remove the slash', edits: [{ span, newText: '' }], isSafe: false }],
    });
  },
};
