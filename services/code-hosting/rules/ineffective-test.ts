import { followHooks } from './support/follow-hooks';
import { ownerGroupOf } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a test of a webhook that is not subscribed to what the test delivers. */
export const ineffectiveTest: FileRule = {
  id: 'ineffective-test',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a push test of a webhook that the file subscribes only to other events.',
    why: 'The service accepts the test and delivers nothing.',
    remedy: 'Subscribe the webhook to `push`, or send a ping instead.',
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, before } of followHooks(group)) {
      const { events, eventsSince } = before;
      const { delivers } = use.effect;
      if (delivers?.needsSubscription !== true || events === undefined) continue;
      if (events.includes(delivers.event) || events.includes('*')) continue;
      const earlierSpan = eventsSince === undefined ? undefined : summaries[eventsSince]?.resource?.span;
      report(block, {
        message: `The webhook is not subscribed to ${code(delivers.event)}; the service accepts the test and delivers nothing.`,
        span: use.span,
        provenance: use.provenance,
        related: earlierSpan && [
          { message: 'Its events are set here.', span: earlierSpan, block: (eventsSince ?? block) - block },
        ],
      });
    }
  },
};
