import { hostGroupOf, missingHeaderFixes, reportMissingHeaders } from './across/lone-request';
import type { FileRule } from './rule';

/** Reports a recommended header field that is missing and that no endpoint adds. */
export const recommendedHeader: FileRule = {
  id: 'recommended-header',
  scope: 'file',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports the first request that names a host without an endpoint and omits a recommended header field, and each one that misspells its name.',
    why: 'An endpoint adds these header fields. A request to any other host must contain them itself.',
    remedy: 'Add the header field; the quick fix does this.',
  },
  groupOf: hostGroupOf,
  concernsSingle: ({ lone }) => lone !== undefined,
  check({ summaries }, report) {
    reportMissingHeaders(summaries, report, ({ isCredential }) => !isCredential);
  },
  fixes: missingHeaderFixes,
};
