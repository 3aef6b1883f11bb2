import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** What arrived. */
interface Arrived {
  readonly line: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes of the body as Latin-1. */
  readonly body: string;
}

async function startEcho() {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      arrived.push({ line: `${request.method ?? ''} ${request.url ?? ''}`, headers: request.headers, body });
      response.setHeader('Content-Type', 'application/json');
      response.end('{ "id": 7, "token": "t0ken-of-the-answer" }');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { arrived, place: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe]);

/** Sends all requests of a file to a server, whose place stands for `HOST` in it; another one is the default endpoint. */
async function send(text: string, args: readonly string[] = ['--all']) {
  const echo = await startEcho();
  const other = await startEcho();
  const endpoint = { service: 'search-cluster', baseUrl: `http://${other.place}` };
  const configuration = { endpoints: { prod: endpoint }, defaults: { 'search-cluster': 'prod' } };
  const folder = folderOf({
    'a.http': text.replaceAll('HOST', echo.place),
    'rulebook.json': JSON.stringify(configuration),
    'part.txt': 'from {{who}} file',
    'text.md': '# Title',
  });
  writeFileSync(join(folder, 'image.png'), image);
  writeFileSync(join(folder, 'latin1.txt'), Buffer.from('caf\u00e9 {{who}}', 'latin1'));
  const env = { RULEBOOK_CREDENTIAL_PROD: 'cr3dential-of-prod' };
  const ended = await commandLine(['run', 'a.http', '--yes', '--var', 'who=me', ...args], { cwd: folder, env });
  return { ...ended, arrived: echo.arrived, atDefault: other.arrived };
}

