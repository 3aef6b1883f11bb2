import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.end();
});

const two = `### who
GET /_security/_authenticate

### make
# @name create
POST /_security/api_key

{ "name": "{{name}}", "expiration": "1d" }
`;

function run(files: Readonly<Record<string, string>>, args: readonly string[], env = sandbox.env) {
  return commandLine(['run', 'a.http', ...args], { cwd: folderOf(files), env });
}

describe('choosing requests', () => {
  it.each([
    [['--name', 'who'], 1],
    [['--name', 'create', '--var', 'name=a'], 1],
    [['--line', '2'], 1],
    [['--all', '--var', 'name=b'], 2],
  ])('%j sends %i', async (args, count) => {
    const { code, out } = await run({ 'a.http': two }, args);
    expect(code).toBe(0);
    expect(out.match(/^HTTP\/1\.1 200 OK$/gm)).toHaveLength(count);
  });

  it.each([
    ['none of two', []],
    ['an unknown name', ['--name', 'nobody']],
    ['a line without a request', ['--line', '0']],
    ['two ways at once', ['--all', '--line', '2']],
    ['a variable without a value', ['--all', '--var', 'name']],
    ['an unknown endpoint', ['--all', '--endpoint', 'nowhere']],
    ['an unknown environment', ['--all', '--env', 'nowhere']],
  ])('ends with 2 on %s', async (_, args) => {
    const { code, error, out } = await run({ 'a.http': two }, args);
    expect(code).toBe(2);
    expect(error).toMatch(/\S/);
    expect(out).toBe('');
  });

  it('ends with 2 on a file that is not there or holds no request', async () => {
    expect((await commandLine(['run', 'nowhere.http'])).code).toBe(2);
    expect((await run({ 'a.http': '# nothing\n' }, ['--all'])).code).toBe(2);
  });
});

describe('answers', () => {
  it('of 400 and more end with 1', async () => {
    const { code, out } = await run({ 'a.http': 'GET /repos/octocat/hello-world/hooks/77\n' }, []);
    expect(code).toBe(1);
    expect(out).toContain('HTTP/1.1 404 Not Found');
  });

  it('of 401 name the endpoint and what to set', async () => {
    const { RULEBOOK_CREDENTIAL_SANDBOX_CLUSTER: _none, ...env } = sandbox.env;
    const { code, out } = await run({ 'a.http': 'GET /_security/_authenticate\n' }, [], env);
    expect(code).toBe(1);
    expect(out).toContain('sandbox-cluster');
    expect(out).toContain('RULEBOOK_CREDENTIAL_SANDBOX_CLUSTER');
  });

  it('that lack a credential name what to set, also where the document has no 401', async () => {
    const { RULEBOOK_CREDENTIAL_SANDBOX_HUB: _none, ...env } = sandbox.env;
    const { code, out } = await run({ 'a.http': 'GET /repos/octocat/hello-world/hooks\n' }, [], env);
    expect(code).toBe(1);
    expect(out).toContain('HTTP/1.1 404 Not Found');
    expect(out).toContain('RULEBOOK_CREDENTIAL_SANDBOX_HUB');
  });

  it('hide secrets unless asked', async () => {
    const args = ['--name', 'create', '--var', 'name=c'];
    const hidden = await run({ 'a.http': two }, [...args, '--format', 'json']);
    const [{ response } = { response: { body: '' } }] = (
      JSON.parse(hidden.out) as { requests: { response: { body: string } }[] }
    ).requests;
    expect(JSON.parse(response.body)).toMatchObject({ name: 'c', api_key: '***', encoded: '***' });
    const shown = await run({ 'a.http': two }, [...args, '--show-secrets']);
    const [, key = ''] = /"encoded":"([^"]+)"/.exec(shown.out) ?? [];
    const who = await run({ 'a.http': `GET /_security/_authenticate\nAuthorization: ApiKey ${key}\n` }, []);
    expect(who.out).toContain('"authentication_type": "api_key"');
    expect(who.out).not.toContain(key);
  });

  it('come as JSON with what was sent', async () => {
    const { out } = await run({ 'a.http': two }, ['--name', 'who', '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      requests: [
        {
          label: 'who',
          method: 'GET',
          url: `${sandbox.env.RULEBOOK_ENDPOINT_SANDBOX_CLUSTER!}/_security/_authenticate`,
          endpoint: 'sandbox-cluster',
          isSent: true,
          status: 200,
          response: { status: 200, isTruncated: false },
        },
      ],
    });
    for (const { credential } of sandbox.ready.endpoints) expect(out).not.toContain(credential.slice('Bearer '.length));
  });

  it('come from the endpoint that --endpoint names', async () => {
    const { code, error } = await run({ 'a.http': 'GET /_security/_authenticate\n' }, ['--endpoint', 'sandbox-hub']);
    // The code host does not know the path, but it was asked.
    expect({ code, error }).toEqual({ code: 1, error: '' });
  });
});

