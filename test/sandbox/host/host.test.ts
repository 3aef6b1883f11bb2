import { describe, expect, it } from 'vitest';
import { type DeliveryOutcome } from '../../../packages/sandbox/src/index';
import { recordDelivery } from '../../../services/code-hosting/play/events';
import { stepHost } from '../../../services/code-hosting/play/host';
import { createHostState } from '../../../services/code-hosting/play/seed';
import { checkFor, createPlay, type Played } from '../play';

const check = checkFor('code-hosting');
const hooks = '/repos/octocat/hello-world/hooks';
const config = { url: 'http://127.0.0.1:1/hook', content_type: 'json', secret: 'hush' };

function playHost(repositories: readonly string[] = []) {
  return createPlay(createHostState('boot', repositories), stepHost, check, 'Bearer boot');
}

function create(play: ReturnType<typeof playHost>, body: object = { config }): Played {
  return play.send(`POST ${hooks}`, body);
}

function outcomeOf(played: Played, status: number): DeliveryOutcome {
  const effect = played.effects[0]!;
  return {
    hook: effect.hook,
    delivery: effect.delivery,
    status,
    statusText: status === 0 ? 'timed out' : 'OK',
    requestHeaders: effect.headers,
    responseHeaders: [['Server', 'test']],
    responseBody: 'thanks',
    duration: 0.25,
  };
}

