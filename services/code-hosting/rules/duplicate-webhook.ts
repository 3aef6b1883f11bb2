import { followHooks, type HookVisit } from './support/follow-hooks';
import { memberIn, ownerGroupOf } from '@rulebook/checker/rules/across/resource-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { inList } from '@rulebook/checker/rules/support/wording';

/** Reports two webhooks of one repository with the same configuration. */
export const duplicateWebhook: FileRule = {
  id: 'duplicate-webhook',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a webhook with the same configuration as another webhook of the repository in the file.',
    why: 'Two webhooks may share a configuration only if they have no event in common. Even then, each webhook should have its own configuration.',
    remedy: 'Give the webhook its own URL, or subscribe the first webhook to all the events.',
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const first = new Map<string, HookVisit>();
    for (const visit of followHooks(group)) {
      const { block, use } = visit;
      // After a deletion, the earlier webhook may no longer exist.
      if (use.effect.does === 'removes') first.clear();
      const configuration = memberIn(use, 'configuration');
      if (use.effect.does !== 'adds' || configuration?.texts === undefined) continue;
      const key = [use.endpoint.text, ...configuration.texts].join('\n');
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, visit);
        continue;
      }
      const [events, other] = [memberIn(use, 'events')?.texts, memberIn(earlier.use, 'events')?.texts];
      if (events === undefined || other === undefined) continue;
      const shared = sharedEvents(events, other);
      report(block, {
        message:
          shared.length > 0
            ? `Another webhook of this repository has the same configuration and events in common: ${inList(shared, 'and')}.`
            : 'Another webhook of this repository has the same configuration; each should have its own.',
        span: configuration.span ?? use.span,
        severity: shared.length > 0 ? 'warning' : 'hint',
        provenance: use.provenance,
        related: [
          {
            message: 'The other webhook is created here.',
            span: memberIn(earlier.use, 'configuration')?.span ?? earlier.use.span,
            block: earlier.block - block,
          },
        ],
      });
    }
  },
};

function sharedEvents(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.includes('*')) return b;
  if (b.includes('*')) return a;
  const others = new Set(b);
  return a.filter((event) => others.has(event));
}