describe('what is sent', () => {
  it.each<[name: string, text: string, line: string]>([
    ['a Host field', 'DELETE /users\nHost: HOST\n', 'DELETE /users'],
    ['a host without a scheme', 'DELETE HOST\n', 'DELETE /'],
    ['a host and a path', 'GET HOST/_search?q=1\n', 'GET /_search?q=1'],
    ['a URL in a variable', '@url = http://HOST\n@all = {{url}}/base\nGET {{all}}/_search\n', 'GET /base/_search'],
    ['a host in a variable', '@host = HOST\nGET {{host}}/_search\n', 'GET /_search'],
    ['a version behind a continued query', 'GET http://HOST/x\n  ?a=1\n  &b=2 HTTP/1.1\n', 'GET /x?a=1&b=2'],
    ['a continued path', 'DELETE http://HOST/items/\n    5\n', 'DELETE /items/5'],
    ['a longer path', 'GET http://HOST/v1/\n  tracks\n  /list\n  ?page=1\n', 'GET /v1/tracks/list?page=1'],
    ['a method in small letters', 'get http://HOST/x\n\nput HOST/y\n{ "a": 1 }\n', 'GET /x'],
    ['escaped braces', 'GET http://HOST/x?a=\\{\\{b\\}\\}\n', 'GET /x?a={{b}}'],
    ['date math', 'GET http://HOST/<logs-{now/d}>/_doc\n', 'GET /%3Clogs-{now/d}%3E/_doc'],
    ['a date', 'GET http://HOST/x?a={{$datetime "[now]"}}\n', 'GET /x?a=now'],
    ['a method of WebDAV', 'PROPFIND http://HOST/x\n', 'PROPFIND /x'],
  ])('%s', async (_name, text, line) => {
    const { arrived, atDefault, error } = await send(text);
    const problems = error.replace(/^requests .*\n.*\n$/, '');
    expect([arrived[0]?.line.replaceAll('%7B', '{').replaceAll('%7D', '}'), problems]).toEqual([line, '']);
    expect(atDefault).toEqual([]);
    expect(JSON.stringify(arrived)).not.toContain('cr3dential');
  });

  it.each<[name: string, text: string, field: string, value: string]>([
    [
      'a continued field',
      'GET http://HOST/\nAccept: text/html,\n  application/json\n',
      'accept',
      'text/html, application/json',
    ],
    [
      'a name and a password',
      'GET http://HOST/\nAuthorization: Basic user:{{who}}\n',
      'authorization',
      'Basic dXNlcjptZQ==',
    ],
    [
      'both with a blank',
      'GET http://HOST/\nAuthorization: Basic user passwd\n',
      'authorization',
      'Basic dXNlcjpwYXNzd2Q=',
    ],
    ['both in the URL', 'GET http://user:passwd@HOST/\n', 'authorization', 'Basic dXNlcjpwYXNzd2Q='],
    ['what is taken', 'GET http://HOST/\n', 'accept', '*/*'],
    ['a name from a variable', '@n = X-Mine\nGET http://HOST/\n{{n}}: {{who}}\n', 'x-mine', 'me'],
    ['a date', 'GET http://HOST/\nX-A: {{$datetime "[now]"}}\n', 'x-a', 'now'],
  ])('%s', async (_name, text, field, value) => {
    const { arrived } = await send(text);
    expect(arrived[0]?.headers[field]).toBe(value);
    expect(arrived[0]?.headers['user-agent']).toMatch(/^rulebook\/\d/);
  });

  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;

  it.each<[name: string, head: string, body: string, sent: string]>([
    [
      'a multipart body with files',
      'Content-Type: multipart/form-data; boundary="b"',
      '--b\nContent-Disposition: form-data; name="a"\n\n# one\n{{who}}\n--b\nContent-Disposition: form-data; name="f"\n\n< ./image.png\n--b--',
      `${part('a')}# one\r\nme\r\n${part('f')}${image.toString('latin1')}\r\n--b--\r\n`,
    ],
    [
      'a form over lines',
      'Content-Type: application/x-www-form-urlencoded',
      'a = 1\n& b = {{who}}&\nc=x y',
      'a=1&b=me&c=x%20y',
    ],
    [
      'a text with files',
      'Content-Type: text/plain',
      'one\n<@ ./part.txt\n< ./part.txt\ntwo',
      'one\nfrom me file\nfrom {{who}} file\ntwo',
    ],
    [
      'a file in another encoding',
      'Content-Type: text/plain',
      '<@latin1 ./latin1.txt',
      Buffer.from('caf\u00e9 me').toString('latin1'),
    ],
    ['a file as it is', 'Content-Type: text/plain', '< ./latin1.txt', 'caf\u00e9 {{who}}'],
    ['lines of Markdown', 'Content-Type: text/markdown', '# Title\n\n# Second', '# Title\n\n# Second'],
    ['escaped braces in JSON', 'Content-Type: application/json', '{ "a": "\\{\\{b\\}\\}" }', '{ "a": "{{b}}" }'],
    ['a date in JSON', 'Content-Type: application/json', '{ "a": "{{$datetime "[now]"}}" }', '{ "a": "now" }'],
    [
      'a GraphQL document',
      'X-REQUEST-TYPE: GraphQL',
      'query Find($n: Int) {\n  item(n: $n, of: "{{who}}") { id }\n}\n\n{ "n": 1 }',
      '{"query":"query Find($n: Int) {\\n  item(n: $n, of: \\"me\\") { id }\\n}","operationName":"Find","variables":{ "n": 1 }}',
    ],
    [
      'a GraphQL document with several operations',
      'X-REQUEST-TYPE: graphql',
      'query A($id: ID) { a(id: $id) }\nquery B { b }\n\n{ "id": 1 }',
      '{"query":"query A($id: ID) { a(id: $id) }\\nquery B { b }","operationName":"A","variables":{ "id": 1 }}',
    ],
  ])('%s', async (_name, head, body, sent) => {
    const { arrived, error } = await send(`POST http://HOST/x\n${head}\n\n${body}\n`);
    expect([arrived[0]?.body, error]).toEqual([sent, '']);
  });

  it('a GraphQL document by its verb, as JSON', async () => {
    const { arrived } = await send('GRAPHQL http://HOST/graphql\n\nquery { a }\n');
    expect(arrived[0]).toMatchObject({ line: 'POST /graphql', body: '{"query":"query { a }"}' });
    expect(arrived[0]?.headers['content-type']).toBe('application/json');
  });

  it('a text directly behind the head', async () => {
    const { arrived } = await send('POST http://HOST/x\nhello big world\nand more\n');
    expect(arrived[0]?.body).toBe('hello big world\nand more');
  });

  it.each(['/_msearch/template', '/i/_msearch', '/_text_structure/find_structure'])(
    'one value a line at %s',
    async (path) => {
      const { arrived } = await send(`POST http://HOST${path}\n\n{ "a": 1 }\n{ "b": 2 }\n`);
      expect(arrived[0]).toMatchObject({ body: '{ "a": 1 }\n{ "b": 2 }\n' });
      expect(arrived[0]?.headers['content-type']).toBe('application/x-ndjson');
    },
  );

  it('the values of a request that is named by its title', async () => {
    const { arrived } = await send(
      '### login\nPOST http://HOST/login\nX-A: word\n\n{ "user": "me" }\n\n### next\nGET http://HOST/{{login.response.body.$.id}}/{{login.request.body.$.user}}/{{login.request.headers.X-A}}\n',
    );
    expect(arrived[1]?.line).toBe('GET /7/me/word');
  });
});

