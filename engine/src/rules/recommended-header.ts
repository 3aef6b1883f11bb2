import { hostGroupOf, missingHeaderFixes } from './across/lone-request';
import type { FileRule } from './rule';

/** Reports a recommended header field that is missing and that no endpoint adds. */
export const recommendedHeader: FileRule = {
  id: 'recommended-header',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports the first request to a host of no endpoint that leaves out a recommended header field.',
    why: 'An endpoint adds these header fields. A request that names its host itself must bring its own.',
    remedy: 'Add the header field; the quick fix does it.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET https://api.example.com/repos/octocat/hello-world/hooks\n'],
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
  fixes: ({ message }, binding) => missingHeaderFixes(message, binding, true),
};
