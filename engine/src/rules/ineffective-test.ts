import { followHooks } from './across/follow-hooks';
import { ownerGroupOf } from './across/resource-use';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports a test of a webhook that is not subscribed to what the test delivers. */
export const ineffectiveTest: FileRule = {
  id: 'ineffective-test',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a push test of a webhook that the file subscribes to other events only.',
    why: 'The test answers as if all were well, and sends nothing.',
    remedy: 'Subscribe the webhook to pushes, or send a ping.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["push"], "config": { "url": "https://example.com/" } }\n\n###\nPOST /repos/octocat/hello-world/hooks/42/tests\n',
    ],
    invalid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["issues"], "config": { "url": "https://example.com/" } }\n\n###\nPOST /repos/octocat/hello-world/hooks/42/tests\n',
    ],
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, before } of followHooks(group)) {
      const { events, eventsSince } = before;
      const { delivers } = use.effect;
      if (delivers?.needsSubscription !== true || events === undefined) continue;
      if (events.includes(delivers.event) || events.includes('*')) continue;
      const place = eventsSince === undefined ? undefined : summaries[eventsSince]?.resource?.span;
      report(block, {
        message: `The webhook is not subscribed to ${code(delivers.event)}: the test is accepted and sends nothing.`,
        span: use.span,
        provenance: use.provenance,
        related: place && [{ message: 'Its events are set here.', span: place, block: (eventsSince ?? block) - block }],
      });
    }
  },
};
