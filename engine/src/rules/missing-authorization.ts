import { hostGroupOf, missingHeaderFixes } from './across/lone-request';
import type { FileRule } from './rule';

/** Reports a request without a credential to which no endpoint adds one. */
export const missingAuthorization: FileRule = {
  id: 'missing-authorization',
  scope: 'file',
  category: 'correctness',
  severity: 'hint',
  since: '0.1.0',
  docs: {
    what: 'Reports the first request that names a host without an endpoint and has no `Authorization` header.',
    why: 'An endpoint adds the stored credential. A request to any other host must contain its own credential. Hosts on the local machine are not reported.',
    remedy: 'Add the header with a variable, or define an endpoint for the host.',
  },
  groupOf: hostGroupOf,
  isForSingles: true,
  check({ summaries }, report) {
    const reported = new Set<string>();
    summaries.forEach(({ lone }, block) => {
      for (const { name, isCredential, note } of lone?.missing ?? []) {
        if (!isCredential || reported.has(name) || lone === undefined) continue;
        reported.add(name);
        report(block, { ...note, span: lone.span, isFixable: true });
      }
    });
  },
  fixes: ({ message }, binding) => missingHeaderFixes(message, binding),
};
