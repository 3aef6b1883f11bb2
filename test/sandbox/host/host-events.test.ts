import { describe, expect, it } from 'vitest';
import { keptDeliveries } from '../../../services/code-hosting/play/events';
import type { HostSeed } from '../../../services/code-hosting/play/seed';
import { sandbox } from '../whole-sandbox';
import { playSandbox, seed } from '../frame/control-play';

const hooks = '/repos/octocat/hello-world/hooks';
const url = 'http://127.0.0.1:9/hook';

/** A sandbox with a webhook for each list of events. */
function playHooks(lists: readonly (readonly string[])[], host: HostSeed = {}) {
  const play = playSandbox({ host });
  const raise = (body: unknown) => play.send('host', 'POST /_sandbox/events', body);
  for (const [index, events] of lists.entries()) {
    play.send('host', `POST ${hooks}`, { events, config: { url: `${url}?${index}`, content_type: 'json' } });
  }
  const reported = ({ result }: ReturnType<typeof raise>) =>
    result.effects.map((effect) => effect.url.replace(`${url}?`, ''));
  return { ...play, raise, reported };
}

/** The same sandbox, with a list of deliveries of the first webhook that holds as many as it may: one that was sent, and others held back. */
function playFull(host: HostSeed) {
  const { state } = playHooks([['push']], host);
  const before = state();
  const hook = before.host.hooks.get(1)!;
  const [ping] = hook.deliveries;
  const deliveries = Array.from({ length: keptDeliveries }, (_, index) => {
    const id = keptDeliveries + 1 - index;
    return id === 2 ? ping! : { ...ping!, id, throttledAt: ping!.deliveredAt, isHeldBack: true as const };
  });
  const full = { ...before.host, nextId: keptDeliveries + 2, hooks: before.host.hooks.with({ ...hook, deliveries }) };
  return playSandbox({ ...seed, host }, { ...before, host: full });
}

