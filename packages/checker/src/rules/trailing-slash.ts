import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';

/** Reports a slash at the end of a path that makes it a different path. */
export const trailingSlash: BlockRule = {
  id: 'trailing-slash',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a slash at the end of the path.',
    why: 'Some services treat a path that ends with a slash as a different path, and answer that it does not exist.',
    remedy: 'Remove the slash; the quick fix does this.',
  },
  within: ['unusual-target'],
  request(binding, report) {
    const { service, operation, request } = binding;
    const last = request.target.segments.at(-1);
    if (service?.trailingSlash === undefined || operation === undefined || !hasRequestLine(binding)) return;
    // What is known of a few documented paths need not hold for all that a description names.
    if (operation.provenance.kind === 'described') return;
    if (last?.text !== '' || request.target.segments.length < 2) return;
    const span = { start: last.span.start - 1, end: last.span.start };
    report({
      ...service.trailingSlash,
      span,
      fixes: () => [{ title: 'Remove the slash', edits: [{ span, newText: '' }], isSafe: false }],
    });
  },
};