describe('authentication and paths', () => {
  it.each([
    ['', `GET ${hooks}`, 404, 'Not Found'],
    ['', 'GET /projects/1/collaborators', 401, 'Requires authentication'],
    ['', 'GET /user', 401, 'Requires authentication'],
    ['Bearer nope', `GET ${hooks}`, 401, 'Bad credentials'],
    ['Basic Ym9vdA==', `GET ${hooks}`, 401, 'Bad credentials'],
  ])('answers a caller with %j at %s with %i', (authorization, line, status, message) => {
    const answer = playHost().send(line, undefined, authorization);
    expect(answer).toMatchObject({ status, body: { message, status: String(status) } });
    // Whatever the status, clients learn that a credential may change it.
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('finds a repository in any case, and one that was asked for', () => {
    const play = playHost(['Acme/Shop']);
    expect(play.send('GET /repos/Octocat/Hello-World/hooks').status).toBe(200);
    expect(play.send('GET /repos/acme/SHOP/hooks').status).toBe(200);
  });

  it.each([
    'GET /repos/octocat/nowhere/hooks',
    `GET ${hooks}/99`,
    `GET ${hooks}/1/deliveries`,
    `POST ${hooks}/1/pings`,
    `POST ${hooks}/1/tests`,
    `DELETE ${hooks}/1`,
    'GET /nowhere',
    'POST /',
  ])('answers 404 to %s', (line) => {
    expect(playHost().send(line)).toMatchObject({ status: 404, body: { message: 'Not Found', status: '404' } });
  });

  it('keeps the hooks of repositories apart', () => {
    const play = playHost(['acme/shop']);
    create(play);
    expect(play.send('GET /repos/acme/shop/hooks').body).toEqual([]);
    expect(play.send('GET /repos/acme/shop/hooks/1').status).toBe(404);
  });

  it('names the nearest operation that it knows', () => {
    expect(playHost().send(`POST ${hooks}/1/test`).text).toContain('/hooks/{hook_id}/tests');
    expect(playHost().send(`PUT ${hooks}/1`).text).toContain('/hooks/{hook_id}');
  });

  it.each(['constructor', '__proto__', 'toString'])('knows no hook called %s', (name) => {
    expect(playHost().send(`GET ${hooks}/${name}`).status).toBeGreaterThanOrEqual(400);
  });
});

describe('creating', () => {
  it('answers with the hook, its secret masked, and pings it', () => {
    const play = playHost();
    const { status, body, text, effects } = create(play);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'Repository',
      name: 'web',
      active: true,
      events: ['push'],
      config: { url: config.url, content_type: 'json', insecure_ssl: '0', secret: '********' },
      last_response: { code: null, status: 'unused', message: null },
      ping_url: `http://sandbox${hooks}/1/pings`,
    });
    expect(text).not.toContain('hush');
    expect(effects).toMatchObject([{ kind: 'deliver', url: config.url, signing: { secret: 'hush' }, verifyTls: true }]);
    expect(Object.fromEntries(effects[0]!.headers)).toMatchObject({
      'X-Vendor-Event': 'ping',
      'X-Vendor-Hook-ID': '1',
    });
    expect(effects[0]!.body).not.toContain('hush');
  });

  it('fills in the documented defaults', () => {
    const { body, effects } = create(playHost(), { config: { url: config.url } });
    expect(body).toMatchObject({ active: true, events: ['push'], config: { content_type: 'form', insecure_ssl: '0' } });
    expect(body.config).not.toHaveProperty('secret');
    expect(effects[0]!.body).toMatch(/^payload=%7B/);
    expect(effects[0]).not.toHaveProperty('signing');
  });

  it.each(['1', 1])('does not verify certificates for insecure_ssl %j', (insecure_ssl) => {
    const { effects } = create(playHost(), { config: { ...config, insecure_ssl } });
    expect(effects).toMatchObject([{ verifyTls: false }]);
  });

  it('does not ping a hook that is inactive', () => {
    const play = playHost();
    expect(create(play, { config, active: false })).toMatchObject({ status: 201, effects: [] });
    expect(play.send(`POST ${hooks}/1/tests`)).toMatchObject({ status: 204, effects: [] });
  });

  it('refuses a second hook with the same configuration and an event in common', () => {
    const play = playHost();
    create(play, { config, events: ['push', 'issues'] });
    const again = create(play, { config, events: ['issues'] });
    expect(again.status).toBe(422);
    expect(again.text).toContain('Hook already exists on this repository');
    expect(create(play, { config, events: ['*'] }).status).toBe(422);
    expect(create(play, { config, events: ['release'] }).status).toBe(201);
    expect(create(play, { config: { ...config, url: 'http://127.0.0.1:2/' }, events: ['push'] }).status).toBe(201);
  });

  it.each([
    ['a name that does not exist', { name: 'example', config }, 'unknown-value'],
    ['a wrong type', { config, active: 'yes' }, 'wrong-type'],
  ])('refuses %s with the rule that says so', (_, body, rule) => {
    const answer = create(playHost(), body);
    expect(answer).toMatchObject({ status: 422, body: { message: 'Validation Failed', rule } });
  });

  it.each([
    ['{"config":', 'Problems parsing JSON'],
    ['[]', 'Body should be a JSON object'],
    ['"web"', 'Body should be a JSON object'],
  ])('answers 400 to the body %s', (text, message) => {
    expect(playHost().send(`POST ${hooks}`, text)).toMatchObject({ status: 400, body: { message } });
  });
});

