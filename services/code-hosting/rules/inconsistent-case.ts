import { ownerGroupOf } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a repository whose name is spelled in two ways. */
export const inconsistentCase: FileRule = {
  id: 'inconsistent-case',
  scope: 'file',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a repository whose name differs in upper and lower case from an earlier request of the file.',
    why: 'Both spellings name the same repository, but readers and text searches miss that.',
    remedy: 'Use one spelling.',
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
      const earlierSpan = summaries[earlier.block]?.resource?.scopeSpan;
      report(block, {
        message: `${code(resource.spelling)} is spelled ${code(earlier.spelling)} above; both name the same repository.`,
        span: resource.scopeSpan,
        provenance: resource.provenance,
        related: earlierSpan && [
          { message: 'The other spelling is here.', span: earlierSpan, block: earlier.block - block },
        ],
      });
    });
  },
};
