import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSelfSigned } from '../../certificate';
import { commandLine, folderOf } from '../command-line';
import { connect } from '../mcp-client';

const own = createSelfSigned(['localhost']);
const foreign = createSelfSigned(['evil.example']);

/** Serves over TLS, by HTTP/2 or 1.1, and records which credential came under which name. */
async function serve(certificate: { readonly key: string; readonly cert: string }) {
  const seen: string[] = [];
  const receive = ({ headers }: Http2ServerRequest, response: Http2ServerResponse) => {
    const { authorization = 'none', host, cookie = 'no cookie' } = headers;
    seen.push(`${headers[':authority'] ?? host}: ${authorization}, ${cookie}, ${String(headers['x-key'] ?? 'no key')}`);
    response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=1' });
    response.end('hello');
  };
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, receive);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { seen, url: `https://localhost:${(server.address() as AddressInfo).port}`, authority: certificate.cert };
}

const variable = { RULEBOOK_CREDENTIAL_PROD: 'CANARY' };

type Served = Pick<Awaited<ReturnType<typeof serve>>, 'url' | 'authority'>;

function folderWith({ url, authority }: Served, requests: string, more: Readonly<Record<string, string>> = {}): string {
  return folderOf({
    'ca.pem': authority,
    'rulebook.json': JSON.stringify({ endpoints: { prod: { service: 'search-cluster', baseUrl: url } } }),
    'a.http': requests,
    ...more,
  });
}

/** Sends all requests of a text with the credential of the environment. */
async function run(server: Served, requests: string, more: Readonly<Record<string, string>> = {}) {
  const args = ['run', '--all', 'a.http', '--cacert', 'ca.pem'];
  const env = { ...variable, RULEBOOK_ENDPOINT_PROD: server.url };
  const { code, out, error } = await commandLine(args, { cwd: folderWith(server, requests, more), env });
  return { code, all: out + error };
}

const withField = (field: string, line = 'GET /_cat/indices') => `# @endpoint prod\n${line}\n${field}\n`;
const byScript = `# @endpoint prod\nGET /_cat/health\n\n> {% client.global.set("h", "evil.example"); %}\n\n###\n${withField('Host: {{h}}')}`;

describe('a request whose `Host` is not that of its endpoint', () => {
  it.each([
    ['as it is written', withField('Host: evil.example')],
    ['in other letters', withField('hOST: Evil.Example')],
    ['by a variable', `@h = evil.example\n\n${withField('Host: {{h}}')}`],
    ['over HTTP/2', withField('Host: evil.example', 'GET /_cat/indices HTTP/2')],
  ])('gets no credential, %s', async (_, text) => {
    const front = await serve(foreign);
    const refused = await run(front, text);
    expect(refused.all).toContain('is for another host');
    const server = await serve(own);
    expect((await run(server, text)).code).toBe(0);
    expect((await run(server, text.replaceAll(/evil\.example/gi, 'localhost'))).code).toBe(0);
    expect(server.seen.map((line) => line.toLowerCase())).toEqual([
      'evil.example: none, no cookie, no key',
      expect.stringMatching(/^localhost: apikey canary, /),
    ]);
    expect(front.seen).toEqual([]);
  });

  it('gets no credential and no kept cookie when a script names the host', async () => {
    const server = await serve(own);
    expect((await run(server, byScript)).code).toBe(0);
    expect(server.seen).toEqual([
      expect.stringContaining('ApiKey CANARY, no cookie'),
      'evil.example: none, no cookie, no key',
    ]);
  });

  it('takes no private value along', async () => {
    const server = await serve(own);
    const text = withField('Host: evil.example\nX-Key: {{$dotenv KEY}}');
    const files = { '.env': `KEY=abc\nAPI=${server.url}\n` };
    const refused = await run(server, text, files);
    expect(refused.all).toMatch(
      /what is in \.env has not been sent to https:\/\/localhost:\d+ with Host evil\.example before; if that is meant, write this host in the URL/,
    );
    expect(refused.code).toBe(3);
    expect((await run(server, text.replace('evil.example', 'localhost'), files)).code).toBe(0);
    expect(server.seen).toEqual([expect.stringContaining('ApiKey CANARY, no cookie, abc')]);
  });

  it('is reported by check', async () => {
    const { out, code } = await commandLine(['check', 'a.http'], {
      cwd: folderWith({ url: 'https://es.example', authority: own.cert }, withField('Host: evil.example')),
    });
    expect(out).toMatch(/a\.http:3:7.*warning.*differing-host/);
    expect(code).toBe(0);
  });

  it('is sent to no named endpoint for a language model, and neither is what depends on it', async () => {
    const server = await serve(own);
    const first = `# @name first\n${withField('Host: evil.example')}`;
    const cwd = folderWith(server, `${first}\n###\n# @name second\n# @ref first\n# @endpoint prod\nGET /_cat/health\n`);
    const env = { ...variable, RULEBOOK_ENDPOINT_PROD: server.url, NODE_EXTRA_CA_CERTS: `${cwd}/ca.pem` };
    const { call } = await connect(cwd, ['--allow-sending', '--allow-endpoint', 'prod'], env);
    const one = await call('send_request', { path: 'a.http', name: 'first' });
    expect(one.text).toContain('its Host is evil.example, which is not that of its URL; remove the field');
    const two = await call('send_request', { path: 'a.http', name: 'second' });
    expect(two.text).toContain('it depends on the request first, which was not sent');
    expect(server.seen).toEqual([]);
  });
});