describe('updating', () => {
  it('removes the secret when config comes without it, and not otherwise', () => {
    const play = playHost();
    create(play);
    play.send(`PATCH ${hooks}/1`, { active: true });
    expect(play.state().hooks.get(1)?.secret).toBe('hush');
    const { status, body } = play.send(`PATCH ${hooks}/1`, { config: { url: 'http://127.0.0.1:3/' } });
    expect(status).toBe(200);
    expect(body.config).toEqual({ url: 'http://127.0.0.1:3/', content_type: 'json', insecure_ssl: '0' });
    expect(play.state().hooks.get(1)).not.toHaveProperty('secret');
  });

  it.each([
    [{ events: ['issues'] }, ['issues']],
    [{ add_events: ['issues', 'push'] }, ['push', 'issues']],
    [{ add_events: ['issues'], remove_events: ['push'] }, ['issues']],
    [{}, ['push']],
  ])('turns %j into the events %j', (body, events) => {
    const play = playHost();
    create(play);
    expect(play.send(`PATCH ${hooks}/1`, body).body.events).toEqual(events);
  });

  it('refuses to become a copy of another hook', () => {
    const play = playHost();
    create(play);
    create(play, { config, events: ['issues'] });
    expect(play.send(`PATCH ${hooks}/3`, { add_events: ['push'] }).status).toBe(422);
    expect(play.state().hooks.get(3)?.events).toEqual(['issues']);
  });

  it('reads and changes the configuration alone', () => {
    const play = playHost();
    create(play);
    const { body } = play.send(`PATCH ${hooks}/1/config`, { content_type: 'form', insecure_ssl: 1 });
    expect(body).toEqual({ url: config.url, content_type: 'form', insecure_ssl: '1', secret: '********' });
    expect(play.send(`GET ${hooks}/1/config`).body).toEqual(body);
    expect(play.state().hooks.get(1)?.secret).toBe('hush');
  });

  it('deletes', () => {
    const play = playHost();
    create(play);
    expect(play.send(`DELETE ${hooks}/1`)).toMatchObject({ status: 204, text: '' });
    expect(play.send(`DELETE ${hooks}/1`).status).toBe(404);
  });
});

