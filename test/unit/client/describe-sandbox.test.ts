import { describe, expect, it } from 'vitest';
import { describeSandbox, type SandboxNode } from '../../../client/src/sandbox-view/describe-sandbox';

const now = Date.UTC(2030, 0, 1);

const state = {
  schema: 1,
  seed: { clusterCredential: 'hidden-seed' },
  clusters: {
    cluster: {
      bootstrap: 'hidden-bootstrap',
      keys: {
        k1: { id: 'k1', name: 'reader', secret: 'hidden-key', expiration: now + 60_000 },
        k2: { id: 'k2', name: null, secret: 'hidden-key', expiration: now - 1 },
      },
      repositories: { backup: { type: 'fs', settings: { location: '/hidden' } } },
      indices: {
        logs: { isOpen: false, documents: { 1: {} } },
        copy: {
          documents: {},
          follow: { remoteCluster: 'leader', leaderIndex: 'logs', status: 'paused', checkpoint: 4 },
        },
        late: {
          documents: {},
          follow: { remoteCluster: 'leader', leaderIndex: 'old', status: 'active', fatalException: 'gone' },
        },
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
          { id: 0, event: 'issues', action: 'opened', outcome: { status: 0, statusText: 'failed to connect' } },
        ],
      },
    },
  },
};

describe('the view of the sandbox', () => {
  it('shows keys, repositories, followers, indices, and hooks with their deliveries', () => {
    expect(linesOf(describeSandbox(state, now))).toEqual([
      'server Search cluster "cluster"',
      '  key API keys (2)',
      '    key reader (k1 · until 2030-01-01 00:01 UTC)',
      '    circle-slash no name (k2 · expired)',
      '  archive Snapshot repositories (1)',
      '    archive backup (fs)',
      '  git-compare Followers (2)',
      '    debug-pause copy (leader:logs · paused · 5 operations)',
      '    error late (leader:old · fell behind)',
      '  database Indices (1)',
      '    database logs (1 document · closed)',
      'github-alt Code host',
      '  rss Webhooks (1)',
      '    rss octocat/hello-world #7 (https://example.com/hook · push, issues)',
      '      loading~spin push (on its way · 2030-01-01 00:00 UTC · again)',
      '      pass ping (200 OK)',
      '      error issues.opened (failed to connect)',
      '  repo Repositories (1)',
      '    repo octocat/hello-world',
    ]);
  });

  it('shows no secret, payload or query', () => {
    expect(JSON.stringify(describeSandbox(state, now))).not.toContain('hidden');
  });

  it('gives every line an id of its own', () => {
    const ids = flat(describeSandbox(state, now)).map(({ id }) => id);
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