describe('variables', () => {
  it('come from --var, then the file, then the environment', async () => {
    const file = '@b = file\n@c = file\nPOST /_security/api_key\n\n{ "name": "{{a}}-{{b}}-{{c}}" }\n';
    const table = '{ "dev": { "a": "env", "b": "env", "c": "env" } }';
    const { out } = await run({ 'a.http': file, 'http-client.env.json': table }, ['--env', 'dev', '--var', 'c=given']);
    expect(out).toContain('"env-file-given"');
  });

  it('of an environment file may be objects, which are filled in as JSON', async () => {
    const file = 'POST /_security/api_key\n\n{ "name": "a", "metadata": {{team}} }\n\n###\nGET /_security/api_key\n';
    const table = '{ "dev": { "team": { "name": "search", "size": 3 } } }';
    const { out } = await run({ 'a.http': file, 'http-client.env.json': table }, ['--env', 'dev', '--all']);
    expect(out).toMatch(/"metadata": \{\s*"name": "search",\s*"size": 3\s*\}/);
  });
});

describe('environments', () => {
  const file = 'POST /_security/api_key\n\n{ "name": "{{a}}-{{b}}-{{c}}-{{d}}" }\n';
  const files = {
    'a.http': file,
    '.vscode/settings.json':
      '{ "rest-client.environmentVariables": { "$shared": { "a": "rc" }, "dev": { "b": "rc" } } }',
    '.env.dev': 'b=named',
    '.httpyac.json': '{ "environments": { "dev": { "c": "yac", "a": "yac" } } }',
    '.env': 'd=plain\nc=plain\n',
  };

  it('of all tools are read, in one order', async () => {
    const { out, error } = await run(files, ['--env', 'dev', '--show-secrets']);
    expect(error).toBe('');
    expect(out).toContain('"yac-named-yac-plain"');
  });

  it('are named when another one was asked for', async () => {
    const { code, error } = await run(files, ['--env', 'prod']);
    expect({ code, error }).toEqual({ code: 2, error: 'rulebook: there is no environment named prod; use dev\n' });
  });

  it('that cannot be read stop the run', async () => {
    const { code, error } = await run({ ...files, 'http-client.private.env.json': '{ "dev": ' }, ['--env', 'dev']);
    expect(code).toBe(2);
    expect(error).toContain('http-client.private.env.json cannot be used: it is not valid JSON');
  });
});

