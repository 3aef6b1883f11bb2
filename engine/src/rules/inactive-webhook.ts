import { followHooks } from './across/follow-hooks';
import { ownerGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports a test or ping of a webhook that an earlier request of the file switches off. */
export const inactiveWebhook: FileRule = {
  id: 'inactive-webhook',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports a test or ping of a webhook that an earlier request of the file switches off.',
    why: 'An inactive webhook sends nothing.',
    remedy: 'Switch the webhook on before the test.',
    valid: [
      'PATCH /repos/octocat/hello-world/hooks/42\n\n{ "active": true }\n\n###\nPOST /repos/octocat/hello-world/hooks/42/pings\n',
    ],
    invalid: [
      'PATCH /repos/octocat/hello-world/hooks/42\n\n{ "active": false }\n\n###\nPOST /repos/octocat/hello-world/hooks/42/pings\n',
    ],
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, before } of followHooks(group)) {
      const earlier = before.inactiveSince;
      if (earlier === undefined || use.effect.delivers === undefined) continue;
      const place = summaries[earlier]?.resource?.span;
      report(block, {
        message: 'The webhook is inactive since an earlier request of this file.',
        span: use.span,
        provenance: use.provenance,
        related: place && [{ message: 'It is switched off here.', span: place, block: earlier - block }],
      });
    }
  },
};