describe('an event', () => {
  it('is delivered to the active webhooks that are subscribed, and to no others', () => {
    const { send, raise, reported } = playHooks([['push'], ['issues', 'push'], ['*'], ['pull_request'], ['issues']]);
    send('host', `PATCH ${hooks}/9`, { active: false });
    expect(reported(raise({ event: 'push' }))).toEqual(['0', '1', '2']);
    expect(reported(raise({ event: 'issues' }))).toEqual(['1', '2']);
    expect(reported(raise({ event: 'release', action: 'published' }))).toEqual(['2']);
    expect(raise({ event: 'issues', action: 'closed' }).body).toMatchObject({
      repository: 'octocat/hello-world',
      action: 'closed',
      deliveries: [
        { hook: 3, throttled: false },
        { hook: 5, throttled: false },
      ],
    });
  });

  it.each([
    ['push', null, { ref: 'refs/heads/main', pusher: { name: 'octocat' } }],
    ['issues', 'opened', { action: 'opened', issue: { state: 'open' } }],
    ['pull_request', 'opened', { action: 'opened', pull_request: { merged: false } }],
    ['star', null, { sender: { login: 'octocat' } }],
  ])('%s carries what receivers look at', (event, action, payload) => {
    const { send, raise } = playHooks([[event]]);
    const { result } = raise({ event });
    const [effect] = result.effects;
    expect(Object.fromEntries(effect!.headers)).toMatchObject({ 'X-Vendor-Event': event });
    expect(JSON.parse(effect!.body)).toMatchObject({ ...payload, repository: { full_name: 'octocat/hello-world' } });
    const [delivery] = send('host', `GET ${hooks}/1/deliveries`).body as unknown as Record<string, unknown>[];
    expect(delivery).toMatchObject({ event, action, redelivery: false, repository_id: 1 });
  });

  it('takes members of the payload and a sender from the request', () => {
    const { raise } = playHooks([['issues']]);
    const { result } = raise({ event: 'issues', sender: 'hubot', payload: { issue: { number: 7 }, extra: true } });
    expect(JSON.parse(result.effects[0]!.body)).toMatchObject({
      issue: { number: 7 },
      extra: true,
      sender: { login: 'hubot' },
    });
  });

  it('of a push is what the push test repeats', () => {
    const { send, raise } = playHooks([['push']]);
    raise({ event: 'push', payload: { ref: 'refs/heads/release' } });
    const { result } = send('host', `POST ${hooks}/1/tests`);
    expect(JSON.parse(result.effects[0]!.body)).toMatchObject({ ref: 'refs/heads/release' });
  });

  it('has the vendor’s own header names where the seed names a vendor', () => {
    const { raise } = playHooks([['push']], { vendor: 'github' });
    const names = raise({ event: 'push' }).result.effects[0]!.headers.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['X-GitHub-Event', 'X-GitHub-Delivery', 'X-GitHub-Hook-ID']));
    expect(names.filter((name) => name.includes('Vendor'))).toEqual([]);
  });

  it('stays in its repository', () => {
    const { raise, reported } = playHooks([['push']], { repositories: ['octocat/hello-world', 'acme/shop'] });
    expect(reported(raise({ event: 'push', repository: 'Acme/Shop' }))).toEqual([]);
    expect(reported(raise({ event: 'push', repository: 'OCTOCAT/hello-world' }))).toEqual(['0']);
  });

  it.each([
    [undefined, 'object with `event`'],
    [[], 'object with `event`'],
    [{}, '`event` must be the name'],
    [{ event: 'ping' }, 'ping'],
    [{ event: 'installation' }, 'not an event'],
    [{ event: 'push', action: 'done' }, 'no action'],
    [{ event: 'issues', action: 7 }, '`action`'],
    [{ event: 'issues', sender: '' }, '`sender`'],
    [{ event: 'issues', payload: [] }, '`payload`'],
    [{ event: 'issues', payload: { text: 'x'.repeat(70_000) } }, '65536'],
    [{ event: 'issues', repository: 'octocat/nowhere' }, 'octocat/hello-world'],
    [{ event: 'issues', repository: 7 }, 'octocat/hello-world'],
    [{ event: 'issues', repo: 'x' }, '"repo"'],
  ])('is refused as %j', (body, part) => {
    const { raise, state } = playHooks([['*']]);
    const before = state();
    const answer = raise(body);
    expect(answer.status).toBe(400);
    expect(answer.body.cause).toContain(part);
    expect(answer.body.example).toMatchObject({ request: 'POST /_sandbox/events' });
    expect(state()).toBe(before);
  });

  it('belongs to the code host, and to who started it', () => {
    const { send } = playHooks([]);
    expect(send('cluster', 'POST /_sandbox/events', { event: 'push' }).status).toBe(400);
    const stranger = { Authorization: 'Bearer host-credential-stranger' };
    expect(send('host', 'POST /_sandbox/events', { event: 'push' }, stranger).status).toBe(401);
  });
});

