import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

async function startService() {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { headers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const credential = 'canary-of-the-credential';

/** Runs a request to the endpoint `prod` of a stranger's configuration. */
async function runStrangers(
  args: readonly string[],
  env: (url: string) => Readonly<Record<string, string>> = () => ({}),
  names: readonly string[] = ['prod'],
) {
  const { headers, url } = await startService();
  const endpoints = Object.fromEntries(names.map((name) => [name, { service: 'search-cluster', baseUrl: url }]));
  const cwd = folderOf({
    'rulebook.json': JSON.stringify({ endpoints }),
    'a.http': `# @endpoint ${names[0]}\nGET /_cluster/health\n`,
    'config/.keep': '',
  });
  const variables = { RULEBOOK_CREDENTIAL_PROD: credential, ...env(url) };
  const ended = await commandLine(['run', 'a.http', ...args], { cwd, env: variables });
  return { ...ended, headers, url };
}

describe('a credential of the environment', () => {
  it("is not given to a stranger's endpoint of that name", async () => {
    const { code, error, headers, url } = await runStrangers([]);
    expect(headers).toEqual([]);
    expect(code).toBe(3);
    expect(error).toContain(`RULEBOOK_CREDENTIAL_PROD has not been sent to ${url} before`);
    expect(error).toMatch(/--trust-endpoint prod, or set RULEBOOK_ENDPOINT_PROD=/);
    expect(error).not.toContain(credential);
  });

  it('is not said to go by a proxy once a variable names the base URL', async () => {
    const endpoints = { prod: { service: 'search-cluster', baseUrl: 'http://x.example', proxy: 'http://127.0.0.1:1' } };
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints }),
      'a.http': '# @endpoint prod\nGET /_cluster/health\n',
    });
    const env = { RULEBOOK_CREDENTIAL_PROD: credential, RULEBOOK_ENDPOINT_PROD: 'http://x.example' };
    const { code, error } = await commandLine(['run', 'a.http'], { cwd, env });
    expect(code).toBe(3);
    expect(error).toContain(
      'http://x.example through http://127.0.0.1:1 before (endpoint prod); if it belongs there, add',
    );
    expect(error).not.toContain('set RULEBOOK_ENDPOINT_PROD');
  });

  it.each<[string, readonly string[], (url: string) => Readonly<Record<string, string>>]>([
    ['an option names the endpoint', ['--trust-endpoint', 'prod'], () => ({})],
    ['the environment names the base URL, too', [], (url) => ({ RULEBOOK_ENDPOINT_PROD: url })],
  ])('is given when %s', async (_, args, env) => {
    const { code, headers } = await runStrangers(args, env);
    expect(code).toBe(0);
    expect(headers[0]?.authorization).toBe(`ApiKey ${credential}`);
  });

  it('is given to what was confirmed before, by name and origin, from a private file only', async () => {
    const config = folderOf({});
    const keep = (name: string, origin: string, mode: number) => {
      mkdirSync(join(config, 'rulebook'), { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ version: 1, endpoints: [{ name, origin }] });
      writeFileSync(join(config, 'rulebook', 'trusted-endpoints.json'), text, { mode });
      return { XDG_CONFIG_HOME: config };
    };
    expect((await runStrangers([], (url) => keep('other', url, 0o600))).code).toBe(3);
    expect((await runStrangers([], () => keep('prod', 'http://127.0.0.1:1', 0o600))).code).toBe(3);
    expect((await runStrangers([], (url) => keep('prod', url, 0o600))).code).toBe(0);
  });

  it('is not asked for by a request that has its own', async () => {
    const { headers, url } = await startService();
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { prod: { service: 'search-cluster', baseUrl: url } } }),
      'a.http': '# @endpoint prod\nGET /_cluster/health\nAuthorization: Bearer own\n',
    });
    await commandLine(['run', 'a.http'], { cwd, env: { RULEBOOK_CREDENTIAL_PROD: credential } });
    expect(headers[0]?.authorization).toBe('Bearer own');
  });

  it('is refused where two endpoints share its variable', async () => {
    const { code, error, headers } = await runStrangers(
      ['--trust-endpoint', 'self.x'],
      () => ({ RULEBOOK_CREDENTIAL_SELF_X: credential }),
      ['self.x', 'self-x'],
    );
    expect(headers).toEqual([]);
    expect(code).toBe(3);
    expect(error).toContain(
      'the endpoints self-x and self.x share the environment variable RULEBOOK_CREDENTIAL_SELF_X',
    );
  });

  it('ends with 2 when an unknown endpoint is to be trusted', async () => {
    expect((await runStrangers(['--trust-endpoint', 'nowhere'])).code).toBe(2);
  });
});
