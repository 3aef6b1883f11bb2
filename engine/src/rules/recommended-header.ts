import { hostGroupOf, missingHeaderFixes } from './across/lone-request';
import type { FileRule } from './rule';

/** Reports a recommended header field that is missing and that no endpoint adds. */
export const recommendedHeader: FileRule = {
  id: 'recommended-header',
  scope: 'file',
  category: 'style',
  severity: 'hint',
  since: '0.1.0',
  docs: {
    what: 'Reports the first request that names a host without an endpoint and omits a recommended header field.',
    why: 'An endpoint adds these header fields. A request to any other host must contain them itself.',
    remedy: 'Add the header field; the quick fix does this.',
  },
  groupOf: hostGroupOf,
  isForSingles: true,
  check({ summaries }, report) {
    const reported = new Set<string>();
    summaries.forEach(({ lone }, block) => {
      for (const { name, isCredential, note } of lone?.missing ?? []) {
        if (isCredential || reported.has(name) || lone === undefined) continue;
        reported.add(name);
        report(block, { ...note, span: lone.span, isFixable: true });
      }
    });
  },
  fixes: ({ message }, binding) => missingHeaderFixes(message, binding),
};
