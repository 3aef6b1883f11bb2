import { followHooks } from './follow-hooks';
import { repositoryOf } from './resource-use';
import type { FileRule } from './rule';
import { code } from './wording';

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
  groupOf: repositoryOf,
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, facts, before } of followHooks(group)) {
      const { events, eventsSince } = before;
      if (facts.step !== 'test' || events === undefined) continue;
      if (events.includes(facts.tested) || events.includes('*')) continue;
      const place = eventsSince === undefined ? undefined : summaries[eventsSince]?.resource?.span;
      report(block, {
        message: `The webhook is not subscribed to ${code(facts.tested)}: the test is accepted and sends nothing.`,
        span: use.span,
        provenance: facts.provenance,
        related: place && [{ message: 'Its events are set here.', span: place, block: (eventsSince ?? block) - block }],
      });
    }
  },
};