describe('what cannot be sent', () => {
  it.each([
    [
      'a variable without a value',
      'POST /_security/api_key\n\n{ "name": "{{who}}" }\n',
      /variable who has no value.*--var NAME=VALUE/,
    ],
    [
      'a variable that is not closed',
      '@index = logs\nGET /{{index}/_mapping\n',
      /`\{\{index\}` is not replaced by a value.*--send-anyway/,
    ],
    [
      'a misspelt endpoint',
      '# @endpoint sandbox-huv\nGET /_security/api_key\n',
      /there is no endpoint named sandbox-huv; the endpoints are .*sandbox-hub/,
    ],
    ['an error', 'PUT /_security/api_key\n\n{ "name": 1 }\n', /1 error.*--send-anyway/],
    [
      'an error in a document of GraphQL',
      'POST http://127.0.0.1:9/graphql\nX-REQUEST-TYPE: GraphQL\n\nquery { items( { name } }\n',
      /1 error.*--send-anyway/,
    ],
    ['a body that is not there', 'PUT /_security/api_key\n\n< ./nowhere.json\n', /nowhere\.json/],
  ])('ends with 3 because of %s', async (_, text, message) => {
    const { code, error } = await run({ 'a.http': text }, []);
    expect(code).toBe(3);
    expect(error).toMatch(message);
  });

  it('is a request whose header fields are above its request line', async () => {
    const text = 'Authorization: Bearer abc\nPOST http://127.0.0.1:9/x\n\n{ "a": 1 }\n';
    const { code, error } = await run({ 'a.http': text }, ['--all']);
    expect(code).toBe(3);
    expect(error).toMatch(
      /POST \/x was not sent: The header fields above the request line are not sent with it.*--send-anyway/,
    );
  });

  it('sends an error anyway with --send-anyway, and the sandbox refuses it with the same rule', async () => {
    const { code, out } = await run({ 'a.http': 'PUT /_security/api_key\n\n{ "name": 1 }\n' }, ['--send-anyway']);
    expect(code).toBe(1);
    expect(out).toContain('"rule": "wrong-type"');
  });

  it('ends with 3 when no one listens, and names endpoint and cause', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    const env = { ...sandbox.env, RULEBOOK_ENDPOINT_SANDBOX_CLUSTER: `http://127.0.0.1:${port}` };
    const { code, error } = await run({ 'a.http': two }, ['--name', 'who'], env);
    expect(code).toBe(3);
    expect(error).toMatch(/sandbox-cluster.*refused the connection/);
  });

  it('asks before changing something on a protected endpoint', async () => {
    const cluster = sandbox.ready.endpoints[0]!;
    const configuration = JSON.stringify({
      endpoints: { prod: { service: 'search-cluster', baseUrl: cluster.baseUrl, protected: true } },
    });
    const files = {
      'rulebook.json': configuration,
      'a.http': '# @endpoint prod\nPOST /_security/api_key\n\n{ "name": "k" }\n',
    };
    const env = { RULEBOOK_CREDENTIAL_PROD: cluster.credential, RULEBOOK_ENDPOINT_PROD: cluster.baseUrl };
    expect(await run(files, [], env)).toMatchObject({ code: 3, error: expect.stringContaining('protected') as string });
    expect((await run(files, ['--send-anyway'], env)).code).toBe(0);
  });
});

describe('values from earlier responses', () => {
  const chain = `# @name made
POST /_security/api_key

{ "name": "chained", "expiration": "1d" }

### the new key asks who it is
GET /_security/_authenticate
Authorization: ApiKey {{made.response.body.$.encoded}}
X-Made: {{made.response.headers.content-type}}
`;

  it('are filled in, and their secrets are not shown', async () => {
    const { code, out, error } = await run({ 'a.http': chain }, ['--all', '--format', 'json']);
    expect(error).toBe('');
    expect(code).toBe(0);
    const { requests } = JSON.parse(out) as { requests: { status: number; text: string }[] };
    expect(requests.map(({ status }) => status)).toEqual([200, 200]);
    expect(requests[0]?.text).toContain('"encoded": "***"');
  });

  it('name the request to send first', async () => {
    const { code, error } = await run({ 'a.http': chain }, ['--name', 'the new key asks who it is']);
    expect(code).toBe(3);
    expect(error).toContain('send the request named made first');
  });

  it('come from the nearest .env, too', async () => {
    const files = { 'a.http': 'GET /_security/_authenticate?pretty={{$dotenv PRETTY}}\n', '.env': 'PRETTY=true\n' };
    const { error, out } = await run(files, ['--all', '--format', 'json', '--send-anyway']);
    expect(error).toBe('');
    expect(out).toContain('pretty=true');
  });
});