describe('what is not sent', () => {
  it.each<[name: string, text: string, reason: RegExp]>([
    [
      'a missing file of a part',
      'POST http://HOST/\nContent-Type: multipart/form-data; boundary=b\n\n--b\n\n< ./no.png\n--b--\n',
      /no\.png/,
    ],
    [
      'a form line without its sign',
      'POST http://HOST/\nContent-Type: application/x-www-form-urlencoded\n\na=1\nb=2\n',
      /`&`.*line 5/,
    ],
    ['a field without its colon', 'GET http://HOST/\nAccept text/html\n', /header field.*line 2/],
    ['spread fields', 'GET http://HOST/\n...fields\n', /`\.\.\.`.*line 2/],
    ['a GraphQL document by `gql`', 'POST http://HOST/\ngql People < ./people.gql\n', /`gql`.*line 2/],
    ['a line behind a script', 'GET http://HOST/\n\n> {% x %}\nmore\n', /does not belong to the request.*line 4/],
    ['a curl command', 'curl http://HOST/ -H "Authorization: s3cret" | cat\n', /line 1/],
    ['a word that can be both', 'GET logs.de/_search\n', /http:\/\/logs\.de/],
    ['a plain word in front of a path', 'GET {{who}}/_search\n', /may be a host/],
    ['JSON', '{ "a": 1 }\n', /request line above this JSON.*line 1/],
    ['a list in a block', '### one\n\n[1]\n', /request line above this JSON.*line 3/],
    [
      'a variable of the Console in a path',
      '@x = a\nGET http://HOST/${x}/_doc\n',
      /`\$\{x\}` is not replaced.*`\{\{x\}\}`.*line 2/,
    ],
    ['a variable of the Console in a query', 'GET http://HOST/_search?q=a:${x.y}\n', /is not replaced.*line 1/],
    ['prose', 'this is no request\n', /request line.*line 1/],
  ])('%s', async (_name, text, reason) => {
    const { code, arrived, atDefault, error } = await send(text);
    expect([code, arrived, atDefault]).toEqual([3, [], []]);
    expect(error).toMatch(reason);
    expect(error).not.toContain('s3cret');
  });

  it.each<[name: string, text: string, reason: RegExp]>([
    ['a message of MQTT', 'MQTT mqtt://HOST/\n\nhello\n', /left out: .*MQTT.*line 1/],
    ['a gRPC call', '### call\nGRPC HOST/a.B/c\n\n{ "a": 1 }\n', /left out: gRPC.*line 2/],
  ])('is %s, which is left out', async (_name, text, reason) => {
    const { code, arrived, atDefault, error } = await send(text);
    expect([code, arrived, atDefault]).toEqual([0, [], []]);
    expect(error).toMatch(reason);
  });

  it('is a JSON file', async () => {
    const folder = folderOf({ 'b.json': '{\n  "a": 1\n}\n' });
    const { code, error } = await commandLine(['run', 'b.json'], { cwd: folder });
    expect([code, error]).toEqual([2, expect.stringMatching(/b\.json holds JSON and no request.*< \.\/b\.json/)]);
  });

  it('is sent when a user insists, where the rest makes sense', async () => {
    const { code, arrived } = await send('GET http://HOST/x\nAccept text/html\n', ['--all', '--send-anyway']);
    expect([code, arrived.map(({ line }) => line)]).toEqual([0, ['GET /x']]);
  });

  it('is named in front of the response when it is not a part of the request', async () => {
    const { out, arrived } = await send(
      '< ./before.ts\nGET http://HOST/x\n\n?? status == 200\n?? body id == 7\n\n> ./after.lua\n>> out.json\n',
    );
    expect(out).toMatch(/left out: .*before.*line 1.*after.*line 7/);
    expect(arrived).toMatchObject([{ line: 'GET /x', body: '' }]);
  });
});

describe('shared header fields', () => {
  it('arrive with each request, and those of the request in their place', async () => {
    const text =
      '# @header X-Tenant: {{who}} & co\n# @header Accept: text/csv\n\n### a\nGET HOST/a\n\n### b\nGET HOST/b\naccept: text/html\n\n### KULALA_SHARED\nGET NOP\nX-Kulala: {{who}}\n';
    const { arrived } = await send(text);
    expect(
      arrived.map(({ line, headers }) => [line, headers['x-tenant'], headers.accept, headers['x-kulala']]),
    ).toEqual([
      ['GET /a', 'me & co', 'text/csv', 'me'],
      ['GET /b', 'me & co', 'text/html', 'me'],
    ]);
  });
});
