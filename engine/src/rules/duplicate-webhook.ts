import { followHooks } from './across/follow-hooks';
import type { HookVisit } from './across/follow-hooks';
import { memberIn, ownerGroupOf } from './across/resource-use';
import type { FileRule } from './rule';
import { listOf } from './support/wording';

/** Reports two webhooks of one repository with the same configuration. */
export const duplicateWebhook: FileRule = {
  id: 'duplicate-webhook',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a second webhook of a repository with the same configuration as another one of the file.',
    why: 'Webhooks may share a configuration only when they have no event in common, and even then each should have its own.',
    remedy: 'Give the webhook a URL of its own, or subscribe the first one to all the events.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/a" } }\n\n###\nPOST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/b" } }\n',
    ],
    invalid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["push", "issues"], "config": { "url": "https://example.com/" } }\n\n###\nPOST /repos/octocat/hello-world/hooks\n\n{ "events": ["issues"], "config": { "url": "https://example.com/" } }\n',
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["push"], "config": { "url": "https://example.com/" } }\n\n###\nPOST /repos/octocat/hello-world/hooks\n\n{ "events": ["issues"], "config": { "url": "https://example.com/" } }\n',
    ],
  },
  groupOf: ownerGroupOf,
  check(group, report) {
    const first = new Map<string, HookVisit>();
    for (const visit of followHooks(group)) {
      const { block, use } = visit;
      // After a deletion the earlier webhook may be gone.
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
            ? `Another webhook of this repository has the same configuration and events in common: ${listOf(shared, 'and')}.`
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
