import { ownerGroupOf } from './across/resource-use';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports a repository that is written in two ways. */
export const inconsistentCase: FileRule = {
  id: 'inconsistent-case',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports a repository that is written with other capitals than earlier in the file.',
    why: 'Both spellings name the same repository, which readers and searches do not see.',
    remedy: 'Write the name in one way.',
    valid: ['GET /repos/octocat/hello-world/hooks\n\n###\nGET /repos/octocat/hello-world/hooks/42\n'],
    invalid: ['GET /repos/octocat/hello-world/hooks\n\n###\nGET /repos/octocat/Hello-World/hooks/42\n'],
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const { summaries } = group;
    const first = new Map<string, { block: number; spelling: string }>();
    summaries.forEach(({ resource }, block) => {
      if (resource === undefined) return;
      const earlier = first.get(resource.scope);
      if (earlier === undefined) {
        first.set(resource.scope, { block, spelling: resource.spelling });
        return;
      }
      if (earlier.spelling === resource.spelling) return;
      const place = summaries[earlier.block]?.resource?.scopeSpan;
      report(block, {
        message: `${code(resource.spelling)} is the repository that is written ${code(earlier.spelling)} above.`,
        span: resource.scopeSpan,
        provenance: resource.provenance,
        related: place && [{ message: 'It is written in this way here.', span: place, block: earlier.block - block }],
      });
    });
  },
};
