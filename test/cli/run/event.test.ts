import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.end());

const event = (...args: readonly string[]) => commandLine(['event', ...args], { env: sandbox.env });

describe('rulebook event', () => {
  it('delivers to a webhook, and says to which', async () => {
    const arrived: unknown[] = [];
    let seen: () => void = () => undefined;
    const reported = new Promise<void>((done) => (seen = done));
    const receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        if (request.headers['x-vendor-event'] === 'issues') {
          arrived.push(JSON.parse(body));
          seen();
        }
        response.end();
      });
    });
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    const { baseUrl, credential } = sandbox.ready.endpoints[2]!;
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await fetch(`${baseUrl}/repos/octocat/hello-world/hooks`, {
      method: 'POST',
      headers: { Authorization: credential },
      body: JSON.stringify({ config: { url, content_type: 'json' }, events: ['issues'] }),
    });
    const folder = folderOf({ 'payload.json': '{ "issue": { "number": 7 } }' });
    const { code, out } = await event('issues', '--action', 'closed', '--payload', `${folder}/payload.json`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      repository: 'octocat/hello-world',
      event: 'issues',
      action: 'closed',
      deliveries: [{ hook: 1, throttled: false }],
    });
    await reported;
    expect(arrived).toMatchObject([{ action: 'closed', issue: { number: 7 }, sender: { login: 'octocat' } }]);
    receiver.closeAllConnections();
    await new Promise((done) => receiver.close(done));
  });

  it.each([
    [['party'], 1, '"party" is not an event'],
    [['push', '--repository', 'octocat/nowhere'], 1, 'octocat/hello-world'],
    [['push', '--payload', 'nowhere.json'], 2, 'nowhere.json cannot be read'],
    [['push', '--payload', 'README.md'], 2, 'README.md is not valid JSON'],
    [['push', '--endpoint', 'nowhere'], 2, 'nowhere'],
    [['push', '--endpoint', 'sandbox-cluster'], 1, 'code host'],
    [[], 2, 'event'],
  ])('refuses %j with %i', async (args, code, part) => {
    const ended = await event(...args);
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' });
    expect(ended.error).toContain(part);
  });

  it('asks for a credential, and says when nothing answers', async () => {
    const none = await commandLine(['event', 'push'], { env: { XDG_RUNTIME_DIR: '/nowhere' } });
    expect(none).toMatchObject({ code: 2 });
    expect(none.error).toContain('RULEBOOK_CREDENTIAL_SANDBOX_HUB');
    const env = { ...sandbox.env, RULEBOOK_ENDPOINT_SANDBOX_HUB: 'http://127.0.0.1:1' };
    const away = await commandLine(['event', 'push'], { env });
    expect(away).toMatchObject({ code: 3 });
    expect(away.error).toContain('did not respond');
  });
});
