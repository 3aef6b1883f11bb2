import { describe, expect, it } from 'vitest';
import type { SandboxView, ViewItem } from '../../../packages/sandbox/src/index';
import { playSandbox } from './control-play';

/** The time of the machine in `playSandbox`, and that of the sandbox. */
const machineTime = Date.UTC(2026, 4, 5);
const now = machineTime + 7_200_000;

const fault = { id: 2, server: 'host', path: '/repos/*', remaining: 1, fault: { kind: 'status', status: 429 } };

const keyOf = (id: string, name: string | null, more: object) => ({
  [id]: {
    ...{ id, name, secret: 'hidden-key', creation: 0, owner: 'elastic', roleDescriptors: {}, metadata: {} },
    ...more,
  },
});

const indexOf = (more: object) => ({
  ...{ uuid: 'u', isOpen: true, settings: {}, mappings: {}, documents: {}, nextSequence: 0, history: [], leases: {} },
  ...more,
});

const followOf = (more: object) =>
  indexOf({
    follow: {
      ...{ remoteCluster: 'leader', leaderUuid: 'u', status: 'active', parameters: {}, checkpoint: -1 },
      ...{ documentsCopied: 0, operationsRead: 0, operationsWritten: 0, ...more },
    },
  });

const document = { source: { text: 'hidden' }, version: 1, sequence: 0 };

const hookOf = (more: object) => ({
  ...{ id: 7, owner: 'octocat', repo: 'hello-world', active: true, events: ['push', 'issues'], contentType: 'json' },
  ...{ insecureSsl: '0', secret: 'hidden-secret', createdAt: 0, updatedAt: 0, deliveries: [] },
  url: 'https://user:hidden@example.com/hook?token=hidden',
  ...more,
});

const deliveryOf = (id: number, event: string, more: object) => ({
  ...{
    id,
    guid: 'g',
    deliveredAt: now,
    redelivery: false,
    event,
    action: null,
    url: 'http://127.0.0.1:1/hook?token=hidden',
  },
  payload: { number: 12345, text: 'hidden-secret' },
  ...more,
});

const outcomeOf = (status: number, statusText: string) => ({
  ...{ hook: 7, delivery: 1, status, statusText, duration: 0.5, responseBody: 'fine' },
  requestHeaders: [
    ['User-Agent', 'x'],
    ['X-Hub-Signature', 'hidden'],
  ],
  responseHeaders: [['Server', 'y']],
});

/** Plays a sandbox with something of everything. */
function playUsed() {
  const play = playSandbox();
  const state = play.send('host', 'GET /_sandbox/state').body as {
    clusters: { cluster: object; leader: object };
    host: object;
  };
  const used = {
    ...state,
    control: { clock: { offset: 7_200_000 }, faults: [fault], nextFault: 3 },
    clusters: {
      cluster: {
        ...state.clusters.cluster,
        keys: {
          ...keyOf('k1', 'reader', { expiration: now + 60_000 }),
          ...keyOf('k2', null, { expiration: now - 1 }),
          ...keyOf('k3', 'former', { expiration: now + 1, invalidation: now - 5 }),
        },
        repositories: {
          backup: { uuid: 'b', type: 'fs', settings: { location: '/hidden' } },
          mirror: { uuid: 'm', type: 'url', settings: { url: 'file:/hidden', readonly: 'true' } },
        },
        indices: {
          logs: indexOf({ isOpen: false, documents: { 1: document } }),
          copy: followOf({ leaderIndex: 'logs', leaderUuid: 'former', status: 'paused', checkpoint: 4 }),
          near: followOf({ leaderIndex: 'now', checkpoint: 2 }),
          late: followOf({ leaderIndex: 'old', fatalException: 'hidden' }),
        },
      },
      leader: {
        ...state.clusters.leader,
        indices: {
          now: indexOf({ nextSequence: 7, documents: { 1: document, 2: document } }),
          logs: indexOf({ uuid: 'other', nextSequence: 9 }),
        },
      },
    },
    host: {
      ...state.host,
      hooks: {
        7: hookOf({
          deliveries: [
            deliveryOf(2, 'push', { redelivery: true }),
            deliveryOf(1, 'ping', { outcome: outcomeOf(200, 'OK') }),
            deliveryOf(5, 'push', { throttledAt: now }),
            deliveryOf(0, 'issues', { action: 'opened', outcome: outcomeOf(0, 'failed to connect') }),
          ],
        }),
        9: hookOf({ id: 9, owner: 'a/b', repo: 'c?', active: false, deliveries: [deliveryOf(3, 'ping', {})] }),
      },
    },
  };
  expect(play.send('host', 'PUT /_sandbox/state', used).text).toBe('{"acknowledged":true}');
  return play;
}

const viewOf = (play: ReturnType<typeof playSandbox>) =>
  play.send('cluster', 'GET /_sandbox/view').body as unknown as SandboxView;

