import { describe, expect, it } from 'vitest';
import { changeOfHost, exportHost, importHost } from '../../../services/code-hosting/play/export';
import { isExportedHost } from '../../../services/code-hosting/play/form';
import { stepHost } from '../../../services/code-hosting/play/host';
import { createHostState, type HostSeed } from '../../../services/code-hosting/play/seed';
import { applyChange } from '../../../packages/sandbox/src/control/state-change';
import { checkFor, createPlay, type Played } from '../play';

const base = '/repos/octocat/hello-world';
const list = `${base}/collaborators`;
const received = '/user/repository_invitations';
const seed: HostSeed = {
  repositories: [
    { name: 'octocat/hello-world', collaborators: { hubot: 'write', ann: 'triage' } },
    { name: 'octocat/secret', private: true },
  ],
  tokens: [
    { token: 'hubot', user: 'hubot', scopes: ['repo'] },
    { token: 'ann', user: 'ann', scopes: ['repo'] },
    { token: 'newcomer', user: 'newcomer', scopes: ['repo'] },
    { token: 'fine', user: 'octocat', permissions: { administration: 'write' } },
    { token: 'hooks', user: 'octocat', webhooks: 'write' },
    { token: 'elsewhere', user: 'octocat', permissions: { administration: 'write' }, repositories: ['octocat/secret'] },
  ],
};
const play = () => createPlay(createHostState('boot', [], seed), stepHost, checkFor('code-hosting'), 'Bearer boot');
const loginsIn = ({ body }: Played) => body.map(({ login }) => login);
const day = 86_400_000;

