import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver-protocol';
import { startSendingEditor, showsDocuments, type Editor, type EditorOptions } from './sending-editor';

let folder: string;
let url: string;
let service: ReturnType<typeof createServer>;
/** Method, target and body of each request. */
let received: string[];
let editors: Editor[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-send-runs-'));
  received = [];
  editors = [];
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      received.push(`${request.method} ${request.url}${body === '' ? '' : ` ${body.trim()}`}`);
      if (request.url === '/slow') return;
      if (request.url === '/refuse') response.statusCode = 403;
      if (request.url === '/moved') {
        response.statusCode = 302;
        response.setHeader('Location', '/there');
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(`{"token":"t-1","n":${received.length}}`);
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  for (const { client } of editors) expect(await client.stop()).toBe(0);
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

/** Starts an editor with files next to the request file `a.http`. */
async function start(
  text: string,
  files: Readonly<Record<string, string>> = {},
  options: EditorOptions = {},
): Promise<Editor> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const editor = await startSendingEditor(text, {
    capabilities: { window: showsDocuments },
    ...options,
    folder,
    url,
  });
  editors.push(editor);
  return editor;
}

/** Returns the document that was shown last. */
function shown({ documents }: Editor): string {
  return readFileSync(fileURLToPath(documents.at(-1) ?? ''), 'utf8');
}

const login = '@user = ann\n\n### login\nPOST http://HOST/login\n\n{"user":"{{user}}"}\n';
const hosted = (text: string) => text.replaceAll('http://HOST', url);

describe('requests that a request needs', () => {
  it('may use values of a private file that they import where the user agrees', async () => {
    const text = 'import ./keys.private.http\n\n###\nGET http://service.example/?key={{key}}\n';
    const editor = await start(text, { 'keys.private.http': '@key = canary\n' });
    expect(await editor.send(3)).toEqual({
      reason: expect.stringContaining('keys.private.http to http://service.example'),
    });
    expect(editor.questions).toEqual([expect.stringMatching(/keys\.private\.http to http:\/\/service\.example/)]);
  });

  it('are sent before it, also those of imported files, and their values used', async () => {
    const text = hosted(
      'import ./parts/login.http\n\n###\n# @ref login\nGET http://HOST/use?token={{login.response.body.$.token}}&user={{user}}\n',
    );
    const editor = await start(text, { 'parts/login.http': hosted(login) });
    const result = await editor.send(4);
    expect(received).toEqual(['POST /login {"user":"ann"}', 'GET /use?token=t-1&user=ann']);
    const imported = pathToFileURL(join(folder, 'parts/login.http')).href;
    expect(result).toMatchObject({
      status: 200,
      requests: [
        { label: 'login', uri: imported, line: 3, status: 200 },
        { uri: editor.uri, line: 4, status: 200 },
      ],
    });
    expect(shown(editor)).toMatch(/^# login\n[^]*"n": 1[^]*\n# GET [^]*"n": 2/);
    expect(editor.progress).toEqual(['begin', 'report', 'report', 'end']);
  });

  it('are sent once, with `@forceRef` each time, and by `run` with other values', async () => {
    const text = hosted(
      'import ./login.http\n\n### a\n# @ref login\nGET http://HOST/a\n\n### b\n# @ref a\n# @forceRef login\nGET http://HOST/b\n\n### c\nrun #login (@user=ben)\n',
    );
    const editor = await start(text, { 'login.http': hosted(login) });
    expect(await editor.send(9)).toMatchObject({ status: 200 });
    expect(received).toEqual(['POST /login {"user":"ann"}', 'GET /a', 'POST /login {"user":"ann"}', 'GET /b']);
    received.length = 0;
    expect(await editor.send(12)).toMatchObject({ status: 200 });
    expect(received).toEqual(['POST /login {"user":"ben"}']);
  });

  it('that only their responses lead to are sent when the command says so', async () => {
    const text = hosted(
      '# @name first\nGET http://HOST/first\n\n###\nGET http://HOST/second?{{first.response.body.$.token}}\n',
    );
    const editor = await start(text);
    expect(await editor.send(4)).toEqual({ reason: expect.stringContaining('first') });
    expect(received).toEqual([]);
    expect(await editor.send(4, editor.uri, { withDependencies: true })).toMatchObject({ status: 200 });
    expect(received).toEqual(['GET /first', 'GET /second?t-1']);
  });

  it('end the run when one of them fails', async () => {
    const text = hosted('# @name first\nGET http://HOST/refuse\n\n###\n# @ref first\nGET http://HOST/second\n');
    const editor = await start(text);
    expect(await editor.send(5)).toMatchObject({
      reason: expect.stringMatching(/^first: 403 [^]*The 1 request behind it was not sent\.$/),
      requests: [{ label: 'first', status: 403 }],
    });
    expect(received).toEqual(['GET /refuse']);
    expect(shown(editor)).toContain('HTTP/1.1 403');
    expect(editor.messages).toHaveLength(1);
  });

  it('end the run when a redirect was not followed, unless the request asks for it', async () => {
    const post = (directives: string) =>
      hosted(`# @name first\n${directives}POST http://HOST/moved\n\n###\n# @ref first\nGET http://HOST/second\n`);
    const editor = await start(post(''));
    expect(await editor.send(5)).toMatchObject({ reason: expect.stringContaining('was not sent.') });
    expect(received).toEqual(['POST /moved']);
    const asking = await start(post('# @no-redirect\n'));
    expect(await asking.send(6)).toMatchObject({ status: 200 });
    expect(received.slice(1)).toEqual(['POST /moved', 'GET /second']);
  });

  it('in a circle, or in a file that is missing, are named, and nothing is sent', async () => {
    const circle = hosted('# @name a\n# @ref b\nGET http://HOST/a\n\n###\n# @name b\n# @ref a\nGET http://HOST/b\n');
    const editor = await start(circle);
    expect(await editor.send(2)).toEqual({ reason: expect.stringContaining('`a` → `b` → `a`') });
    const missing = await start(hosted('import ./nowhere.http\n\nGET http://HOST/a\n'));
    expect(await missing.send(2)).toEqual({ reason: expect.stringMatching(/^Line 1: .*nowhere\.http/) });
    const outside = await start(hosted('import ../outside.http\n\nGET http://HOST/a\n'), {
      '../outside.http': 'GET http://HOST/x\n',
    });
    expect(await outside.send(2)).toEqual({ reason: expect.stringContaining('outside.http') });
    rmSync(join(folder, '../outside.http'));
    expect(received).toEqual([]);
  });
});

describe('directives', () => {
  it('repeat a request, and each time has its number and its value', async () => {
    const text = hosted('# @loop for user of ["ann", "ben"]\nGET http://HOST/{{user}}?{{$index}}\n');
    const editor = await start(text);
    const result = await editor.send(1);
    expect(received).toEqual(['GET /ann?0', 'GET /ben?1']);
    expect(result).toMatchObject({ status: 200, requests: [{ status: 200 }, { status: 200 }] });
    expect(shown(editor)).not.toContain('left out');
    expect(shown(editor)).toMatch(/\(1 of 2\)[^]*\(2 of 2\)/);
  });

  it('pause, limit the wait, and keep a redirect from being followed', async () => {
    const text = hosted(
      '# @delay 300\nGET http://HOST/a\n\n###\n# @timeout 200 ms\nGET http://HOST/slow\n\n###\n# @no-redirect\nGET http://HOST/moved\n',
    );
    const editor = await start(text);
    const begin = performance.now();
    expect(await editor.send(1)).toMatchObject({ status: 200 });
    expect(performance.now() - begin).toBeGreaterThan(290);
    expect(await editor.send(5)).toEqual({ reason: expect.stringMatching(/received no response/) });
    expect(await editor.send(9)).toMatchObject({ status: 302 });
    expect(received).toEqual(['GET /a', 'GET /slow', 'GET /moved']);
  });

  it('switch a request off: it is asked about when it was chosen, and left out of a file that is run', async () => {
    const off = hosted('### off\n# @disabled\nGET http://HOST/off\n\n### on\nGET http://HOST/on\n');
    const chosen = await start(off);
    expect(await chosen.send(2)).toEqual({ reason: expect.stringContaining('it is switched off') });
    expect(chosen.questions).toEqual([expect.stringContaining('switched off')]);
    const agreed = await start(off, {}, { answer: 'Send' });
    expect(await agreed.send(2)).toMatchObject({ status: 200 });
    const run = await start('run ./off.http\n', { 'off.http': off });
    expect(await run.send(0)).toMatchObject({
      status: 200,
      requests: [{ label: 'off', reason: expect.any(String) }, { label: 'on' }],
    });
    expect(run.questions).toEqual([]);
    expect(received).toEqual(['GET /off', 'GET /on']);
  });

  it('return the results of asserts, and a failed one counts', async () => {
    const editor = await start(hosted('GET http://HOST/a\n\n?? status == 200\n?? body n == 7\n'));
    expect(await editor.send(0)).toMatchObject({
      status: 200,
      asserts: [
        { text: 'status == 200', line: 2, outcome: 'passed' },
        { text: 'body n == 7', line: 3, outcome: 'failed' },
      ],
    });
  });
});

describe('a request that asks for a value', () => {
  const asks = (prompt: string) => hosted(`# @prompt ${prompt}\nGET http://HOST/{{size}}\n`);

  it('lets the user choose one of a few values, once', async () => {
    const text = hosted(
      '# @name a\n# @prompt size How large [small, large]\nGET http://HOST/{{size}}\n\n###\n# @prompt size [small, large]\n# @ref a\nGET http://HOST/b/{{size}}\n',
    );
    const editor = await start(text, {}, { answer: 'large' });
    const result = await editor.send(7);
    expect([result, editor.questions]).toEqual([
      expect.objectContaining({ status: 200 }),
      [expect.stringContaining('small|large|Cancel')],
    ]);
    expect(received).toEqual(['GET /large', 'GET /b/large']);
  });

  it('is not sent when nothing is chosen', async () => {
    const editor = await start(asks('size [small, large]'), {}, { answer: 'Cancel' });
    expect(await editor.send(1)).toEqual({ reason: expect.stringContaining('you chose nothing for size') });
    expect(received).toEqual([]);
  });

  it('takes a value that the command gives, and before that says how', async () => {
    const editor = await start(asks('size'));
    expect(await editor.send(1)).toEqual({
      reason: expect.stringMatching(/"values": \{ "size": .*--var size=VALUE/),
    });
    expect(await editor.send(1, editor.uri, { values: { size: '7' } })).toMatchObject({ status: 200 });
    expect(received).toEqual(['GET /7']);
    expect(editor.questions).toEqual([]);
  });

  it('never takes a secret from a command', async () => {
    const editor = await start(hosted('# @prompt size\n# @secret size\nGET http://HOST/{{size}}\n'));
    const result = await editor.send(2, editor.uri, { values: { size: 'canary' } });
    if ('reason' in result) expect(result.reason).toMatch(/secret size/);
    expect(received).toEqual([]);
    expect(JSON.stringify([result, editor.messages, editor.client.log])).not.toContain('canary');
  });
});

it('is cancelled between its requests', async () => {
  const text = hosted('# @name a\nGET http://HOST/slow\n\n###\n# @ref a\nGET http://HOST/b\n');
  const editor = await start(text);
  const source = new CancellationTokenSource();
  const arrived = new Promise((done) => service.once('request', done));
  const params = { command: 'rulebook.send', arguments: [editor.uri, 5] };
  const sent = editor.client.connection.sendRequest('workspace/executeCommand', params, source.token);
  await arrived;
  source.cancel();
  expect(await sent).toMatchObject({ reason: expect.stringMatching(/cancelled/) });
  expect(received).toEqual(['GET /slow']);
});
