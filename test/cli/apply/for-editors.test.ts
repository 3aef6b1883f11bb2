import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../packages/node/src/program-run';
import { commandLine, folderOf, root, startSandbox, type RunningSandbox } from '../command-line';

// What the editor runs: reports for programs, and questions that it answers.
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(['--free-ports', '--path-repo', '/tmp', '--repository', 'o/r']);
});
afterAll(() => sandbox.end());

const send = async (method: string, path: string, body?: unknown) => {
  const { baseUrl, credential } = sandbox.ready.endpoints.find((one) => one.name === 'sandbox-cluster')!;
  const headers = { Authorization: credential, 'Content-Type': 'application/json' };
  return fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
};
beforeEach(async () => {
  await send('POST', '/_sandbox/reset');
  await send('PUT', '/orders', { settings: { refresh_interval: '60s' } });
});

const endpoint = ['--endpoint', 'sandbox-cluster'];
const run = (cwd: string, ...args: readonly string[]) => commandLine(args, { cwd, env: sandbox.env });

describe('rulebook pull for programs', () => {
  const pull = (cwd: string, ...more: readonly string[]) =>
    run(cwd, 'pull', ...endpoint, '--kind', 'indices', '--into', 'cluster', '--format', 'json', ...more);

  it('lists the kinds and sends nothing', async () => {
    const cwd = folderOf({});
    const asText = await run(cwd, 'pull', ...endpoint, '--list');
    expect(asText.out).toContain('\nindices\n');
    const { kinds } = JSON.parse((await run(cwd, 'pull', ...endpoint, '--list', '--format', 'json')).out) as {
      kinds: string[];
    };
    expect(kinds.join('\n')).toBe(asText.out.trim());
    const { requests } = (await (await send('GET', '/_sandbox/requests')).json()) as { requests: { path: string }[] };
    expect(requests.filter(({ path }) => !/^\/(?:_sandbox|orders$)/.test(path))).toEqual([]);
  });

  it('says which files were written, and which are there with another text', async () => {
    const cwd = folderOf({});
    const first = await pull(cwd);
    expect(JSON.parse(first.out)).toMatchObject({
      ...{ files: [{ path: join('cluster', 'indices.http'), resources: 1 }], isWritten: true },
      ...{ others: [], variables: [], unread: [] },
    });
    const path = join(cwd, 'cluster/indices.http');
    const written = readFileSync(path, 'utf8');
    writeFileSync(path, 'GET /mine\n');
    const second = await pull(cwd);
    expect(second.code).toBe(2);
    expect(JSON.parse(second.out)).toMatchObject({
      ...{ isWritten: false, others: [join('cluster', 'indices.http')] },
    });
    expect(readFileSync(path, 'utf8')).toBe('GET /mine\n');
    expect(JSON.parse((await pull(cwd, '--force')).out)).toMatchObject({ isWritten: true });
    expect(readFileSync(path, 'utf8')).toBe(written);
  });
});

describe('rulebook plan as Markdown', () => {
  it('is a page with the places', async () => {
    const cwd = folderOf({ 'a.http': 'PUT /orders\n\n{ "settings": { "refresh_interval": "5s" } }\n' });
    const { out, code } = await run(cwd, 'plan', ...endpoint, '--format', 'markdown', 'a.http');
    expect(code).toBe(1);
    expect(out).toContain('## Compared with sandbox-cluster');
    expect(out).toContain('| a.http:1 | `/orders` (index) | `settings.refresh_interval`: `"5s"` in the file');
  });
});

describe('rulebook apply that asks the program that started it', () => {
  const apply = (cwd: string, answer: boolean, asked: string[]) =>
    runCommandLine(join(root, 'dist/cli.js'), ['apply', ...endpoint, '--ask-parent', 'a.http'], {
      ...{ folder: cwd, variables: sandbox.env, longest: 100_000 },
      ask: (question, output) => {
        asked.push(question, output);
        return Promise.resolve(answer);
      },
    });
  const interval = async () => {
    const text = await (await send('GET', '/orders/_settings')).text();
    return /"refresh_interval":"(\w+)"/.exec(text)?.[1];
  };

  it('shows the rehearsal with its question, and sends nothing without a yes', async () => {
    const cwd = folderOf({ 'a.http': 'PUT /orders\n\n{ "settings": { "refresh_interval": "5s" } }\n' });
    const asked: string[] = [];
    const no = await apply(cwd, false, asked);
    expect(asked[0]).toMatch(/^Send 1 request to sandbox-cluster \(http.*\)\?$/);
    expect(asked[1]).toContain('Rehearsal: a sandbox with 1 resource of the endpoint accepts 1 request.');
    expect(no).toMatchObject({ code: 3 });
    expect(await interval()).toBe('60s');
    const yes = await apply(cwd, true, []);
    expect(yes).toMatchObject({ code: 0 });
    expect(yes.output).toMatch(/^Undo it with: rulebook undo undo-sandbox-cluster-.*\.http$/m);
    expect(await interval()).toBe('5s');
  });

  it('says with the question what cannot be undone', async () => {
    const cwd = folderOf({ 'a.http': 'DELETE /orders\n' });
    const asked: string[] = [];
    await apply(cwd, false, asked);
    expect(asked[0]).toMatch(/\? It cannot be undone as a whole: .*documents/);
    expect((await send('GET', '/orders')).status).toBe(200);
  });
});
