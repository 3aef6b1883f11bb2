import { hostGroupOf, missingHeaderFixes } from './across/lone-request';
import type { FileRule } from './rule';

/** Reports a request without credential that no endpoint supplies with one. */
export const missingAuthorization: FileRule = {
  id: 'missing-authorization',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports the first request to a host of no endpoint that has no `Authorization` header.',
    why: 'An endpoint adds the stored credential. A request that names its host itself must bring its own. Hosts on the own machine are left out.',
    remedy: 'Add the header with a variable, or name the host in an endpoint.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET https://api.example.com/repos/octocat/hello-world/hooks\n'],
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
  fixes: ({ message }, binding) => missingHeaderFixes(message, binding, false),
};
