import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canaries, canaryFiles, findCanaries } from '../../canaries';
import { commandLine, folderOf } from '../command-line';

const files = {
  'rulebook.json': JSON.stringify({
    endpoints: {
      prod: { service: 'search-cluster', baseUrl: 'https://es.example.org:9243', protected: true },
      test: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' },
    },
    defaults: { 'search-cluster': 'test' },
  }),
  'http-client.env.json': '{ "dev": { "repository": "of-the-environment", "age": "1d" } }',
  'http-client.private.env.json': '{ "dev": { "key": "cHJpdmF0ZTprZXk=" } }',
  'a.http': [
    '@repository = nightly',
    '',
    '### Remove',
    '# @name remove',
    'DELETE /_snapshot/{{repository}}',
    'Authorization: ApiKey {{key}}',
    '',
    '### Create',
    '# @endpoint prod',
    'POST /_security/api_key',
    '',
    '{ "name": "k", "expiration": "{{age}}" }',
    '',
  ].join('\n'),
};

async function explain(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return commandLine(['explain', 'a.http', ...args], { cwd: folderOf(files), env });
}

async function json(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, out, error } = await explain([...args, '--format', 'json'], env);
  expect(error).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Record<string, unknown>;
}

describe('rulebook explain', () => {
  it('prints the members that scripts use', async () => {
    expect(await json(['--name', 'remove', '--env', 'dev'])).toMatchObject({
      method: 'DELETE',
      url: 'http://127.0.0.1:1/_snapshot/nightly',
      endpoint: {
        name: 'test',
        baseUrl: 'http://127.0.0.1:1',
        why: 'the default for search-cluster',
        protected: false,
      },
      headers: [
        ['Authorization', 'ApiKey ***'],
        ['Accept', '*/*'],
        ['User-Agent', expect.stringMatching(/^rulebook\//) as string],
      ],
      body: null,
      credential: { kind: 'request' },
      variables: [
        {
          name: 'repository',
          source: 'line 1 of the file',
          secret: false,
          value: 'nightly',
          shadows: ['environment dev of http-client.env.json'],
        },
        { name: 'key', source: 'environment dev of http-client.private.env.json', secret: true },
      ],
      problems: [],
    });
  });

  it('prints what the documents say, losses first', async () => {
    const { effects } = await json(['--line', '5', '--env', 'dev']);
    expect((effects as readonly unknown[])[0]).toMatchObject({
      kind: 'loss',
      message:
        'Unregisters the snapshot repository `nightly`. Only the reference is removed. The snapshots stay in place.',
      document: 'search-cluster',
      section: 'Snapshot repository',
    });
    const { out } = await explain(['--name', 'remove', '--env', 'dev']);
    expect(out).toMatch(/^DELETE http:\/\/127\.0\.0\.1:1\/_snapshot\/nightly\n\nLoss {2}Unregisters/);
    expect(out).toContain(
      '  repository  nightly  line 1 of the file; shadows environment dev of http-client.env.json\n',
    );
  });

  it('takes an endpoint and variables from its options', async () => {
    const shown = await json(['--line', '10', '--endpoint', 'test', '--var', 'age=2d'], {
      RULEBOOK_CREDENTIAL_TEST: canaries.credential,
      RULEBOOK_ENDPOINT_TEST: 'http://127.0.0.1:2',
    });
    expect(shown).toMatchObject({
      url: 'http://127.0.0.1:2/_security/api_key',
      endpoint: { name: 'test', why: 'named by --endpoint' },
      body: '{ "name": "k", "expiration": "2d" }',
      credential: { kind: 'endpoint', source: 'environment variable RULEBOOK_CREDENTIAL_TEST' },
      variables: [{ name: 'age', source: '--var', secret: false, value: '2d' }],
    });
    expect(shown['headers']).toContainEqual(['Authorization', 'ApiKey ***']);
  });

  it('says that a credential of the environment is not confirmed, and asks nothing', async () => {
    const shown = await json(['--line', '10', '--var', 'age=1d'], { RULEBOOK_CREDENTIAL_PROD: canaries.credential });
    expect(shown).toMatchObject({
      endpoint: { name: 'prod', why: 'named by `# @endpoint`', protected: true },
      credential: {
        kind: 'unknown',
        source:
          'environment variable RULEBOOK_CREDENTIAL_PROD, if you confirm that it may go to https://es.example.org:9243',
      },
    });
    expect(JSON.stringify(shown)).not.toContain(canaries.credential);
  });

  it('explains a request that cannot be sent, and says why', async () => {
    const shown = await json(['--name', 'remove', '--var', 'repository=x']);
    expect(shown['url']).toBe('http://127.0.0.1:1/_snapshot/x');
    expect(shown['headers']).toContainEqual(['Authorization', 'ApiKey {{key}}']);
    expect(JSON.stringify(shown['problems'])).toContain('the variable key has no value');
  });

  it('explains every request with --all', async () => {
    const { out } = await explain(['--all', '--format', 'json']);
    expect((JSON.parse(out) as readonly { method: string }[]).map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect((await explain(['--all'])).out.match(/^(DELETE|POST) /gm)).toHaveLength(2);
  });

  it.each([
    [['--name', 'nothing'], 'there is no request named nothing'],
    [['--line', '1'], 'there is no request at line 1'],
    [['--line', '999'], 'there is no request at line 999'],
    [[], 'the file contains several requests; choose with --name, --line or --all'],
    [['--name', 'a', '--line', '1'], 'cannot be combined'],
    [['--endpoint', 'nowhere', '--line', '5'], 'there is no endpoint named nowhere'],
    [['--env', 'nowhere', '--line', '5'], 'there is no environment named nowhere'],
    [['--var', 'x', '--line', '5'], '--var x has no value'],
    [['--format', 'xml', '--line', '5'], 'Allowed choices are text, json'],
  ])('refuses %j', async (args, message) => {
    const { code, out, error } = await explain(args);
    expect(error).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('shows what a terminal would obey, and colours only a terminal', async () => {
    const cwd = folderOf({ 'a.http': 'GET https://example.org/\nX-A: a\u001b[31mb\u202e\n' });
    const { out } = await commandLine(['explain', 'a.http'], { cwd, env: { CI: 'true' } });
    expect(out).toContain('a\\x1b[31mb\\u202e');
    expect(out).not.toContain('\u001b');
  });

  it('sends nothing and prints no secret', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = folderOf(canaryFiles(base, 'json'));
    const env = {
      RULEBOOK_CREDENTIAL_CANARY: canaries.credential,
      RULEBOOK_ENDPOINT_CANARY: `${base}/base`,
      CANARY_PROCESS: canaries.processEnv,
    };
    const args = ['explain', 'all.http', '--all', '--env', 'dev', '--var', `my_token=${canaries.variable}`];
    for (const format of ['text', 'json']) {
      const { code, out, error } = await commandLine([...args, '--format', format], { cwd, env });
      expect(code).toBe(0);
      expect(findCanaries(out + error)).toEqual([]);
      expect(out.match(/\*\*\*/g)?.length ?? 0).toBeGreaterThan(15);
    }
    expect(requests).toBe(0);
  });
});
