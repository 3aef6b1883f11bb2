import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, startSandbox, type RunningSandbox } from '../command-line';

async function call({ ready }: RunningSandbox, line: string, body?: unknown) {
  const { baseUrl, credential } = ready.endpoints[0]!;
  const [method, path] = line.split(' ');
  const response = await fetch(`${baseUrl}${path}`, {
    method: method!,
    headers: { Authorization: credential, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function pathRepoOf(sandbox: RunningSandbox): Promise<readonly string[]> {
  const { nodes } = (await call(sandbox, 'GET /_nodes')).body;
  const [node] = Object.values(nodes as Record<string, { settings: { path: { repo: string[] } } }>);
  return node!.settings.path.repo;
}

const repository = { type: 'fs', settings: { location: 'backup' } };

describe('repositories of `rulebook sandbox`', () => {
  it.each(['end', 'SIGTERM', 'SIGINT'] as const)('lie in a folder of its own that is removed after %s', async (how) => {
    const sandbox = await startSandbox();
    const [folder] = await pathRepoOf(sandbox);
    expect((await call(sandbox, 'PUT /_snapshot/one', repository)).status).toBe(200);
    expect(readdirSync(folder!)).toEqual(['backup']);
    expect(await (how === 'end' ? sandbox.end() : sandbox.kill(how))).toBe(0);
    expect(existsSync(folder!)).toBe(false);
  });

  it('lie in the folders of --path-repo, which stay', async () => {
    const [first, second] = [folderOf({}), folderOf({})];
    const sandbox = await startSandbox(['--free-ports', '--path-repo', first, '--path-repo', second]);
    expect(await pathRepoOf(sandbox)).toEqual([first, second]);
    const far = { type: 'fs', settings: { location: join(second, 'x') } };
    for (const [name, body] of Object.entries({ one: repository, two: far })) {
      expect((await call(sandbox, `PUT /_snapshot/${name}`, body)).status).toBe(200);
    }
    expect((await call(sandbox, 'PUT /_snapshot/three', { type: 'fs', settings: { location: '/tmp' } })).status).toBe(
      500,
    );
    await sandbox.end();
    expect([readdirSync(first), readdirSync(second)]).toEqual([['backup'], ['x']]);
  });

  it('have the addresses of --allowed-url only', async () => {
    const sandbox = await startSandbox(['--free-ports', '--allowed-url', 'https://*.example.org/repo/*']);
    const register = async (url: string) =>
      (await call(sandbox, 'PUT /_snapshot/far?verify=false', { type: 'url', settings: { url } })).status;
    expect(await register('https://a.example.org/repo/x')).toBe(200);
    expect(await register('https://a.example.com/repo/x')).toBe(500);
    await sandbox.end();
  });
});
