import { describe, expect, it } from 'vitest';
import { stepHost } from '../../../services/code-hosting/play/host';
import { createHostState } from '../../../services/code-hosting/play/seed';
import { checkFor, createPlay } from '../play';

const list = '/projects/1/collaborators';

function playHost() {
  return createPlay(createHostState('boot'), stepHost, checkFor('code-hosting'), 'Bearer boot');
}

describe('collaborators of the classic project', () => {
  it('take part, say what they may do, and leave', () => {
    const play = playHost();
    expect(play.send(`PUT ${list}/Newcomer`, { permission: 'read' }).status).toBe(204);
    expect(play.send(`GET ${list}/newcomer/permission`).body).toMatchObject({
      permission: 'read',
      user: { login: 'Newcomer', type: 'User', site_admin: false, gravatar_id: '' },
    });
    expect(play.send(`DELETE ${list}/NEWCOMER`).status).toBe(204);
    expect(play.send(`GET ${list}/newcomer/permission`).status).toBe(404);
    expect(play.send(`DELETE ${list}/newcomer`).status).toBe(404);
  });

  it('may write when nothing is said, and keep what was said before', () => {
    const play = playHost();
    play.send(`PUT ${list}/a`);
    expect(play.send(`GET ${list}/a/permission`).body).toMatchObject({ permission: 'write' });
    play.send(`PUT ${list}/a`, { permission: 'admin' });
    play.send(`PUT ${list}/a`, {});
    expect(play.send(`GET ${list}/a/permission`).body).toMatchObject({ permission: 'admin' });
  });

  it('are listed page by page, by affiliation, and the owner among all of them', () => {
    const play = createPlay(
      createHostState('boot', [], {
        projects: [{ id: 1, owner: 'acme', members: ['A'], collaborators: { octocat: 'admin' } }],
      }),
      stepHost,
      checkFor('code-hosting'),
      'Bearer boot',
    );
    for (const name of ['a', 'b']) play.send(`PUT ${list}/${name}`);
    const logins = (query: string) => play.send(`GET ${list}${query}`).body.map(({ login }) => login);
    expect(logins('')).toEqual(['acme', 'octocat', 'a', 'b']);
    expect(logins('?affiliation=direct')).toEqual(['octocat', 'a', 'b']);
    expect(logins('?affiliation=outside')).toEqual(['octocat', 'b']);
    expect(logins('?per_page=3&page=2')).toEqual(['b']);
    expect(play.send(`GET ${list}?affiliation=direct&per_page=1&page=2`).headers.link).toBe(
      ['prev', 'next', 'last', 'first']
        .map((rel, index) => [rel, [1, 3, 3, 1][index]] as const)
        .map(([rel, page]) => `<http://sandbox${list}?affiliation=direct&per_page=1&page=${page}>; rel="${rel}"`)
        .join(', '),
    );
    expect(play.send(`GET ${list}/acme/permission`).body).toMatchObject({ permission: 'admin' });
  });

  it('can have any handle, unless the seed lists all accounts', () => {
    const play = playHost();
    expect(play.send(`PUT ${list}/__proto__`).status).toBe(204);
    expect(play.send(`GET ${list}?affiliation=direct`).body).toMatchObject([{ login: '__proto__' }]);
    expect(play.send(`GET ${list}/constructor/permission`).status).toBe(404);
    const seed = { users: ['octocat', 'hubot'], tokens: [] };
    const closed = createPlay(createHostState('boot', [], seed), stepHost, checkFor('code-hosting'), 'Bearer boot');
    expect(closed.send(`PUT ${list}/HUBOT`).status).toBe(204);
    expect(closed.send(`PUT ${list}/nobody`)).toMatchObject({
      status: 404,
      body: { detail: 'There is no account nobody.' },
    });
  });

  it.each([
    ['the owner', 'Bearer boot', 200],
    ['a user who takes part', 'Bearer boot-collaborator', 403],
    ['a stranger', 'Bearer boot-stranger', 404],
    ['no one', '', 401],
  ])('are shown to %s, or not', (_title, authorization, status) => {
    const play = playHost();
    play.send(`PUT ${list}/hubot`, { permission: 'write' });
    expect(play.send(`GET ${list}`, undefined, authorization).status).toBe(status);
    play.send(`PUT ${list}/hubot`, { permission: 'admin' });
    expect(play.send(`GET ${list}`, undefined, 'Bearer boot-collaborator').status).toBe(200);
  });

  it('are sent again only when something has changed', () => {
    const play = playHost();
    play.send(`PUT ${list}/a`);
    const { headers } = play.send(`GET ${list}`);
    expect(headers['last-modified']).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
    const again = (more: Record<string, string>, line = `GET ${list}`) =>
      play.send(line, undefined, 'Bearer boot', more);
    expect(again({ 'If-None-Match': `"x", ${headers.etag!}` })).toMatchObject({ status: 304, text: '' });
    expect(again({ 'If-None-Match': headers.etag! }).headers.etag).toBe(headers.etag);
    expect(again({ 'If-Modified-Since': headers['last-modified']! }).status).toBe(304);
    expect(again({ 'If-Modified-Since': 'yesterday' }).status).toBe(200);
    // What HTTP says about both: the date does not count next to the tag.
    expect(again({ 'If-None-Match': '"x"', 'If-Modified-Since': headers['last-modified']! }).status).toBe(200);
    play.pass(5000);
    play.send(`PUT ${list}/b`);
    expect(again({ 'If-None-Match': headers.etag! }).status).toBe(200);
    expect(again({ 'If-Modified-Since': headers['last-modified']! }).status).toBe(200);
    // Webhooks do not list 304.
    const hooks = '/repos/octocat/hello-world/hooks';
    expect(play.send(`GET ${hooks}`).headers).not.toHaveProperty('etag');
  });

  it.each([
    ['a permission that is no text', `PUT ${list}/a`, { permission: ['write'] }, 422, 'wrong-type'],
    ['a page that is too large', `GET ${list}?per_page=101`, undefined, 422, 'number-range'],
    ['a project without a number', 'GET /projects/mine/collaborators', undefined, 422, 'wrong-type'],
    ['a project that is not there', 'GET /projects/2/collaborators', undefined, 404, undefined],
  ])('refuses %s', (_title, line, body, status, rule) => {
    const answer = playHost().send(line, body);
    expect({ status: answer.status, rule: answer.body.rule }).toEqual({ status, rule });
  });
});
