import { followHooks } from './follow-hooks';
import type { HookVisit } from './follow-hooks';
import { repositoryOf } from './resource-use';
import type { FileRule } from './rule';
import { listOf } from './wording';

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
  groupOf: repositoryOf,
  check(group, report) {
    const first = new Map<string, HookVisit>();
    for (const visit of followHooks(group)) {
      const { block, use, facts } = visit;
      // After a deletion the earlier webhook may be gone.
      if (facts.step === 'delete') forget(first, use.scope);
      if (facts.step !== 'create' || facts.config === undefined) continue;
      const key = `${use.scope}\n${facts.config}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, visit);
        continue;
      }
      if (facts.events === undefined || earlier.facts.events === undefined) continue;
      const shared = sharedEvents(facts.events, earlier.facts.events);
      const span = facts.configSpan ?? use.span;
      report(block, {
        message:
          shared.length > 0
            ? `Another webhook of this repository has the same configuration and events in common: ${listOf(shared, 'and')}.`
            : 'Another webhook of this repository has the same configuration; each should have its own.',
        span,
        severity: shared.length > 0 ? 'warning' : 'hint',
        provenance: facts.provenance,
        related: [
          {
            message: 'The other webhook is created here.',
            span: earlier.facts.configSpan ?? earlier.use.span,
            block: earlier.block - block,
          },
        ],
      });
    }
  },
};

function forget(first: Map<string, HookVisit>, scope: string): void {
  for (const [key, visit] of first) if (visit.use.scope === scope) first.delete(key);
}

function sharedEvents(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.includes('*')) return b;
  if (b.includes('*')) return a;
  return a.filter((event) => b.includes(event));
}
