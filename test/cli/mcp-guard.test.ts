import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from './command-line';
import { connect } from './mcp-client';

/** A cluster that has one snapshot repository; it notes what changes it. */
async function startCluster() {
  const changes: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.method !== 'GET') changes.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const has = { backup: { type: 'fs', settings: { location: '/mnt/old', compress: 'true' } } };
    response.end(JSON.stringify(request.method === 'GET' ? has : { acknowledged: true }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { changes, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const requests = `### Keep backups elsewhere
PUT /_snapshot/backup

{ "type": "fs", "settings": { "location": "/mnt/new" } }

### Look
GET /_snapshot/backup
`;

async function guarded(answer?: (question: string) => boolean, more: readonly string[] = [], text = requests) {
  const cluster = await startCluster();
  const folder = folderOf({
    'rulebook.json': JSON.stringify({
      endpoints: { staging: { service: 'search-cluster', baseUrl: cluster.baseUrl } },
    }),
    'backup.http': text,
    'role.json': '{ "cluster": ["monitor"] }',
  });
  const questions: string[] = [];
  const { call, client } = await connect(
    folder,
    ['--guard', '--allow-endpoint', 'staging', ...more],
    {},
    answer &&
      ((question) => {
        questions.push(question);
        return { action: 'accept', content: { send: answer(question) } };
      }),
  );
  return { ...cluster, call, client, questions };
}

describe('rulebook mcp --guard', () => {
  it('shows the user once what a request would change, and sends it after a yes', async () => {
    const { call, changes, questions } = await guarded(() => true);
    const { text, isError } = await call('send_request', { path: 'backup.http', line: 2 });
    expect(text).toContain('"acknowledged": true');
    expect(isError).not.toBe(true);
    expect(changes).toEqual(['PUT /_snapshot/backup']);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain('What staging has, and would have:');
    expect(questions[0]).toContain('/mnt/old');
    expect(questions[0]).toContain('/mnt/new');
    expect(questions[0]).toMatch(/A sandbox that holds nothing answers with the status \d{3}\./);
  });

  it('sends nothing after a no, and nothing for a client that cannot ask', async () => {
    const refused = await guarded(() => false);
    expect((await refused.call('send_request', { path: 'backup.http', line: 2 })).isError).toBe(true);
    expect(refused.changes).toEqual([]);
    const silent = await guarded();
    expect((await silent.call('send_request', { path: 'backup.http', line: 2 })).isError).toBe(true);
    expect(silent.changes).toEqual([]);
  });

  it('sends what reads without a question', async () => {
    const { call, questions } = await guarded(() => true);
    expect((await call('send_request', { path: 'backup.http', name: 'Look' })).text).toContain('/mnt/old');
    expect(questions).toEqual([]);
  });

  it('sends nothing from a file with a warning, and asks no one', async () => {
    const text = requests.replace('"settings"', '"setings": {}, "settings"');
    const { call, changes, questions } = await guarded(() => true, [], text);
    const { text: said } = await call('send_request', { path: 'backup.http', line: 2 });
    expect(said).toContain('Correct them first:');
    expect(said).toContain('setings');
    expect([...changes, ...questions]).toEqual([]);
  });

  it('sends nothing that the given rights do not allow', async () => {
    const { call, changes, questions } = await guarded(() => true, ['--rights', 'role.json']);
    const { text } = await call('send_request', { path: 'backup.http', line: 2 });
    expect(text).toContain('missing-right');
    expect([...changes, ...questions]).toEqual([]);
  });

  it('has no other tool that changes a service', async () => {
    const { client, call, changes } = await guarded(() => true);
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
    expect(changing).toEqual(['send_request', 'test_service']);
    const tested = await call('test_service', { service: 'search-cluster', endpoint: 'staging', writes: true });
    expect(tested.isError).toBe(true);
    expect(changes).toEqual([]);
  });

  it.each([
    [['--rights', 'role.json'], '--rights needs --guard'],
    [['--allow-endpoint', 'staging'], '--allow-endpoint needs --allow-sending or --guard'],
    [['--guard', '--rights', 'missing.json'], 'missing.json: cannot be read'],
    [['--folder', 'missing'], 'missing: cannot be entered'],
  ])('is refused with %j', async (args, reason) => {
    const { code, error } = await commandLine(['mcp', ...args], { cwd: folderOf({}), input: '' });
    expect(code).toBe(2);
    expect(error).toContain(reason);
  });
});
