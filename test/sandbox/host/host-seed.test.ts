import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../whole-sandbox';
import { bounded } from '../frame/bounded';
import { playSandbox, seed as credentials } from '../frame/control-play';

const whole = `// A seed with everything.
{
  "vendor": "github",
  "owner": "octocat",
  "users": ["octocat", "hubot"],
  "repositories": [
    "octocat/hello-world",
    { "name": "acme/shop", "private": true, "collaborators": { "Hubot": "write" } },
  ],
  "projects": [{ "id": 3, "owner": "octocat", "members": ["hubot"], "collaborators": { "hubot": "read" } }],
  "tokens": [
    { "name": "bot", "user": "HUBOT", "webhooks": "write", "repositories": ["acme/shop"] },
    { "token": "secret-token-text", "user": "octocat", "scopes": ["repo"] },
  ],
  "deliveriesPerMinute": 5,
  "requestsPerHour": 100,
}
`;

describe('a seed file', () => {
  it('may say everything, with comments', () => {
    const read = sandbox.readSeedFile(whole);
    if ('cause' in read) throw new Error(read.cause);
    const { send } = playSandbox(read.seed);
    expect(send('host', 'GET /projects/3/collaborators').status).toBe(200);
    const asBot = { Authorization: 'Bearer host-credential-bot' };
    expect(send('host', 'GET /repos/acme/shop/hooks', undefined, asBot).status).toBe(200);
    expect(send('host', 'GET /repos/octocat/hello-world/hooks', undefined, asBot).status).toBe(404);
    const own = { Authorization: 'Bearer secret-token-text' };
    expect(send('host', 'GET /user', undefined, own).body).toMatchObject({ login: 'octocat' });
    expect(send('host', 'GET /_sandbox/state?redacted').text).not.toContain('secret-token-text');
    expect(send('host', 'GET /_sandbox/state?redacted').text).toContain('"bot"');
    const copy = playSandbox();
    expect(copy.send('host', 'PUT /_sandbox/state', send('host', 'GET /_sandbox/state').text).status).toBe(200);
    // A reset begins with the seed of the sandbox that reads, not of the one that wrote.
    expect(copy.send('host', 'GET /projects/3/collaborators').status).toBe(200);
    copy.send('host', 'POST /_sandbox/reset');
    expect(copy.send('host', 'GET /projects/3/collaborators').status).toBe(404);
  });

  it.each([
    ['{', 'not valid JSON', 'line 1'],
    ['[]', 'must be a JSON object', 'repositories'],
    ['{ "repos": [] }', 'repos is not a known member', 'line 1'],
    ['{\n  "vendor": 7\n}', 'vendor must be a word', 'line 2'],
    ['{\n  "repositories": [\n    "hello-world"\n  ]\n}', 'repositories/0 must have the form owner/repo', 'line 3'],
    ['{ "repositories": [null] }', 'repositories/0 must be an object', 'line 1'],
    [
      '{ "repositories": [{ "name": "a/b", "collaborators": { "x": "push" } }] }',
      'repositories/0/collaborators/x must be read or triage or write or maintain or admin',
      'line 1',
    ],
    ['{ "repositories": ["a/b", "A/B"] }', 'repositories/1 occurs twice', 'line 1'],
    ['{ "tokens": [{ "user": "a", "webhooks": "read" }] }', 'must have a token or a name', 'line 1'],
    ['{ "tokens": [{ "name": "x", "user": "a" }] }', 'either webhooks', 'line 1'],
    ['{ "tokens": [{ "name": "x", "user": "a", "webhooks": "read", "scopes": [] }] }', 'either webhooks', 'line 1'],
    ['{ "tokens": [{ "token": "a b", "user": "a", "scopes": [] }] }', 'tokens/0/token', 'line 1'],
    ['{ "tokens": [{ "name": "x", "user": "a", "webhooks": "admin" }] }', 'tokens/0/webhooks must be none', 'line 1'],
    [
      '{\n "users": ["a"],\n "tokens": [\n  { "name": "x", "user": "b", "scopes": [] }] }',
      'tokens/0/user must be one of users',
      'line 4',
    ],
    ['{ "projects": [{ "id": 0 }] }', 'projects/0/id must be a whole number from 1', 'line 1'],
    ['{ "projects": [{ "id": 1 }, { "id": 1 }] }', 'projects/1 occurs twice', 'line 1'],
    ['{ "requestsPerHour": 0.5 }', 'requestsPerHour must be a whole number', 'line 1'],
  ])('%j is refused with the place', (text, cause, place) => {
    const read = sandbox.readSeedFile(text);
    if (!('cause' in read)) throw new Error('It was accepted.');
    expect(read.cause).toContain(cause);
    expect(read.cause).toContain(place);
  });

  it('of any form is refused or makes a sandbox that works', () => {
    const part = fc.oneof(fc.jsonValue(), fc.constantFrom('a/b', 'octocat', ['a'], { a: 'read' }, 1));
    const members = ['vendor', 'owner', 'users', 'repositories', 'projects', 'tokens', 'requestsPerHour'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...members), part), (value) => {
        const read = sandbox.readSeedFile(JSON.stringify(value));
        if ('cause' in read) expect(read.cause).toMatch(/\.$/);
        else {
          const { send } = playSandbox({}, sandbox.createState({ ...credentials, ...read.seed }));
          expect(send('host', 'GET /user').status).toBe(200);
        }
      }),
      bounded,
    );
  });
});