describe('what editors show of the sandbox', () => {
  it('is keys, repositories, followers, indices, and hooks with their deliveries', () => {
    expect(linesOf(viewOf(playUsed()).items)).toEqual([
      'watch Clock (+2 h)',
      'flame Faults (1)',
      '  flame status 429 (host /repos/* · 1 request left)',
      'server Search cluster "cluster"',
      '  key API keys (3)',
      '    key reader (expires 2026-05-05 02:01 UTC · k1)',
      '    circle-slash k2 (expired · k2)',
      '    circle-slash former (invalidated · k3)',
      '  archive Snapshot repositories (2)',
      '    archive backup (fs)',
      '    archive mirror (url · read-only)',
      '  git-compare Followers (3)',
      '    debug-pause copy (leader:logs · paused · 5 operations)',
      '    sync near (leader:now · active · 3 of 7 operations)',
      '    error late (leader:old · failed · 0 operations)',
      '  database Indices (1)',
      '    database logs (1 document · closed)',
      'server Search cluster "leader"',
      '  key API keys (none)',
      '  archive Snapshot repositories (none)',
      '  git-compare Followers (none)',
      '  database Indices (2)',
      '    database now (2 documents)',
      '    database logs (0 documents)',
      'github-alt Code host',
      '  rss Webhooks (2)',
      '    rss octocat/hello-world #7 (https://example.com/hook · push, issues)',
      '      loading~spin push (pending · redelivery · 2026-05-05 02:00 UTC)',
      '      pass ping (200 OK · 2026-05-05 02:00 UTC)',
      '      circle-slash push (held back · 2026-05-05 02:00 UTC)',
      '      error issues.opened (failed to connect · 2026-05-05 02:00 UTC)',
      '    circle-slash a/b/c? #9 (https://example.com/hook · push, issues · inactive)',
      '      loading~spin ping (pending · 2026-05-05 02:00 UTC)',
      '  repo Repositories (1)',
      '    repo octocat/hello-world',
    ]);
  });

  it('says what can be done with each line', () => {
    const lines = flat(viewOf(playUsed()).items);
    const find = (label: string) => lines.find((line) => line.label === label);
    expect(find('reader')).toMatchObject({ copies: 'k1' });
    expect(find('copy')).toMatchObject({ copies: 'copy' });
    expect(find('ping')).toMatchObject({
      copies: '1',
      delivery: {
        title: 'Delivery 1',
        endpoint: 'sandbox-hub',
        again: '/repos/octocat/hello-world/hooks/7/deliveries/1/attempts',
      },
    });
    expect(lines.find(({ id }) => id === 'host/hooks/9/3')?.delivery?.again).toBe(
      '/repos/a%2Fb/c%3F/hooks/9/deliveries/3/attempts',
    );
    expect(find('API keys')).not.toHaveProperty('copies');
    expect(find('reader')).not.toHaveProperty('delivery');
  });

  it('shows where a clock is, and none that goes as the machine does', () => {
    const play = playSandbox();
    expect(viewOf(play).items[0]?.id).toBe('cluster/cluster');
    play.send('host', 'POST /_sandbox/clock', { set: '2030-01-01T00:00:00Z' });
    expect(linesOf(viewOf(play).items)[0]).toBe('watch Clock (stopped at 2030-01-01 00:00 UTC)');
  });

  it('shows no secret, payload or query, also where a name is one', () => {
    const play = playUsed();
    play.send('cluster', 'POST /_security/api_key', { name: 'of-hidden-secret' });
    const text = JSON.stringify(viewOf(play));
    expect(text).not.toContain('hidden');
    expect(text).toContain('of-********');
  });

  it('gives every line an id of its own', () => {
    const ids = flat(viewOf(playUsed()).items).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a delivery that editors show', () => {
  const shown = (id: string) =>
    playUsed().send('cluster', `GET /_sandbox/view?delivery=${encodeURIComponent(id)}`).body;

  it('holds what was sent and what came back, without secrets', () => {
    expect(shown('host/hooks/7/1')).toEqual({
      delivery: {
        event: 'ping',
        action: null,
        redelivery: false,
        request: {
          url: 'http://127.0.0.1:1/hook?token=********',
          headers: { 'User-Agent': 'x', 'X-Hub-Signature': '********' },
          payload: { number: 12345, text: '********' },
        },
        response: { status: 200, text: 'OK', seconds: 0.5, headers: { Server: 'y' }, body: 'fine' },
      },
    });
  });

  it('says that nothing came back yet', () => {
    expect(shown('host/hooks/7/2')).toMatchObject({ delivery: { event: 'push', response: null } });
  });

  it.each(['host/hooks/7/99', 'host/hooks/8/1', 'host', '', '%', '__proto__'])('is none at %j', (id) => {
    expect(shown(id)).toEqual({});
  });

  it('is sent again by the path that it names', () => {
    const play = playSandbox();
    play.send('host', 'POST /repos/octocat/hello-world/hooks', { config: { url: 'http://127.0.0.1:1/' } });
    const again = flat(viewOf(play).items).flatMap(({ delivery }) => delivery?.again ?? []);
    expect(again.map((path) => play.send('host', `POST ${path}`).status)).toEqual([202]);
  });
});

function flat(items: readonly ViewItem[]): readonly ViewItem[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])]);
}

function linesOf(items: readonly ViewItem[], indent = ''): readonly string[] {
  return items.flatMap(({ icon, label, description, children = [] }) => [
    `${indent}${icon} ${label}${description === undefined ? '' : ` (${description})`}`,
    ...linesOf(children, `${indent}  `),
  ]);
}
