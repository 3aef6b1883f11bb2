import { describe, expect, it } from 'vitest';
import { describeSandbox, type SandboxNode } from '../../../client/src/sandbox-view/describe-sandbox';

const now = Date.UTC(2030, 0, 1);
const machineTime = now - 7_200_000;
const fault = { id: 2, server: 'host', path: '/repos/*', remaining: 1, fault: { kind: 'status', status: 429 } };

const state = {
  schema: 1,
  control: { clock: { offset: 7_200_000 }, faults: [fault], nextFault: 3 },
  seed: { clusterCredential: 'hidden-seed' },
  clusters: {
    cluster: {
      bootstrap: 'hidden-bootstrap',
      keys: {
        k1: { id: 'k1', name: 'reader', secret: 'hidden-key', expiration: now + 60_000 },
        k2: { id: 'k2', name: null, secret: 'hidden-key', expiration: now - 1 },
        k3: { id: 'k3', name: 'former', secret: 'hidden-key', expiration: now + 1, invalidation: now - 5 },
      },
      repositories: {
        backup: { type: 'fs', settings: { location: '/hidden' } },
        mirror: { type: 'url', settings: { url: 'file:/hidden', readonly: 'true' } },
      },
      indices: {
        logs: { isOpen: false, documents: { 1: {} } },
        copy: {
          documents: {},
          follow: { remoteCluster: 'leader', leaderIndex: 'logs', status: 'paused', checkpoint: 4 },
        },
        near: {
          documents: {},
          follow: { remoteCluster: 'leader', leaderIndex: 'now', leaderUuid: 'u', status: 'active', checkpoint: 2 },
        },
        late: {
          documents: {},
          follow: { remoteCluster: 'leader', leaderIndex: 'old', status: 'active', fatalException: 'gone' },
        },
      },
    },
    leader: {
      indices: {
        now: { uuid: 'u', nextSequence: 7, documents: { count: 12, buckets: {} } },
        logs: { uuid: 'other', nextSequence: 9 },
      },
    },
  },
  host: {
    bootstrap: 'hidden-token',
    repositories: { 'octocat/hello-world': { id: 1, owner: 'octocat', name: 'hello-world', roles: {} } },
    hooks: {
      7: {
        id: 7,
        owner: 'octocat',
        repo: 'hello-world',
        active: true,
        events: ['push', 'issues'],
        url: 'https://user:hidden@example.com/hook?token=hidden',
        secret: 'hidden-secret',
        deliveries: [
          { id: 2, event: 'push', action: null, redelivery: true, deliveredAt: now, payload: { text: 'hidden' } },
          { id: 1, event: 'ping', action: null, outcome: { status: 200, statusText: 'OK', responseBody: 'hidden' } },
          { id: 5, event: 'push', action: null, throttledAt: now },
          { id: 0, event: 'issues', action: 'opened', outcome: { status: 0, statusText: 'failed to connect' } },
        ],
      },
    },
  },
};

describe('the view of the sandbox', () => {
  it('shows keys, repositories, followers, indices, and hooks with their deliveries', () => {
    expect(linesOf(describeSandbox(state, machineTime))).toEqual([
      'watch Clock (+2 h)',
      'flame Faults (1)',
      '  flame status 429 (host /repos/* · 1 request left)',
      'server Search cluster "cluster"',
      '  key API keys (3)',
      '    key reader (expires 2030-01-01 00:01 UTC · k1)',
      '    circle-slash no name (expired · k2)',
      '    circle-slash former (invalidated · k3)',
      '  archive Snapshot repositories (2)',
      '    archive backup (fs)',
      '    archive mirror (url · read-only)',
      '  git-compare Followers (3)',
      '    debug-pause copy (leader:logs · paused · 5 operations)',
      '    sync near (leader:now · active · 3 of 7 operations)',
      '    error late (leader:old · failed)',
      '  database Indices (1)',
      '    database logs (1 document · closed)',
      'server Search cluster "leader"',
      '  key API keys (none)',
      '  archive Snapshot repositories (none)',
      '  git-compare Followers (none)',
      '  database Indices (2)',
      '    database now (12 documents)',
      '    database logs (0 documents)',
      'github-alt Code host',
      '  rss Webhooks (1)',
      '    rss octocat/hello-world #7 (https://example.com/hook · push, issues)',
      '      loading~spin push (pending · redelivery · 2030-01-01 00:00 UTC)',
      '      pass ping (200 OK)',
      '      circle-slash push (held back)',
      '      error issues.opened (failed to connect)',
      '  repo Repositories (1)',
      '    repo octocat/hello-world',
    ]);
  });

  it('says what each line is and what can be done with it', () => {
    const lines = flat(describeSandbox(state, machineTime));
    const find = (label: string) => lines.find((line) => line.label === label);
    expect(find('reader')).toMatchObject({ kind: 'key', copies: 'k1' });
    expect(find('copy')).toMatchObject({ kind: 'follower', copies: 'copy' });
    expect(find('ping')).toMatchObject({
      kind: 'delivery',
      copies: '1',
      delivery: { owner: 'octocat', repo: 'hello-world', hook: '7', delivery: '1' },
    });
    expect(find('API keys')).not.toHaveProperty('copies');
  });

  it('shows where a clock stands, and none that goes as the machine does', () => {
    const first = (clock: object) => linesOf(describeSandbox({ control: { clock, faults: [] } }, now))[0];
    expect(first({ fixed: now })).toBe('watch Clock (stopped at 2030-01-01 00:00 UTC)');
    expect(first({ offset: 0 })).toBeUndefined();
  });

  it('shows no secret, payload or query', () => {
    expect(JSON.stringify(describeSandbox(state, machineTime))).not.toContain('hidden');
  });

  it('gives every line an id of its own', () => {
    const ids = flat(describeSandbox(state, machineTime)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { clusters: [] },
    { clusters: { a: null }, host: 'x' },
    { host: { hooks: { 1: { deliveries: [null, 3], events: {}, url: 4 } }, repositories: 'x' } },
    { clusters: { a: { keys: { k: { expiration: 1e300 } } } } },
    { control: { clock: { fixed: 1e300 }, faults: [null, {}, { fault: 3 }] } },
    { control: { clock: [], faults: 'x' } },
    { clusters: { a: { indices: { f: { follow: { remoteCluster: 'a', leaderIndex: 'f', checkpoint: 'x' } } } } } },
  ])('takes %j without an error', (strange) => {
    expect(Array.isArray(describeSandbox(strange, now))).toBe(true);
  });
});

function flat(nodes: readonly SandboxNode[]): readonly SandboxNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
}

function linesOf(nodes: readonly SandboxNode[], indent = ''): readonly string[] {
  return nodes.flatMap(({ icon, label, description, children = [] }) => [
    `${indent}${icon} ${label}${description === undefined ? '' : ` (${description})`}`,
    ...linesOf(children, `${indent}  `),
  ]);
}
