import { describe, expect, it } from 'vitest';
import { createHostState, stepHost } from '../../engine/src/index';
import { checkFor, createPlay } from './play';

const list = '/projects/1/collaborators';

function playHost() {
  return createPlay(createHostState('boot'), stepHost, checkFor('code-hosting'), 'Bearer boot');
}

describe('collaborators of the classic project', () => {
  it('take part, say what they may do, and leave', () => {
    const play = playHost();
    expect(play.send(`PUT ${list}/Octocat`, { permission: 'read' }).status).toBe(204);
    expect(play.send(`GET ${list}/octocat/permission`).body).toMatchObject({
      permission: 'read',
      user: { login: 'Octocat', type: 'User', site_admin: false, gravatar_id: '' },
    });
    expect(play.send(`DELETE ${list}/OCTOCAT`).status).toBe(204);
    expect(play.send(`GET ${list}/octocat/permission`).status).toBe(404);
    expect(play.send(`DELETE ${list}/octocat`).status).toBe(404);
  });

  it('may write when nothing is said, and keep what was said before', () => {
    const play = playHost();
    play.send(`PUT ${list}/a`);
    expect(play.send(`GET ${list}/a/permission`).body).toMatchObject({ permission: 'write' });
    play.send(`PUT ${list}/a`, { permission: 'admin' });
    play.send(`PUT ${list}/a`, {});
    expect(play.send(`GET ${list}/a/permission`).body).toMatchObject({ permission: 'admin' });
  });

  it('are listed page by page', () => {
    const play = playHost();
    for (const name of ['a', 'b', 'c']) play.send(`PUT ${list}/${name}`);
    const first = play.send(`GET ${list}?per_page=2`);
    expect(first.body).toMatchObject([{ login: 'a' }, { login: 'b' }]);
    expect(play.send(`GET ${list}?per_page=2&page=2`).body).toMatchObject([{ login: 'c' }]);
  });

  it('can have any handle', () => {
    const play = playHost();
    expect(play.send(`PUT ${list}/__proto__`).status).toBe(204);
    expect(play.send(`GET ${list}`).body).toMatchObject([{ login: '__proto__' }]);
    expect(play.send(`GET ${list}/constructor/permission`).status).toBe(404);
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
