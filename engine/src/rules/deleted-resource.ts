import { followHooks } from './follow-hooks';
import { repositoryOf } from './resource-use';
import type { FileRule } from './rule';

/** Reports a request on a webhook that an earlier request of the file deletes. */
export const deletedResource: FileRule = {
  id: 'deleted-resource',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a request on a webhook that an earlier request of the file deletes.',
    why: 'When the requests are sent in order, the answer is 404.',
    remedy: 'Move the request above the deletion.',
    valid: ['GET /repos/octocat/hello-world/hooks/42\n\n###\nDELETE /repos/octocat/hello-world/hooks/42\n'],
    invalid: ['DELETE /repos/octocat/hello-world/hooks/42\n\n###\nGET /repos/octocat/hello-world/hooks/42\n'],
  },
  groupOf: repositoryOf,
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, facts, before } of followHooks(group)) {
      const earlier = before.deleted;
      if (earlier === undefined) continue;
      const place = summaries[earlier]?.resource?.span;
      report(block, {
        message: 'The webhook is deleted earlier in this file.',
        span: use.span,
        provenance: facts.provenance,
        related: place && [{ message: 'It is deleted here.', span: place, block: earlier - block }],
      });
    }
  },
};
