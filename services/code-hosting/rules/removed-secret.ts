import { objectShapeOf } from '@rulebook/checker/binding/model';
import { secretFixes } from '@rulebook/checker/rules/dropped-secret';
import { followHooks, hasConfiguration, mayHaveSecret } from './support/follow-hooks';
import { memberIn, ownerGroupOf } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';

/** Reports an update that removes a secret which an earlier request of the file sets. */
export const removedSecret: FileRule = {
  id: 'removed-secret',
  scope: 'file',
  category: 'security',
  severity: 'warning',
  docs: {
    what: 'Reports an update of a webhook that removes a secret which an earlier request of the file sets.',
    why: 'The service accepts an update of the configuration without the secret, and removes the secret. Later deliveries are unsigned.',
    remedy: 'Send the secret again with the update.',
  },
  groupOf: ownerGroupOf,
  supersedes: 'dropped-secret',
  check(group, report) {
    const { summaries } = group;
    for (const { block, use, before } of followHooks(group)) {
      const earlier = before.secretSince;
      if (use.effect.does === 'adds' || earlier === undefined || !hasConfiguration(use) || mayHaveSecret(use)) continue;
      const setter = summaries[earlier]?.resource;
      const setterSpan = setter && (memberIn(setter, 'configuration')?.span ?? setter.span);
      report(block, {
        message: 'This update removes the secret that an earlier request of this file sets.',
        span: memberIn(use, 'configuration')?.span ?? use.span,
        provenance: use.provenance,
        related: setterSpan && [{ message: 'The secret is set here.', span: setterSpan, block: earlier - block }],
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
