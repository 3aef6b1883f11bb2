import { hostGroupOf, missingHeaderFixes, reportMissingHeaders } from './across/lone-request';
import type { FileRule } from './rule';

/** Reports a request without a credential to which no endpoint adds one. */
export const missingAuthorization: FileRule = {
  id: 'missing-authorization',
  scope: 'file',
  category: 'correctness',
  severity: 'hint',
  docs: {
    what: 'Reports the first request that names a host without an endpoint and has no `Authorization` header, and each one that misspells its name.',
    why: 'An endpoint adds the stored credential. A request to any other host must contain its own credential. Hosts on the local machine are not reported.',
    remedy: 'Add the header with a variable, or define an endpoint for the host.',
  },
  groupOf: hostGroupOf,
  concernsSingle: ({ lone }) => lone !== undefined,
  check({ summaries }, report) {
    reportMissingHeaders(summaries, report, ({ isCredential }) => isCredential);
  },
  fixes: missingHeaderFixes,
};
