import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** Runs a request whose body is a file, and returns how it ended and how many requests arrived. */
async function runWithBody(body: object, args: readonly string[] = []) {
  let arrived = 0;
  const server = createServer((_, response) => {
    arrived++;
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = folderOf({
    'rulebook.json': JSON.stringify({ endpoints: { hub: { service: 'code-hosting', baseUrl } } }),
    'a.http': '# @endpoint hub\nPATCH /repos/octocat/hello-world/hooks/1\n\n< ./hook.json\n',
    'hook.json': JSON.stringify(body),
  });
  const ended = await commandLine(['run', 'a.http', ...args], { cwd });
  return { ...ended, arrived };
}

describe('a request whose body is a file', () => {
  const withoutSecret = { config: { url: 'https://example.com/webhook', content_type: 'json' } };

  it('asks before it removes a secret, as it does for a body in the request', async () => {
    const refused = await runWithBody(withoutSecret);
    expect(refused).toMatchObject({ code: 3, arrived: 0 });
    expect(refused.error).toMatch(/has no `secret`.*; add --yes to do it/);
    expect(await runWithBody(withoutSecret, ['--yes'])).toMatchObject({ arrived: 1 });
  });

  it('is not sent while the file has errors', async () => {
    const wrong = await runWithBody({ active: 'yes' });
    expect(wrong).toMatchObject({ code: 3, arrived: 0 });
    expect(wrong.error).toContain('the check finds 1 error');
    expect(await runWithBody({ active: true })).toMatchObject({ code: 0, arrived: 1 });
  });
});
