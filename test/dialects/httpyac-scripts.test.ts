import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../cli/command-line';

/** The folder in which httpYac is installed; Rulebook does not depend on it. */
const httpyac = process.env['RULEBOOK_HTTPYAC'];

/** A response with an id, and a request that says what a script made of it. */
const login = 'GET {{host}}/first';
const use = '###\nGET {{host}}/use/{{a}}';
const behind = (code: string) => `${login}\n\n{{\n  ${code}\n}}\n\n${use}`;
const before = (code: string, rest = '/use/{{a}}') => `{{\n  ${code}\n}}\nGET {{host}}${rest}`;

/** Files of httpYac with scripts, by what they show. */
const files: Readonly<Record<string, string>> = {
  'a text': before("exports.a = 'text';"),
  'a number': before('exports.a = 3 * 2;'),
  'a date as a text': before('exports.a = new Date(0).toISOString();'),
  'members of an object': before(
    "exports.user = { name: 'Ann', tags: ['x', 'y'] };",
    '/{{user.name}}/{{user.tags[1]}}',
  ),
  'two blocks': `{{\n  exports.b = 1;\n}}\n${before('exports.a = b + 1;')}`,
  'a value of module.exports': before('module.exports = { a: 4 };'),
  'a variable of the file': `@n = 3\n\n${before('exports.a = Number(n) * 2;')}`,
  await: before("exports.a = await Promise.resolve('later');"),
  'a promise': before("exports.a = Promise.resolve('later');"),
  sleep: before("await sleep(20);\n  exports.a = 'slept';"),
  crypto: before("exports.a = require('crypto').createHash('sha256').update('x').digest('hex');"),
  btoa: before("exports.a = btoa('user:secret');"),
  'the method': before('exports.a = request.method;'),
  'the body as a value': behind('exports.a = response.parsedBody.id;'),
  'the body as a text': behind('exports.a = typeof response.body;'),
  'the status': behind('exports.a = response.statusCode;'),
  'a header field': behind("exports.a = response.headers['x-one'];"),
  'the media type': behind('exports.a = response.contentType.mimeType.length;'),
  $global: behind('$global.a = response.parsedBody.n;').replace('{{a}}', '{{$global.a}}'),
  'an event of the request': `{{@request\n  exports.b = 1;\n}}\n${login}`,
  'an event of the response': `${login}\n\n{{@response\n  exports.a = response.parsedBody.id;\n}}\n\n${use}`,
  'a script of all requests': `{{+\n  exports.a = 'each';\n}}\n\n${use}\n\n###\nGET {{host}}/2/{{a}}`,
  'a script of no request': `{{\n  exports.a = 'all';\n}}\n\n${use}`,
  'a handler': `${login}\n\n> {%\n  client.global.set('a', response.body.id);\n%}\n\n${use}`,
  'a test that fails': `${login}\n\n{{\n  test.status(201);\n}}\n\n###\nGET {{host}}/second`,
  'a script that ends with an error': `${before("throw new Error('no');", '/first')}\n\n###\nGET {{host}}/second`,
  asserts: `${login}\n\n?? js response.parsedBody.n * 2 == 6\n?? js response.parsedBody.id == i7\n\n###\nGET {{host}}/second`,
};

/** What is known to differ, and why: the page about scripts says so. */
const others: Readonly<Record<string, string>> = {
  'an expression in a placeholder': before('exports.n = 5;', '/{{n + 1}}'),
  null: before('exports.a = null;'),
};

/** Starts a server that keeps what is sent to it. */
async function startRecorder() {
  let sent: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      sent.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`.trim());
      response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('X-One', 'h1');
      response.end('{"id":"i7","n":3}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const take = (): readonly string[] => {
    const taken = sent;
    sent = [];
    return taken;
  };
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, take };
}

async function sentByBoth(text: string) {
  const { host, take } = await startRecorder();
  const cwd = folderOf({ 'a.http': `${text.replaceAll('{{host}}', host)}\n` });
  await commandLine(['run', 'a.http', '--all'], { cwd });
  const ours = take();
  const program = join(httpyac ?? '', 'node_modules/.bin/httpyac');
  await promisify(execFile)(program, ['send', 'a.http', '--all'], { cwd }).catch(() => undefined);
  return { ours, theirs: take() };
}

const hint = httpyac === undefined ? ' (RULEBOOK_HTTPYAC is not set)' : '';

it.skipIf(httpyac === undefined).each(Object.entries(files))(`sends what httpYac sends: %s${hint}`, async (_, text) => {
  const { ours, theirs } = await sentByBoth(text);
  expect(ours.length).toBeGreaterThan(0);
  expect(ours).toEqual(theirs);
});

it.skipIf(httpyac === undefined).each(Object.entries(others))(
  `does not send what httpYac sends: %s${hint}`,
  async (_, text) => {
    const { ours, theirs } = await sentByBoth(text);
    expect(ours).not.toEqual(theirs);
  },
);
