import { objectShapeOf } from '../binding/model';
import { secretFixes } from './dropped-secret';
import { followHooks, hasConfiguration, mayHaveSecret } from './across/follow-hooks';
import { memberIn, ownerGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports an update that removes a secret which an earlier request of the file has set. */
export const removedSecret: FileRule = {
  id: 'removed-secret',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports an update of a webhook that removes the secret which an earlier request of the file has set.',
    why: 'An update of the configuration without its secret is accepted and removes the secret, so that deliveries are no longer signed.',
    remedy: 'Send the secret again with the update.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/", "secret": "{{hook_secret}}" } }\n\n###\nPATCH /repos/octocat/hello-world/hooks/42\n\n{ "config": { "url": "https://example.com/v2", "secret": "{{hook_secret}}" } }\n',
    ],
    invalid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/", "secret": "{{hook_secret}}" } }\n\n###\nPATCH /repos/octocat/hello-world/hooks/42\n\n{ "config": { "url": "https://example.com/v2" } }\n',
    ],
  },
  groupOf: ownerGroupOf,
  supersedes: 'dropped-secret',
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, before } of followHooks(group)) {
      const earlier = before.secretSince;
      if (use.effect.does === 'adds' || earlier === undefined || !hasConfiguration(use) || mayHaveSecret(use)) continue;
      const place = summaries[earlier]?.resource;
      const placeSpan = place && (memberIn(place, 'configuration')?.span ?? place.span);
      report(block, {
        message: 'The webhook got a secret earlier in this file; this update removes it.',
        span: memberIn(use, 'configuration')?.span ?? use.span,
        provenance: use.provenance,
        related: placeSpan && [{ message: 'The secret is set here.', span: placeSpan, block: earlier - block }],
        isFixable: true,
      });
    }
  },
  fixes({ span }, binding) {
    const { body } = binding;
    for (const value of body === undefined ? [] : [body, ...body.members.map((member) => member.value)]) {
      if (value?.anchor.start !== span.start || value.node.type !== 'object') continue;
      for (const constraint of objectShapeOf(value)?.constraints ?? [])
        if (constraint.rule === 'dropped-secret') return secretFixes(value, constraint.options.secret, binding);
    }
    return [];
  },
};
