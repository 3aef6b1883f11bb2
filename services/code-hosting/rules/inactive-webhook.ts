import { followHooks } from './support/follow-hooks';
import { ownerGroupOf } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';

/** Reports a test or ping of a webhook that an earlier request of the file deactivates. */
export const inactiveWebhook: FileRule = {
  id: 'inactive-webhook',
  scope: 'file',
  category: 'correctness',
  severity: 'hint',
  docs: {
    what: 'Reports a test or ping of a webhook that an earlier request of the file deactivates.',
    why: 'An inactive webhook delivers nothing.',
    remedy: 'Activate the webhook before the test.',
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, before } of followHooks(group)) {
      const earlier = before.inactiveSince;
      if (earlier === undefined || use.effect.delivers === undefined) continue;
      const earlierSpan = summaries[earlier]?.resource?.span;
      report(block, {
        message: 'An earlier request of this file deactivates the webhook.',
        span: use.span,
        provenance: use.provenance,
        related: earlierSpan && [{ message: 'It is deactivated here.', span: earlierSpan, block: earlier - block }],
      });
    }
  },
};