describe('too many deliveries', () => {
  const listed = (send: ReturnType<typeof playHooks>['send']) =>
    send('host', `GET ${hooks}/1/deliveries?per_page=100`).body as unknown as Record<string, unknown>[];

  it('in a minute are held back and recorded as such; the next minute is free', () => {
    const { send, raise, reported } = playHooks([['push']], { deliveriesPerMinute: 3 });
    expect(reported(raise({ event: 'push' }))).toEqual(['0']);
    send('host', `POST ${hooks}/1/pings`);
    const fourth = raise({ event: 'push' });
    expect(reported(fourth)).toEqual([]);
    expect(fourth.body.deliveries).toMatchObject([{ hook: 1, throttled: true }]);
    expect(send('host', `POST ${hooks}/1/tests`)).toMatchObject({ status: 204, result: { effects: [] } });
    expect(listed(send).map(({ throttled_at }) => throttled_at)).toEqual([
      '2026-05-05T00:00:00Z',
      '2026-05-05T00:00:00Z',
      null,
      null,
      null,
    ]);
    expect(listed(send)[0]).toMatchObject({ status: 'throttled', status_code: 0 });
    send('host', 'POST /_sandbox/clock', { advance: '61s' });
    expect(reported(raise({ event: 'push' }))).toEqual(['0']);
  });

  it('are sent when their time comes, in their order and no faster than allowed', () => {
    const { send, raise, reported, state } = playHooks([['push']], { deliveriesPerMinute: 2 });
    raise({ event: 'push' });
    for (const n of [1, 2, 3]) expect(reported(raise({ event: 'push', payload: { n } }))).toEqual([]);
    const start = Date.UTC(2026, 4, 5);
    expect(sandbox.nextWake(state(), start)).toBe(start + 60_000);
    expect(sandbox.wake(state(), { now: start + 59_999 }).effects).toEqual([]);
    const woken = sandbox.wake(state(), { now: start + 60_000 });
    expect(woken.effects.map(({ body }) => (JSON.parse(body) as { n: number }).n)).toEqual([1, 2]);
    expect(sandbox.nextWake(woken.state, start + 60_000)).toBe(start + 120_000);
    const last = sandbox.wake(woken.state, { now: start + 120_000 });
    expect(last.effects.map(({ body }) => (JSON.parse(body) as { n: number }).n)).toEqual([3]);
    expect(sandbox.nextWake(last.state, start + 120_000)).toBeUndefined();

    send('host', 'POST /_sandbox/clock', { advance: '1m' });
    expect(sandbox.nextWake(state(), start)).toBe(start);
    const { result } = send('host', `GET ${hooks}/1/deliveries`);
    expect(result.effects).toHaveLength(2);
    expect(listed(send)[1]).toMatchObject({ status: 'pending', throttled_at: '2026-05-05T00:00:00Z' });
    expect(listed(send)[0]).toMatchObject({ status: 'throttled', delivered_at: '2026-05-05T00:00:00Z' });
    send('host', 'POST /_sandbox/clock', { set: '2026-06-01' });
    expect(sandbox.nextWake(state(), start)).toBe(start);
  });

  it('of a webhook that is inactive or removed by then are dropped', () => {
    const { send, raise, state } = playHooks([['push'], ['push']], { deliveriesPerMinute: 1 });
    raise({ event: 'push' });
    send('host', `PATCH ${hooks}/1`, { active: false });
    send('host', `DELETE ${hooks}/3`);
    const later = { now: Date.UTC(2026, 4, 5) + 3_600_000 };
    const woken = sandbox.wake(state(), later);
    expect(woken.effects).toEqual([]);
    expect(sandbox.nextWake(woken.state, later.now)).toBeUndefined();
  });

  it('stay held back when those that were sent are forgotten', () => {
    const { send } = playFull({ deliveriesPerMinute: 1 });
    const raise = () => send('host', 'POST /_sandbox/events', { event: 'push' }).result.effects;
    expect([raise(), raise(), raise()]).toEqual([[], [], []]);
    send('host', 'POST /_sandbox/clock', { advance: '2m' });
    expect(raise()).toHaveLength(1);
  });

  it('cannot be had by redelivery: it is refused as spam', () => {
    const { send } = playHooks([['push']], { deliveriesPerMinute: 2 });
    const again = () => send('host', `POST ${hooks}/1/deliveries/2/attempts`);
    expect(again().status).toBe(202);
    expect(again()).toMatchObject({ status: 422 });
    expect(again().text).toContain('spammed');
    expect(listed(send)).toHaveLength(2);
    send('host', 'POST /_sandbox/clock', { advance: '2m' });
    expect(again().status).toBe(202);
  });

  it('are forgotten, the oldest first', () => {
    const { send, state } = playFull({ deliveriesPerMinute: 100_000 });
    expect(send('host', `GET ${hooks}/1/deliveries/2`).status).toBe(200);
    send('host', 'POST /_sandbox/clock', { advance: '2m' });
    send('host', `POST ${hooks}/1/pings`);
    const { deliveries } = state().host.hooks.get(1)!;
    expect(deliveries).toHaveLength(keptDeliveries);
    expect(deliveries[0]?.id).toBe(keptDeliveries + 2);
    expect(send('host', `GET ${hooks}/1/deliveries/2`).status).toBe(404);
  });
});

it('takes at most twenty webhooks for the same event', () => {
  const { send } = playHooks(Array.from({ length: 20 }, () => ['push', 'issues']));
  const create = (events: readonly string[]) =>
    send('host', `POST ${hooks}`, { events, config: { url: 'http://127.0.0.1:1/' } });
  expect(create(['fork', 'push'])).toMatchObject({ status: 422 });
  expect(create(['fork', 'push']).text).toContain('more than 20 hooks');
  const { status, body } = create(['fork']);
  expect(status).toBe(201);
  expect(send('host', `PATCH ${hooks}/${String(body.id)}`, { add_events: ['issues'] }).status).toBe(422);
});
