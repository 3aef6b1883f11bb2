import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { code, documentedOrDescribed } from './support/wording';

/** Reports a path that differs from a documented one by a small misspelling, and one that a service with a known vendor does not have. */
export const unknownPath: BlockRule = {
  id: 'unknown-path',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a path that differs from a documented one by a small misspelling, and one that leaves the paths of a description that has all of them.',
    why: 'The service answers a path that does not exist with an error. A path that resembles no documented one is reported only where it belongs to a configured endpoint, the vendor describes all paths, and the path begins like one of those or has a word that none of them can have: plugins add paths of their own. Where the endpoint names no version, only what follows the name of an index is: a later version may have more below a word.',
    remedy: 'Use the documented spelling; the quick fix does this for a misspelling.',
  },
  within: ['unmatched-path'],
  request(binding, report) {
    const { match } = binding;
    if (match.kind === 'none' && match.lack !== undefined && hasRequestLine(binding)) {
      const { segment, isTooShort, provenance } = match.lack;
      const message = isTooShort
        ? `No known path ends with ${code(segment.text)} here; all of them go on.`
        : `No known path has ${code(segment.text)} here.`;
      report({ message, span: segment.span, provenance });
    }
    if (match.kind !== 'near' || !hasRequestLine(binding)) return;
    const { segment, expected, operation } = match;
    // A body or a comment behind the path is another mistake, and would be lost with the segment.
    if (/[ \t](?:\{|\/\/)/.test(segment.text)) return;
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
