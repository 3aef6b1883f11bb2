import { createServer, type IncomingHttpHeaders } from 'node:http';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Authentication } from '../../../packages/engine/src/index';
import { commandLine, folderOf } from '../command-line';

const secret = 'canary-of-the-secret';

/** Starts a service that also gives tokens, and accepts digest answers of any kind. */
async function startService(challenge?: string) {
  const seen: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      response.setHeader('Content-Type', 'application/json');
      if (request.url === '/token') {
        response.end(JSON.stringify({ access_token: 'canary-of-the-token', token_type: 'Bearer', expires_in: 3600 }));
        return;
      }
      if (challenge !== undefined && request.headers.authorization === undefined) {
        response.writeHead(401, { 'WWW-Authenticate': challenge });
        response.end();
        return;
      }
      response.end(JSON.stringify({ seen: request.headers.authorization ?? '' }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Runs a request to an endpoint with an authentication; its credential is kept first. */
async function runWith(authentication: (url: string) => Authentication, challenge?: string) {
  const { seen, url } = await startService(challenge);
  const endpoints = { prod: { service: 'search-cluster', baseUrl: url, authentication: authentication(url) } };
  const cwd = folderOf({
    'rulebook.json': JSON.stringify({ endpoints }),
    'a.http': '# @endpoint prod\nGET /_cluster/health\n',
  });
  const config = folderOf({ '.keep': '' });
  const env = { XDG_CONFIG_HOME: config };
  const kept = await commandLine(['credential', 'set', 'prod'], { cwd, env, input: `${secret}\n` });
  const ended = await commandLine(['run', 'a.http'], { cwd, env });
  const again = () => commandLine(['run', 'a.http'], { cwd, env });
  return { kept, ended, seen, config, cwd, env, url, again };
}

describe('the authentication of an endpoint', () => {
  it('sends user and password', async () => {
    const { ended, seen } = await runWith(() => ({ type: 'basic', user: 'elastic' }));
    expect(ended.code).toBe(0);
    expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`elastic:${secret}`).toString('base64')}`);
    expect(ended.out + ended.error).not.toContain(secret);
    expect(ended.out + ended.error).not.toContain(Buffer.from(`elastic:${secret}`).toString('base64'));
  });

  it('sends a key by itself in a header field', async () => {
    const { seen } = await runWith(() => ({ type: 'api-key', field: 'X-Api-Key' }));
    expect(seen[0]?.headers['x-api-key']).toBe(secret);
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('sends none where it says so', async () => {
    const { seen } = await runWith(() => ({ type: 'none' }));
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('answers a digest challenge', async () => {
    const { ended, seen } = await runWith(
      () => ({ type: 'digest', user: 'ci' }),
      'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256',
    );
    expect(ended.code).toBe(0);
    expect(seen.map(({ headers }) => headers.authorization?.slice(0, 22))).toEqual([
      undefined,
      'Digest username="ci", ',
    ]);
    expect(seen[1]?.headers.authorization).not.toContain(secret);
  });

  it('gets a token with the client secret, keeps it for the next run, and shows neither', async () => {
    const { ended, seen, again, config } = await runWith((url) => ({
      type: 'oauth2',
      tokenUrl: `${url}/token`,
      clientId: 'jobs',
    }));
    expect(ended).toMatchObject({ code: 0, error: '' });
    const proof = Buffer.from(seen[0]?.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    expect(decodeURIComponent(proof)).toBe(`jobs:${secret}`);
    expect(seen[1]).toMatchObject({
      path: '/_cluster/health',
      headers: { authorization: 'Bearer canary-of-the-token' },
    });
    expect(ended.out).not.toMatch(/canary/);
    expect((await again()).code).toBe(0);
    expect(seen.map(({ path }) => path)).toEqual(['/token', '/_cluster/health', '/_cluster/health']);
    const file = join(config, 'rulebook', 'credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('the private file of credentials', () => {
  it('names the endpoints and never the credentials, and forgets', async () => {
    const { kept, cwd, env, config, url } = await runWith(() => ({ type: 'bearer' }));
    expect(kept).toMatchObject({ code: 0, out: '' });
    expect(kept.error).toContain(`goes to ${url} only`);
    const listed = await commandLine(['credential', 'list'], { cwd, env });
    expect(listed.out).toBe(`prod  ${url}\n`);
    expect((await commandLine(['credential', 'forget', 'prod'], { cwd, env })).code).toBe(0);
    expect((await commandLine(['credential', 'forget', 'prod'], { cwd, env })).code).toBe(2);
    const files = readdirSync(config, { recursive: true, encoding: 'utf8' }).map((name) => join(config, name));
    const texts = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, 'utf8'));
    expect(texts.join()).not.toContain(secret);
  });

  it('does not give a credential to another address of the same endpoint', async () => {
    const { env } = await runWith(() => ({ type: 'bearer' }));
    const other = await startService();
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { prod: { service: 'search-cluster', baseUrl: other.url } } }),
      'a.http': '# @endpoint prod\nGET /_cluster/health\n',
    });
    await commandLine(['run', 'a.http'], { cwd, env });
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('keeps nothing for an unknown endpoint, and no empty credential', async () => {
    const cwd = folderOf({ 'rulebook.json': '{}' });
    const unknown = await commandLine(['credential', 'set', 'prod'], { cwd, input: 'x' });
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.error).toMatch(/no endpoint named prod/);
    const empty = await commandLine(['credential', 'set', 'sandbox-hub'], { cwd, input: '\n' });
    expect(empty.error).toMatch(/one line that is not empty/);
  });
});

describe('a secret of the private file', () => {
  /** Keeps a secret for the origins, and returns how to run commands next to it. */
  async function keepSecret(...urls: readonly string[]) {
    const service = await startService();
    const config = folderOf({ '.keep': '' });
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints: { prod: { service: 'search-cluster', baseUrl: service.url } } }),
      'a.http': '# @endpoint prod\nGET /_cluster/health\nX-Job-Key: {{$secret job}}\n',
    });
    const call = (args: readonly string[], input?: string, env = {}) =>
      commandLine(args, { cwd, env: { XDG_CONFIG_HOME: config, ...env }, ...(input !== undefined && { input }) });
    const kept = await call(
      ['credential', 'set-secret', 'job', ...urls.map((url) => url.replace('SERVICE', service.url))],
      `${secret}\n`,
    );
    return { ...service, config, cwd, call, kept };
  }

  it('goes to its origin, and is in no output', async () => {
    const { url, seen, config, call, kept } = await keepSecret('https://a.example.org/x', 'SERVICE/path');
    expect(kept.code).toBe(0);
    const ran = await call(['run', 'a.http']);
    expect([ran.code, seen[0]?.headers['x-job-key']]).toEqual([0, secret]);
    const printed = await call(['curl', 'a.http']);
    const explained = await call(['explain', 'a.http']);
    const listed = await call(['credential', 'list']);
    expect(listed.out).toMatch(/^\{\{\$secret job\}\} {2}https:\/\/a\.example\.org and http:\/\/127\.0\.0\.1:\d+\n$/);
    for (const { out, error } of [kept, ran, printed, explained, listed]) expect(out + error).not.toContain(secret);
    expect(explained.out).not.toContain('no value');
    expect(statSync(join(config, 'rulebook', 'credentials.json')).mode & 0o777).toBe(0o600);
    // The environment comes first, and goes where the user says.
    const environment = { RULEBOOK_SECRET_JOB: 'of the environment' };
    const refused = await call(['run', 'a.http'], undefined, environment);
    expect([refused.code, seen]).toMatchObject([3, { length: 1 }]);
    await call(['run', 'a.http', '--allow-origin', url], undefined, environment);
    expect(seen[1]?.headers['x-job-key']).toBe('of the environment');
  });

  it('does not go elsewhere', async () => {
    const { seen, call } = await keepSecret('https://a.example.org');
    for (const command of [['run'], ['curl', '--show-secrets']]) {
      const { code, out, error } = await call([...command, 'a.http']);
      expect(code).toBe(3);
      expect(error).toMatch(/the secret job is kept for https:\/\/a\.example\.org only, and the request goes to http:/);
      expect(out + error).not.toContain(secret);
    }
    expect(seen).toEqual([]);
  });

  it('does not go into the host of a URL', async () => {
    const { cwd, call } = await keepSecret('https://a.example.org');
    writeFileSync(join(cwd, 'b.http'), 'GET https://{{$secret job}}.example.org/\n');
    const { code, out, error } = await call(['run', 'b.http']);
    expect(code).toBe(3);
    expect(error).toContain('the secret job is in the host of the URL');
    expect(out + error).not.toContain(secret);
  });

  it('is replaced and forgotten, and stays when a credential is forgotten', async () => {
    const { call, url, seen } = await keepSecret('SERVICE');
    await call(['credential', 'set', 'prod'], 'x');
    await call(['credential', 'forget', 'prod']);
    await call(['credential', 'set-secret', 'job', url], 'other');
    await call(['run', 'a.http']);
    expect(seen[0]?.headers['x-job-key']).toBe('other');
    expect((await call(['credential', 'forget-secret', 'job'])).code).toBe(0);
    const again = await call(['credential', 'forget-secret', 'job']);
    expect([again.code, again.error]).toEqual([2, expect.stringContaining('no secret is kept under the name job')]);
    const ended = await call(['run', 'a.http']);
    expect(ended.code).toBe(3);
    expect(ended.error).toContain('rulebook credential set-secret');
  });

  it.each([
    ['a b', 'https://a.example.org', 'x', /letters, digits/],
    ['job', 'a.example.org', 'x', /a\.example\.org is not a URL/],
    ['job', 'file:///etc', 'x', /is not a URL/],
    ['job', 'https://a.example.org', '\n', /one line that is not empty/],
    ['job', 'https://a.example.org', 'a\nb', /one line that is not empty/],
  ])('is not kept under the name %j for %s with the value %j', async (name, url, input, expected) => {
    const env = { XDG_CONFIG_HOME: folderOf({ '.keep': '' }) };
    const { code, error } = await commandLine(['credential', 'set-secret', name, url], {
      cwd: folderOf({}),
      env,
      input,
    });
    expect(code).toBe(2);
    expect(error).toMatch(expected);
  });
});

describe('an authentication that lacks something', () => {
  it.each([
    [{ type: 'oauth2' }, /`oauth2` needs `tokenUrl` and `clientId`/],
    [{ type: 'digest' }, /`digest` needs `user`/],
    [{ type: 'oauth2', tokenUrl: 'https://a.example', clientId: 'x', flow: 'device' }, /needs `deviceUrl`/],
    [{ type: 'basic', user: 'a:b' }, /user name without a colon/],
    [{ type: 'ntlm' }, /`none`, `api-key`, `bearer`, `basic`, `digest`, `oauth2` or `aws`/],
  ])('is reported: %j', async (authentication, expected) => {
    const endpoints = { prod: { service: 'search-cluster', baseUrl: 'https://es.example', authentication } };
    const cwd = folderOf({ 'rulebook.json': JSON.stringify({ endpoints }), 'a.http': 'GET /_cluster/health\n' });
    expect((await commandLine(['check', '.'], { cwd })).error).toMatch(expected);
  });
});