describe('the collaborators of a repository', () => {
  it('are listed, looked for, and have permissions', () => {
    const host = play();
    const all = host.send(`GET ${list}`);
    expect(loginsIn(all)).toEqual(['octocat', 'hubot', 'ann']);
    expect(all.body[2]).toMatchObject({ role_name: 'triage', permissions: { pull: true, triage: true, push: false } });
    expect(loginsIn(host.send(`GET ${list}?permission=push`))).toEqual(['octocat', 'hubot']);
    expect(loginsIn(host.send(`GET ${list}?affiliation=outside`))).toEqual(['hubot', 'ann']);
    const page = host.send(`GET ${list}?per_page=2&page=2`);
    expect(loginsIn(page)).toEqual(['ann']);
    expect(page.headers.link).toContain('rel="prev"');
    expect(['hubot', 'OCTOCAT', 'other'].map((one) => host.send(`GET ${list}/${one}`).status)).toEqual([204, 204, 404]);
    const permission = (line: string) => host.send(`GET ${line}/permission`).body;
    expect(permission(`${list}/ann`)).toMatchObject({
      permission: 'read',
      role_name: 'triage',
      user: { login: 'ann' },
    });
    expect(permission(`${list}/other`)).toMatchObject({ permission: 'read', role_name: 'read' });
    expect(permission('/repos/octocat/secret/collaborators/other')).toMatchObject({ permission: 'none' });
  });

  it('are invited, and take part when they have accepted', () => {
    const host = play();
    const invited = host.send(`PUT ${list}/Newcomer`, { permission: 'maintain' });
    expect(invited).toMatchObject({
      status: 201,
      body: { permissions: 'maintain', invitee: { login: 'newcomer' }, inviter: { login: 'octocat' }, expired: false },
    });
    const { id } = invited.body;
    expect(host.send(`PUT ${list}/newcomer`, { permission: 'pull' }).body).toMatchObject({ id, permissions: 'read' });
    expect(host.send(`GET ${list}/newcomer`).status).toBe(404);
    expect(host.send(`PATCH ${base}/invitations/${String(id)}`, { permissions: 'write' }).body.permissions).toBe(
      'write',
    );
    expect(host.send(`GET ${base}/invitations`).body).toMatchObject([{ id, repository: { name: 'hello-world' } }]);
    expect(host.send(`PATCH ${received}/${String(id)}`).status).toBe(404);
    expect(host.send(`GET ${received}`, undefined, 'Bearer newcomer').body).toMatchObject([{ id }]);
    expect(host.send(`PATCH ${received}/${String(id)}`, undefined, 'Bearer newcomer').status).toBe(204);
    expect(host.send(`GET ${list}/newcomer/permission`).body.permission).toBe('write');
    expect(host.send(`GET ${base}/invitations`).body).toEqual([]);
    expect(host.send(`PUT ${list}/newcomer`, { permission: 'admin' }).status).toBe(204);
    expect(host.send(`GET ${base}`, undefined, 'Bearer newcomer').body).toMatchObject({ permissions: { admin: true } });
    expect(host.send(`DELETE ${list}/newcomer`).status).toBe(204);
    expect(host.send(`GET ${list}/newcomer`).status).toBe(404);
  });

  it('are reported to the webhooks that are subscribed to them', () => {
    const host = play();
    const hook = (events: string[], port: number) =>
      host.send(`POST ${base}/hooks`, { events, config: { url: `http://127.0.0.1:${port}/`, content_type: 'json' } });
    const subscribed = String(hook(['member'], 1).body.id);
    const other = String(hook(['push'], 2).body.id);
    const deliveries = (id: string) =>
      host.send(`GET ${base}/hooks/${id}/deliveries`).body.map(({ event, action }) => `${event}.${action}`);
    const { id } = host.send(`PUT ${list}/newcomer`).body;
    expect(deliveries(subscribed)).toEqual(['ping.null']);
    host.send(`PATCH ${received}/${String(id)}`, undefined, 'Bearer newcomer');
    host.send(`PUT ${list}/newcomer`, { permission: 'admin' });
    host.send(`PUT ${list}/newcomer`, { permission: 'admin' });
    host.send(`DELETE ${list}/newcomer`);
    host.send(`DELETE ${list}/newcomer`);
    expect(deliveries(subscribed)).toEqual(['member.removed', 'member.edited', 'member.added', 'ping.null']);
    expect(deliveries(other)).toEqual(['ping.null']);
    const added = host.send(`GET ${base}/hooks/${subscribed}/deliveries`).body[2]!;
    const { request } = host.send(`GET ${base}/hooks/${subscribed}/deliveries/${String(added.id)}`).body;
    expect(request).toMatchObject({
      payload: {
        action: 'added',
        member: { login: 'newcomer' },
        repository: { name: 'hello-world' },
        sender: { login: 'newcomer' },
      },
    });
  });

  it('can decline, and are not asked for ever', () => {
    const host = play();
    const invite = () => String(host.send(`PUT ${list}/newcomer`).body.id);
    expect(host.send(`DELETE ${received}/${invite()}`, undefined, 'Bearer newcomer').status).toBe(204);
    expect(host.send(`DELETE ${base}/invitations/${invite()}`).status).toBe(204);
    const old = invite();
    host.send(`DELETE ${list}/newcomer`);
    expect(host.send(`GET ${base}/invitations`).body).toEqual([]);
    const last = invite();
    expect(last).not.toBe(old);
    host.pass(7 * day);
    expect(host.send(`GET ${base}/invitations`).body).toMatchObject([{ expired: true }]);
    expect(host.send(`GET ${received}`, undefined, 'Bearer newcomer').body).toEqual([]);
    expect(host.send(`PATCH ${received}/${last}`, undefined, 'Bearer newcomer').status).toBe(404);
    expect(invite()).not.toBe(last);
  });

  it.each([
    [`PUT ${list}/octocat`, undefined, 'boot', 422],
    [`PUT ${list}/newcomer`, { permission: 'everything' }, 'boot', 422],
    [`PUT ${list}/newcomer`, undefined, 'hubot', 403],
    [`DELETE ${list}/ann`, undefined, 'hubot', 403],
    [`DELETE ${list}/hubot`, undefined, 'hubot', 204],
    [`GET ${list}`, undefined, 'ann', 403],
    [`GET ${list}`, undefined, 'newcomer', 403],
    ['GET /repos/octocat/secret/collaborators', undefined, 'newcomer', 404],
    [`GET ${list}`, undefined, 'hooks', 200],
    [`PUT ${list}/newcomer`, undefined, 'hooks', 403],
    [`PUT ${list}/newcomer`, undefined, 'fine', 201],
    [`GET ${base}/invitations`, undefined, 'hooks', 403],
    [`PUT ${list}/newcomer`, undefined, 'elsewhere', 403],
    [`GET ${list}`, undefined, 'nobody', 401],
    [`PATCH ${base}/invitations/9`, {}, 'boot', 404],
  ])('are the business of those who may: %s %j with %s', (line, body, token, status) => {
    expect(play().send(line, body, `Bearer ${token}`).status).toBe(status);
  });

  it('are asked for with a token', () => {
    expect(play().send(`GET ${list}`, undefined, '').status).toBe(401);
  });

  it('are in exports and in state files', () => {
    const host = play();
    let written: unknown = JSON.parse(JSON.stringify(exportHost(host.state())));
    for (const line of [`PUT ${list}/a`, `PUT ${list}/b`, `DELETE ${list}/a`, `DELETE ${list}/hubot`]) {
      const before = host.state();
      host.send(line);
      written = applyChange(written, JSON.stringify(changeOfHost(before, host.state())));
      const exported = exportHost(host.state());
      expect(written).toEqual(JSON.parse(JSON.stringify(exported)));
      expect(isExportedHost(written, '')).toBeUndefined();
      expect(exportHost(importHost(exported))).toEqual(exported);
    }
    const again = createPlay(importHost(exportHost(host.state())), stepHost, checkFor('code-hosting'), 'Bearer boot');
    expect(again.send(`PUT ${list}/b`).body.id).toBe(host.send(`GET ${base}/invitations`).body[0]!.id);
  });
});

describe('the rate limit', () => {
  it('is read without being counted', () => {
    const host = createPlay(
      createHostState('boot', [], { ...seed, requestsPerHour: 3 }),
      stepHost,
      checkFor('code-hosting'),
      'Bearer boot',
    );
    host.send('GET /user');
    const reset = Math.ceil((host.now() + 3_600_000) / 1000);
    const core = { limit: 3, used: 1, remaining: 2, reset };
    for (let count = 0; count < 5; count++) {
      expect(host.send('GET /rate_limit').body).toMatchObject({
        resources: { core, search: { limit: 30 } },
        rate: core,
      });
    }
    for (let count = 0; count < 3; count++) host.send('GET /user');
    expect(host.send('GET /user').status).toBe(403);
    expect(host.send('GET /rate_limit').body).toMatchObject({ rate: { remaining: 0 } });
    expect(host.send('GET /rate_limit', undefined, '').body).toMatchObject({ rate: { used: 0 } });
    host.pass(3_600_000);
    expect(host.send('GET /rate_limit').body).toMatchObject({ rate: { used: 0 } });
  });

  it('is the usual one where requests are not counted', () => {
    expect(play().send('GET /rate_limit').body).toMatchObject({ rate: { limit: 5000, remaining: 5000 } });
    expect(play().send('GET /rate_limit', undefined, '').body).toMatchObject({ rate: { limit: 60 } });
    expect(play().send('GET /rate_limit', undefined, 'Bearer nobody').status).toBe(401);
  });
});
