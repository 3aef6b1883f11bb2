import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { code, documentedOrDescribed } from './support/wording';

/** Reports a path that differs from a documented one by a small misspelling. */
export const unknownPath: BlockRule = {
  id: 'unknown-path',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a path that differs from a documented one by a small misspelling.',
    why: 'The service answers a path that does not exist with an error. Paths that do not resemble a documented one are not reported, because the services have many more.',
    remedy: 'Use the documented spelling; the quick fix does this.',
  },
  within: ['unmatched-path'],
  request(binding, report) {
    const { match } = binding;
    if (match.kind !== 'near' || !hasRequestLine(binding)) return;
    const { segment, expected, operation } = match;
    const { provenance } = operation;
    const known = provenance.kind === 'reference' ? 'known' : documentedOrDescribed(provenance);
    report({
      message: `No ${known} path has ${code(segment.text)} here; did you mean ${code(expected)}?`,
      span: segment.span,
      provenance,
      fixes: () => changeTo(expected, segment.span),
    });
  },
};
