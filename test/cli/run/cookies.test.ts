import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** Starts a service that sets a cookie at `/login` and notes the cookies of every request. */
async function startService() {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '');
    if (request.url === '/login') response.setHeader('Set-Cookie', 'sid=canary-of-the-cookie; Path=/');
    // Services like to repeat what they got.
    response.end(`echo: ${request.headers.cookie ?? ''}\n`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { cookies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const sid = 'sid=canary-of-the-cookie';

async function run(text: (url: string, other: string) => string, args: readonly string[] = []) {
  const [one, other] = [await startService(), await startService()];
  const cwd = folderOf({ 'a.http': text(one.url, other.url) });
  const ended = await commandLine(['run', '--all', 'a.http', ...args], { cwd });
  return { ...ended, cookies: one.cookies, elsewhere: other.cookies };
}

describe('cookies of a run', () => {
  it('go back to their origin, nowhere else, and are not shown', async () => {
    const { cookies, elsewhere, out } = await run(
      (url, other) => `GET ${url}/login\n\n###\nGET ${url}/me\n\n###\nGET ${other}/me\n`,
    );
    expect(cookies).toEqual(['', sid]);
    expect(elsewhere).toEqual(['']);
    expect(out).not.toContain('canary');
  });

  it('give way to a field of its own, and to the directive', async () => {
    const { cookies } = await run(
      (url) =>
        `GET ${url}/login\n\n###\nGET ${url}/me\nCookie: own=1\n\n###\n# @no-cookie-jar\nGET ${url}/me\n\n###\nGET ${url}/me\n`,
    );
    expect(cookies).toEqual(['', 'own=1', '', sid]);
  });

  it('are not kept with --no-cookies', async () => {
    const { cookies } = await run((url) => `GET ${url}/login\n\n###\nGET ${url}/me\n`, ['--no-cookies']);
    expect(cookies).toEqual(['', '']);
  });
});
