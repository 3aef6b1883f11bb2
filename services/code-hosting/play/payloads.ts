import type { RepositoryRecord } from './model';
import { repositoryView } from './repositories';
import { hookView, timestamp } from './views';
import type { StepInput } from '@rulebook/sandbox/model';
import type { HookRecord } from './hook-record';

/** An event in a repository, which is delivered to its webhooks. */
export interface HostEvent {
  readonly event: string;
  readonly action: string | null;
  /** The members of the payload that are specific to the event. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The user who caused the event. */
  readonly sender: string;
}

// The documents do not show payloads. These have the members that receivers of the public service usually read.

/** Returns the payload of an event. */
export function payloadOf(
  { action, content, sender }: HostEvent,
  repository: RepositoryRecord,
  input: StepInput,
): Readonly<Record<string, unknown>> {
  return {
    ...(action !== null && { action }),
    ...content,
    repository: repositoryView(repository, input),
    sender: { login: sender, type: 'User' },
  };
}

/** Returns the specific members of a hook's `ping`. */
export function pingContent(hook: HookRecord, input: StepInput): HostEvent['content'] {
  return {
    zen: 'A rehearsal costs less than a premiere.',
    hook_id: hook.id,
    hook: hookView(hook, input.baseUrl, input.now),
  };
}

/** Returns the specific members of an event; `number` is that of an issue or pull request. */
export function contentOf(event: string, sender: string, number: number, input: StepInput): HostEvent['content'] {
  if (event === 'push') return pushContent(sender, input);
  const subject = { number, title: 'Try the webhook', state: 'open', user: { login: sender, type: 'User' } };
  if (event === 'issues') return { issue: { ...subject, labels: [], created_at: timestamp(input.now) } };
  if (event === 'pull_request') {
    const branch = (ref: string) => ({ ref, sha: commitId(input) });
    const change = { draft: false, merged: false, head: branch('try-it'), base: branch('main') };
    return { number, pull_request: { ...subject, ...change, created_at: timestamp(input.now) } };
  }
  return {};
}

function pushContent(sender: string, input: StepInput): HostEvent['content'] {
  const commit = {
    id: commitId(input),
    message: 'Try the webhook',
    timestamp: timestamp(input.now),
    author: { name: sender },
    added: [],
    removed: [],
    modified: ['README.md'],
  };
  return {
    ref: 'refs/heads/main',
    before: commitId(input),
    after: commit.id,
    created: false,
    deleted: false,
    forced: false,
    commits: [commit],
    head_commit: commit,
    pusher: { name: sender },
  };
}

function commitId(input: StepInput): string {
  return hexadecimal(input.randomText(40), 40);
}

/** Gives random text the form of a UUID. */
export function guidFrom(text: string): string {
  const hex = hexadecimal(text, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

function hexadecimal(text: string, length: number): string {
  const digits = [...text.padEnd(length, '0')].slice(0, length);
  return digits.map((letter) => (letter.charCodeAt(0) % 16).toString(16)).join('');
}
