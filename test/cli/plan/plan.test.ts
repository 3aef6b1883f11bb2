import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { library } from '../../sandbox/played/library';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';
import { serve } from '../../unit/platform/http/loopback-server';

const cluster = `@log = logs

### repository
PUT /_snapshot/backup

{ "type": "fs", "settings": { "location": "/tmp/backup", "compress": true, "chunk_size": "1gb" } }

### index
PUT /{{log}}

{
  "settings": { "number_of_shards": 1, "index": { "refresh_interval": "60s" } },
  "mappings": { "properties": { "a.b": { "type": "keyword" }, "labels": { "type": "flattened", "depth_limit": 20 } } },
  "aliases": { "all-logs": {} }
}

### key
POST /_security/api_key

{ "name": "app", "role_descriptors": { "r": { "cluster": ["monitor"], "index": [{ "names": "logs", "privileges": ["read"] }] } } }

### settings
PUT /_cluster/settings

{ "persistent": { "cluster": { "remote": { "one": { "seeds": ["127.0.0.1:9300"] } } } } }

### look
GET /_snapshot/backup
`;

const hooks = `POST /repos/o/r/hooks

{ "config": { "url": "https://example.com/hook", "content_type": "json", "secret": "{{hook_secret}}" }, "events": ["push", "issues"] }
`;

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(['--free-ports', '--path-repo', '/tmp', '--repository', 'o/r']);
});
afterAll(() => sandbox.end());

const endpointNamed = (name: string) => sandbox.ready.endpoints.find((one) => one.name === name)!;