describe('lists', () => {
  it('pages hooks and leads from page to page', () => {
    const play = playHost();
    for (let port = 1; port <= 5; port++) create(play, { config: { url: `http://127.0.0.1:${port}/` }, active: false });
    const second = play.send(`GET ${hooks}?per_page=2&page=2`);
    expect(second.body.map((hook) => hook.id)).toEqual([3, 4]);
    expect(second.headers.link).toBe(
      [
        `<http://sandbox${hooks}?per_page=2&page=1>; rel="prev"`,
        `<http://sandbox${hooks}?per_page=2&page=3>; rel="next"`,
        `<http://sandbox${hooks}?per_page=2&page=3>; rel="last"`,
        `<http://sandbox${hooks}?per_page=2&page=1>; rel="first"`,
      ].join(', '),
    );
    expect(play.send(`GET ${hooks}?page=99`).body).toEqual([]);
    expect(play.send(`GET ${hooks}`).headers).not.toHaveProperty('link');
  });

  it('refuses a page that is longer than documented', () => {
    expect(playHost().send(`GET ${hooks}?per_page=101`)).toMatchObject({ status: 422, body: { rule: 'number-range' } });
  });

  it('leads through deliveries by cursors, newest first', () => {
    const play = playHost();
    create(play);
    for (let count = 0; count < 4; count++) play.send(`POST ${hooks}/1/pings`);
    let next: string | undefined = `${hooks}/1/deliveries?per_page=2`;
    const seen: unknown[] = [];
    let last = '';
    while (next !== undefined) {
      const page: Played = play.send(`GET ${next}`);
      seen.push(...page.body.map((delivery) => delivery.id));
      last = page.headers.link ?? '';
      next = /<http:\/\/sandbox([^>]+)>; rel="next"/.exec(last)?.[1];
    }
    expect(seen).toEqual([6, 5, 4, 3, 2]);
    expect(last).toContain('rel="prev"');
  });

  it.each(['nowhere', '', 'v1_', 'v1_999', 'v1_-1', 'v2_2', 'v1_2%20'])('refuses the cursor "%s"', (cursor) => {
    const play = playHost();
    create(play);
    expect(play.send(`GET ${hooks}/1/deliveries?cursor=${cursor}`).status).toBe(422);
  });

  it('leads through 300 deliveries while others come, and leads on when old ones are forgotten', () => {
    const play = playHost();
    create(play);
    const keep = (ids: readonly number[]): void => {
      play.change((state) => {
        const hook = state.hooks.get(1)!;
        const deliveries = ids.map((id) => ({ ...hook.deliveries[0]!, id, deliveredAt: 0 }));
        return { ...state, nextId: 1000, hooks: state.hooks.with({ ...hook, deliveries }) };
      });
    };
    const all = Array.from({ length: 300 }, (_, index) => 400 - index);
    keep(all);
    const seen: number[] = [];
    let next: string | undefined = `${hooks}/1/deliveries?per_page=100`;
    while (next !== undefined) {
      const page: Played = play.send(`GET ${next}`);
      expect(page.status).toBe(200);
      seen.push(...page.body.map(({ id }) => Number(id)));
      next = /<http:\/\/sandbox([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
      play.send(`POST ${hooks}/1/pings`);
    }
    expect(seen).toEqual(all);
    keep(all.filter((id) => id !== 300 && id > 200));
    const from = (cursor: number) => play.send(`GET ${hooks}/1/deliveries?per_page=2&cursor=v1_${cursor}`);
    expect(from(300).body.map(({ id }) => id)).toEqual([299, 298]);
    expect(from(150)).toMatchObject({ status: 200, body: [] });
    expect(from(150).headers.link).toContain('rel="prev"');
  });
});

describe('deliveries', () => {
  it('tests with a push only those who subscribed', () => {
    const play = playHost();
    create(play);
    create(play, { config, events: ['issues'] });
    const sent = play.send(`POST ${hooks}/1/tests`);
    expect(sent).toMatchObject({ status: 204, text: '' });
    expect(Object.fromEntries(sent.effects[0]!.headers)['X-Vendor-Event']).toBe('push');
    expect(play.send(`POST ${hooks}/3/tests`)).toMatchObject({ status: 204, effects: [] });
  });

  it('records what became of one, in list, detail and last response', () => {
    const play = playHost();
    const created = create(play);
    const list = () => play.send(`GET ${hooks}/1/deliveries`).body;
    expect(list()).toMatchObject([{ id: 2, event: 'ping', redelivery: false, status_code: 0 }]);
    play.change((state) => recordDelivery(state, outcomeOf(created, 200)));
    expect(list()).toMatchObject([{ status: 'OK', status_code: 200, duration: 0.25, throttled_at: null }]);
    expect(play.send(`GET ${hooks}/1/deliveries/2`).body).toMatchObject({
      url: config.url,
      request: { headers: { 'X-Vendor-Event': 'ping' }, payload: { hook_id: 1 } },
      response: { headers: { Server: 'test' }, payload: 'thanks' },
    });
    expect(play.send(`GET ${hooks}/1`).body.last_response).toEqual({ code: 200, status: 'active', message: 'OK' });
    play.pass(31 * 86_400_000);
    expect(play.send(`GET ${hooks}/1`).body.last_response).toMatchObject({ code: null, message: null });
  });

  it('lists those that succeeded or failed', () => {
    const play = playHost();
    const created = create(play);
    play.change((state) => recordDelivery(state, outcomeOf(created, 0)));
    expect(play.send(`GET ${hooks}/1/deliveries?status=success`).body).toEqual([]);
    expect(play.send(`GET ${hooks}/1/deliveries?status=failure`).body).toHaveLength(1);
  });

  it('sends one once more under the same guid', () => {
    const play = playHost();
    create(play);
    const again = play.send(`POST ${hooks}/1/deliveries/2/attempts`);
    expect(again.status).toBe(202);
    const [second, first] = play.send(`GET ${hooks}/1/deliveries`).body;
    expect(second).toMatchObject({ redelivery: true, guid: first?.guid, event: 'ping' });
    expect(again.effects[0]?.body).toBe(JSON.stringify(play.state().hooks.get(1)?.deliveries[1]?.payload));
    expect(play.send(`POST ${hooks}/1/deliveries/99/attempts`).status).toBe(404);
  });

  it('forgets the outcome of a removed hook', () => {
    const play = playHost();
    const created = create(play);
    play.send(`DELETE ${hooks}/1`);
    play.change((state) => recordDelivery(state, outcomeOf(created, 200)));
    expect(play.state().hooks.records.size).toBe(0);
  });
});