async function send(name: string, method: string, path: string, body?: unknown) {
  const { baseUrl, credential } = endpointNamed(name);
  const headers = { Authorization: credential, 'Content-Type': 'application/json' };
  const response = await fetch(baseUrl + path, {
    ...{ method, headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as unknown;
}

/** Returns the methods that a server has received, without what this test looks at. */
async function methodsAt(name: string): Promise<readonly string[]> {
  const { requests } = (await send(name, 'GET', '/_sandbox/requests')) as {
    requests: readonly { method: string; path: string }[];
  };
  return requests.filter(({ path }) => !path.startsWith('/_sandbox')).map(({ method }) => method);
}

async function plan(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = sandbox.env) {
  return commandLine(['plan', ...args], { cwd, env });
}

describe('rulebook plan', () => {
  it('says what would be created, is unchanged after it was, and what has changed since', async () => {
    const cwd = folderOf({ 'a.http': cluster });
    const args = ['a.http', '--endpoint', 'sandbox-cluster'];
    const sent = (await methodsAt('sandbox-cluster')).length;
    const before = await plan(cwd, args);
    expect(before.error).toBe('');
    expect(before.code).toBe(1);
    expect(before.out).toBe(`+ /_snapshot/backup: created (snapshot repository; a.http:4)
+ /logs: created (index; a.http:9)
+ /_security/api_key?name=app: created (API key; a.http:18)
~ /_cluster/settings: changed (cluster settings; a.http:23)
    persistent.cluster.remote.one.seeds: ["127.0.0.1:9300"] in the file, absent at the endpoint

4 resources: 3 created, 1 changed.
`);
    const methods = (await methodsAt('sandbox-cluster')).slice(sent);
    expect(methods.length).toBeGreaterThan(3);
    expect(methods.filter((method) => method !== 'GET')).toEqual([]);

    await commandLine(['run', '--all', '--yes', ...args], { cwd, env: sandbox.env });
    const after = await plan(cwd, args);
    expect(after.out).toContain('4 resources: 4 unchanged.\nNothing is to be done.\n');
    expect(after.code).toBe(0);

    await send('sandbox-cluster', 'PUT', '/logs/_settings', { index: { refresh_interval: '5s' } });
    await send('sandbox-cluster', 'DELETE', '/_snapshot/backup');
    const drifted = await plan(cwd, [...args, '--format', 'json']);
    expect(drifted.code).toBe(1);
    expect(JSON.parse(drifted.out)).toMatchObject({
      version: 1,
      resources: [
        { resource: '/_snapshot/backup', noun: 'snapshot repository', state: 'created' },
        {
          resource: '/logs',
          state: 'changed',
          sources: [{ file: 'a.http', line: 9, label: 'index' }],
          changes: [{ path: 'settings.refresh_interval', declared: '60s', actual: '5s' }],
          unknown: [],
        },
        { state: 'unchanged' },
        { state: 'unchanged' },
      ],
      summary: { created: 1, changed: 1, deleted: 0, unchanged: 2, unknown: 0, others: 0, elsewhere: 0 },
    });
  });

  it('finds a webhook by its URL, and lists what it cannot know', async () => {
    const cwd = folderOf({ 'hooks.http': hooks, 'cluster.http': cluster });
    const args = ['.', '--endpoint', 'sandbox-hub'];
    const before = await plan(cwd, args);
    expect(before.out).toContain(
      '+ /repos/o/r/hooks config.url=https://example.com/hook: created (webhook; hooks.http:1)',
    );
    expect(before.out).toContain('4 requests went elsewhere and were not compared.');
    expect(before.code).toBe(1);
    const run = ['run', 'hooks.http', '--yes', '--endpoint', 'sandbox-hub', '--var', 'hook_secret=canary-hook-secret'];
    await commandLine(run, { cwd, env: sandbox.env });
    const after = await plan(cwd, args);
    expect(after.out).toContain('config.secret: not known, since the variable `hook_secret` has no value');
    expect(after.out).toContain('1 resource: 1 unknown.\n');
    expect(after.out).toContain('As far as it is known, no change is needed.');
    expect(after.code).toBe(0);
    const known = await plan(cwd, [...args, '--var', 'hook_secret=canary-hook-secret']);
    expect(known.out).toContain('config.secret: not known, since it is secret');
    expect(known.out + known.error).not.toContain('canary-hook');
    expect(new Set(await methodsAt('sandbox-hub'))).toEqual(new Set(['GET', 'POST']));
  });

  it('reads JSON files that say which request they are the body of', async () => {
    const cwd = folderOf({
      'cluster/daily.json':
        '// @request PUT /_snapshot/daily\n{ "type": "fs", "settings": { "location": "/tmp/daily" } }',
      'cluster/nightly.snapshot-repository.json': '{ "type": "fs", "settings": { "location": "/tmp/nightly" } }',
      'cluster/fields.json': '// @request PUT /fields @at /mappings\n{ "properties": { "a": { "type": "long" } } }',
      'cluster/reader.role-descriptor.json': '{ "cluster": ["monitor"] }',
      'cluster/package.json': '{ "name": "other" }',
    });
    const { out, code } = await plan(cwd, ['cluster', '--endpoint', 'sandbox-cluster', '--format', 'json']);
    const { resources } = JSON.parse(out) as { resources: readonly Record<string, unknown>[] };
    expect(code).toBe(1);
    expect(resources).toMatchObject([
      { resource: '/_snapshot/daily', state: 'created', sources: [{ file: 'cluster/daily.json' }] },
      { resource: '/fields', state: 'created' },
      { state: 'unknown', reason: 'the variable `repository` has no value' },
      { state: 'unknown', reason: 'it holds a part of a request, and nothing says what the part is called there' },
    ]);
    const named = await plan(cwd, ['cluster/package.json', '--endpoint', 'sandbox-cluster']);
    expect(named.code).toBe(2);
    expect(named.error).toContain('it is not known which request has this file as its body');
  });

  it('compares what does not change each time, and is not decided by a condition', async () => {
    const requests = [
      'PUT /i/_doc/1\n\n{ "at": "{{$timestamp}}", "kind": "a" }',
      '# @if {{isWanted}} == yes\nPUT /_snapshot/x\n\n{ "type": "fs" }',
      '# @disabled\nPUT /_snapshot/y\n\n{ "type": "fs" }',
      '# @loop for name of [1, 2]\nDELETE /old-{{name}}',
    ];
    requests.push('PUT /_snapshot/{{absent}}\n\n{ "type": "fs" }');
    await send('sandbox-cluster', 'PUT', '/i/_doc/1', { at: '1', kind: 'b' });
    const cwd = folderOf({ 'a.http': requests.join('\n\n###\n') });
    const { out } = await plan(cwd, ['a.http', '--endpoint', 'sandbox-cluster']);
    expect(out).toContain('    kind: "a" in the file, "b" at the endpoint\n');
    expect(out).toContain('    at: not known, since the variable `$timestamp` has another value each time\n');
    expect(out).toContain('not known: a condition decides whether it is sent\n');
    expect(out).not.toContain('/_snapshot/y');
    expect(out).toContain('= /old-1: unchanged (index; a.http:');
    expect(out).toContain('= /old-2: unchanged (index; a.http:');
    expect(out).toContain('? /_snapshot/{{absent}}: unknown');
  });

  it('says where nothing could be compared, and ends with a code of its own', async () => {
    const unnamed = 'PUT /_snapshot/{{absent}}\n\n{ "type": "fs" }\n';
    const cwd = folderOf({
      'a.http': unnamed,
      'b.http': `${unnamed}\n###\nDELETE /old-1\n`,
      'c.http': 'GET /_search\n',
    });
    const args = ['--endpoint', 'sandbox-cluster'];
    const { code, out, error } = await plan(cwd, ['a.http', ...args]);
    expect(out).toContain('1 resource: 1 unknown.\nNothing could be compared.\n');
    expect(error).toContain('nothing could be compared with the endpoint sandbox-cluster');
    expect(code).toBe(4);
    expect((await plan(cwd, ['a.http', ...args, '--format', 'json'])).code).toBe(4);
    expect((await plan(cwd, ['b.http', ...args])).code).toBe(0);
    expect((await plan(cwd, ['c.http', ...args])).code).toBe(0);
  });

  it('compares a service of which only a description is known', async () => {
    const cwd = folderOf({
      'library.json': JSON.stringify(library),
      'rulebook.json': JSON.stringify({
        services: { library: { description: './library.json' } },
        endpoints: { books: { service: 'library', baseUrl: 'http://127.0.0.1:1' } },
      }),
      'books.http': 'POST /books\n\n{ "title": "Emma", "year": 1815 }\n\n###\nDELETE /books/7\n',
    });
    const played = await startSandbox(['--free-ports', '--folder', cwd, '--service', 'library']);
    onTestFinished(async () => {
      await played.end();
    });
    const { baseUrl, credential } = played.ready.endpoints.at(-1)!;
    const env = { RULEBOOK_ENDPOINT_BOOKS: baseUrl, RULEBOOK_CREDENTIAL_BOOKS: credential };
    const args = ['books.http', '--endpoint', 'books', '--trust-endpoint', 'books'];
    const before = await plan(cwd, args, env);
    expect(before.error).toBe('');
    expect(before.out).toContain('+ /books title=Emma: created (book; books.http:1)\n');
    expect(before.out).toContain('= /books/7: unchanged (book; books.http:6)\n');
    await fetch(`${baseUrl}/books`, {
      method: 'POST',
      headers: { Authorization: credential, 'Content-Type': 'application/json' },
      body: '{ "title": "Emma", "year": 1816 }',
    });
    const after = await plan(cwd, args, env);
    expect(after.out).toContain('    year: 1815 in the file, 1816 at the endpoint\n');
    expect(after.code).toBe(1);
  });
});

describe('rulebook plan refuses', () => {
  const configuration = (baseUrl: string) =>
    JSON.stringify({ endpoints: { here: { service: 'search-cluster', baseUrl } } });

  it.each([
    [['a.http', '--endpoint', 'nowhere'], 'there is no endpoint named nowhere'],
    [['b.http', '--endpoint', 'here'], 'b.http: no such file, folder or match'],
    [['a.http', '--endpoint', 'here', '--var', 'x'], '--var x has no value'],
    [['a.http', '--endpoint', 'here', '--env', 'dev'], 'dev'],
    [['a.http'], "required option '--endpoint <name>'"],
  ])('%j', async (args, message) => {
    const cwd = folderOf({ 'a.http': cluster, 'rulebook.json': configuration('http://127.0.0.1:1') });
    const { code, out, error } = await plan(cwd, args, {});
    expect(error).toContain(message);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('to say anything where no one answers', async () => {
    const cwd = folderOf({ 'a.http': cluster, 'rulebook.json': configuration('http://127.0.0.1:1') });
    const { code, out, error } = await plan(cwd, ['a.http', '--endpoint', 'here'], {});
    expect(error).toContain('the endpoint here cannot be read: ');
    expect({ code, out }).toEqual({ code: 3, out: '' });
  });

  it('to go anywhere else, and to send anything but GET', async () => {
    const received: string[] = [];
    const other = await serve((request, response) => {
      received.push(`other ${String(request.url)}`);
      response.end('{}');
    });
    const server = createServer((request, response) => {
      received.push(String(request.method));
      response.writeHead(302, { Location: other }).end();
    });
    const port = await new Promise<number>((done) => {
      server.listen(0, '127.0.0.1', () => {
        done((server.address() as { port: number }).port);
      });
    });
    onTestFinished(() => {
      server.close();
    });
    const text = `${cluster}\n###\nPUT ${other}/_snapshot/z\n\n{ "type": "fs" }\n`;
    const cwd = folderOf({ 'a.http': text, 'rulebook.json': configuration(`http://127.0.0.1:${port}`) });
    const { code, error, out } = await plan(cwd, ['a.http', '--endpoint', 'here'], {});
    expect(received).toEqual(['GET', 'GET', 'GET', 'GET']);
    expect(out).toContain('not known: the endpoint responds with 302');
    expect(out).toContain('1 request went elsewhere and was not compared.');
    expect(error).toContain('nothing of the endpoint here could be read: it responds with 302');
    expect(code).toBe(3);
  });
});
