import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource, ErrorCodes, type CodeAction, type CodeLens } from 'vscode-languageserver-protocol';
import { onLine } from '../language-client';
import type { LanguageClient } from '../language-client';
import { showsDocuments as window, startSendingEditor, type Editor, type EditorOptions } from './sending-editor';

const secret = 'canary-of-the-credential';

let folder: string;
let url: string;
let service: ReturnType<typeof createServer>;
let received: IncomingMessage[];
let clients: LanguageClient[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-send-'));
  received = [];
  clients = [];
  service = createServer((request, response) => {
    received.push(request);
    if (request.url === '/slow') return;
    response.setHeader('Content-Type', 'application/json');
    if (request.url === '/login') response.setHeader('Set-Cookie', 'session=canary-of-the-session');
    if (request.headers['x-refuse'] !== undefined) {
      response.statusCode = 400;
      const reason = `unknown field [metadata] ${String(request.headers.authorization)}`;
      response.end(JSON.stringify({ error: { root_cause: [{ type: 't', reason }] } }));
      return;
    }
    response.setHeader('X-Echo', String(request.headers.authorization ?? ''));
    if (request.url?.endsWith('api_key')) response.end(`{"id":"i","name":"k","api_key":"${secret}-made"}`);
    else response.end('{"found":{"a":1}}');
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${String((service.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  for (const client of clients) {
    // Nothing that a server writes holds a secret.
    expect(JSON.stringify(client.log)).not.toContain('canary');
    expect(await client.stop()).toBe(0);
  }
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true });
});

/** Starts an editor with a request file, which answers each question with the given title. */
async function startEditor(text: string, options: EditorOptions = {}): Promise<Editor> {
  const editor = await startSendingEditor(text, { ...options, folder, url });
  clients.push(editor.client);
  return editor;
}

describe('what is offered', () => {
  it('is the command and a lens for it, unless the client sends itself', async () => {
    const { client, uri } = await startEditor('GET /_cluster/health\n');
    expect(client.initialized.capabilities.executeCommandProvider?.commands).toEqual(['rulebook.send']);
    expect(client.initialized.capabilities.codeLensProvider).toEqual({ resolveProvider: true });
    const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
    const lens: CodeLens = await client.connection.sendRequest('codeLens/resolve', lenses[0]);
    expect(lens.command).toEqual({ title: 'Send to local', command: 'rulebook.send', arguments: [uri, 0] });
    const own = await startEditor('GET /\n', { init: { initializationOptions: { sends: true } } });
    expect(own.client.initialized.capabilities.executeCommandProvider).toBeUndefined();
    expect(own.client.initialized.capabilities.codeLensProvider).toBeDefined();
  });

  it('is a code action on the request line where the client has no lenses', async () => {
    const text = '# c\nGET /_cluster/health\n\n';
    const at = async ({ client, uri }: Editor, line: number, only?: string[]): Promise<string[]> => {
      const context = { diagnostics: [], ...(only && { only }) };
      const params = { textDocument: { uri }, range: onLine(line, 0, 0), context };
      const actions: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', params);
      return actions.map(({ title, command }) => `${title} ${command?.command ?? ''}`);
    };
    const without = await startEditor(text);
    expect(await at(without, 1)).toEqual(['Send to local rulebook.send']);
    expect(await at(without, 0)).toEqual([]);
    expect(await at(without, 1, ['quickfix'])).toEqual([]);
    expect(await at(await startEditor(text, { capabilities: { textDocument: { codeLens: {} } } }), 1)).toEqual([]);
  });

  it('is nothing else: another command, or other arguments, are refused', async () => {
    const { client, uri } = await startEditor('GET /_cluster/health\n');
    for (const params of [
      { command: 'rulebook.other', arguments: [uri, 0] },
      { command: 'rulebook.send', arguments: [uri] },
      { command: 'rulebook.send' },
    ]) {
      const sent = client.connection.sendRequest('workspace/executeCommand', params);
      await expect(sent).rejects.toMatchObject({ code: ErrorCodes.InvalidParams });
    }
    expect(received).toEqual([]);
  });
});

describe('a request that is sent', () => {
  it('gets its response in a private document, which is removed at the end', async () => {
    const editor = await startEditor('@size = 3\n\nGET /_search?size={{size}}\n', { capabilities: { window } });
    const result = await editor.send(2);
    expect(received.map((request) => [request.method, request.url])).toEqual([['GET', '/_search?size=3']]);
    const [document = ''] = editor.documents;
    expect(result).toEqual({ status: 200, duration: expect.any(Number), size: 17, document });
    const path = fileURLToPath(document);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^# GET \/_search[^]*\nHTTP\/1\.1 200 OK\n[^]*"found": \{[^]*# \d+ ms, 17 bytes\n$/);
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(editor.progress).toEqual(['begin', 'end']);
    expect([editor.messages, editor.questions]).toEqual([[], []]);
    await editor.client.stop();
    clients = [];
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('is written to the file that it names, inside the workspace only', async () => {
    const text = 'GET /_search\n\n>> ./out/found.json\n\n### B\nGET /_search\n\n>>! ../escaped.json\n';
    const editor = await startEditor(text, { capabilities: { window } });
    expect(await editor.send()).toMatchObject({ status: 200 });
    const written = join(folder, 'out/found.json');
    expect(readFileSync(written, 'utf8')).toBe('{"found":{"a":1}}');
    await editor.send(5);
    expect(existsSync(join(folder, '../escaped.json'))).toBe(false);
    const [first, second] = editor.documents.map((document) => readFileSync(fileURLToPath(document), 'utf8'));
    expect(first).toContain(`# The body was written to ${written}: 17 bytes.\n`);
    expect(first).not.toContain('left out');
    expect(second).toContain('# The file ../escaped.json of line 8 was not written: it lies outside of ');
  });

  it('gets a message with status, time and size where the client shows no documents', async () => {
    const editor = await startEditor('GET /_search\n');
    expect(await editor.send()).toEqual({ status: 200, duration: expect.any(Number), size: 17 });
    expect(editor.messages).toEqual([expect.stringMatching(/^GET \/_search: 200 OK \(\d+ ms, 17 bytes\)$/)]);
  });

  it('may be a part of a file that was edited, and may use a response that came before', async () => {
    const editor = await startEditor(
      '# @name first\nGET /_search\n\n### B\nGET /_search?size={{first.response.body.$.found.a}}\n',
    );
    expect(await editor.send(4)).toEqual({ reason: expect.stringContaining('first') });
    await editor.send(1);
    expect(await editor.send(4)).toMatchObject({ status: 200 });
    await editor.client.change(editor.uri, 2, [{ range: onLine(1, 4, 12), text: '/_cat' }]);
    await editor.send(1);
    expect(received.map((request) => request.url)).toEqual(['/_search', '/_search?size=1', '/_cat']);
  });

  it('gets the cookies that its origin has set, which nothing shows, unless the request keeps none', async () => {
    const text = 'GET /login\n\n###\nGET /a\n\n###\n# @no-cookie-jar\nGET /b\n';
    const editor = await startEditor(text, { capabilities: { window } });
    for (const line of [0, 3, 7]) expect(await editor.send(line)).toMatchObject({ status: 200 });
    const cookies = received.map(({ url, headers }) => [url, headers.cookie]);
    const session = 'session=canary-of-the-session';
    expect(cookies).toEqual([
      ['/login', undefined],
      ['/a', session],
      ['/b', undefined],
    ]);
    for (const document of editor.documents)
      expect(readFileSync(fileURLToPath(document), 'utf8')).not.toContain('canary');
  });

  it('gets the credential of the environment, which nothing shows, nor what the service makes', async () => {
    const editor = await startEditor('POST /_security/api_key\nContent-Type: application/json\n\n{ "name": "k" }\n', {
      capabilities: { window },
      env: { RULEBOOK_CREDENTIAL_LOCAL: secret, RULEBOOK_ENDPOINT_LOCAL: url },
    });
    const result = await editor.send();
    expect(received[0]?.headers.authorization).toBe(`ApiKey ${secret}`);
    const text = readFileSync(fileURLToPath(editor.documents[0] ?? ''), 'utf8');
    expect(text).toContain('"api_key": "');
    expect(text).toContain('X-Echo');
    for (const shown of [text, JSON.stringify([result, editor.messages, editor.questions])])
      expect(shown).not.toContain('canary');
  });

  it('gets that credential at an origin that nothing names only if the user agrees, once', async () => {
    const env = { RULEBOOK_CREDENTIAL_LOCAL: secret };
    const no = await startEditor('GET /_search\n', { env, answer: 'Cancel' });
    expect(await no.send()).toEqual({ reason: expect.stringContaining('you did not allow sending') });
    expect(received).toEqual([]);
    const yes = await startEditor('GET /_search\n', { env, answer: 'Yes' });
    await yes.send();
    await yes.send();
    expect(received.map(({ headers }) => headers.authorization)).toEqual([`ApiKey ${secret}`, `ApiKey ${secret}`]);
    expect(yes.questions).toHaveLength(1);
    expect(JSON.stringify([no.messages, no.questions, yes.questions])).not.toContain('canary');
  });
});

describe('a protected endpoint', () => {
  const text = 'DELETE /index\n\n### read\nGET /_search\n';
  const endpoint = { protected: true };

  it.each([['Cancel'], [undefined]])('gets nothing when the response is %s', async (answer) => {
    const editor = await startEditor(text, { endpoint, ...(answer !== undefined && { answer }) });
    expect(await editor.send()).toEqual({ reason: expect.stringContaining('it was cancelled') });
    expect(editor.questions).toEqual([
      expect.stringMatching(/^Send "DELETE \/index" to the protected .* Send\|Cancel$/),
    ]);
    expect(received).toEqual([]);
  });

  it('gets the request when the answer is Send, and what only reads without a question', async () => {
    const editor = await startEditor(text, { endpoint, answer: 'Send' });
    expect(await editor.send(0)).toMatchObject({ status: 200 });
    expect(await editor.send(3)).toMatchObject({ status: 200 });
    expect(editor.questions).toHaveLength(1);
    expect(received.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
  });

  it('asks, too, where only a variable leads there', async () => {
    const editor = await startEditor(`DELETE {{$processEnv PLACE}}/index\n`, { endpoint, env: { PLACE: url } });
    expect(await editor.send()).toEqual({ reason: expect.stringContaining('it was cancelled') });
    expect(editor.questions).toHaveLength(1);
    expect(received).toEqual([]);
  });
});

describe('a request that is refused', () => {
  it.each<[string, string, string]>([
    ['it has errors', 'POST /_security/api_key\n\n{ "name": 5 }\n', 'the check finds 1 error'],
    ['it cannot be read', 'curl http://127.0.0.1/ --next http://127.0.0.1/\n', '`curl`'],
    ['a variable has no value', 'GET /{{nowhere}}\n', 'the variable nowhere has no value'],
    ['its endpoint is not known', '# @endpoint other\nGET /_search\n', 'there is no endpoint named other'],
    ['its body lies elsewhere', 'POST /_bulk\n\n< /etc/hostname\n', 'outside'],
    ['there is none', '# nothing\n', 'There is no request on this line.'],
  ])('says that %s', async (_name, text, reason) => {
    const editor = await startEditor(text, { capabilities: { window } });
    expect(await editor.send(text.startsWith('# @') ? 1 : 0)).toEqual({ reason: expect.stringContaining(reason) });
    expect(editor.messages).toEqual([expect.stringContaining(reason)]);
    expect(received).toEqual([]);
    expect(editor.documents).toEqual([]);
  });

  it('is one of a file that is not open, or not on this machine', async () => {
    const editor = await startEditor('GET /_search\n');
    expect(await editor.send(0, 'file:///project/b.http')).toHaveProperty('reason');
    await editor.client.open('untitled:1', 'GET /_search\n');
    expect(await editor.send(0, 'untitled:1')).toEqual({ reason: expect.stringContaining('Save the file') });
    expect(received).toEqual([]);
  });
});

it('says that a service cannot be reached', async () => {
  const editor = await startEditor('GET /_search\n', { endpoint: { baseUrl: 'http://127.0.0.1:9' } });
  expect(await editor.send()).toEqual({ reason: expect.stringMatching(/received no response \(endpoint local\): /) });
});

it('is cancelled with the request of the client', async () => {
  const editor = await startEditor('GET /slow\n', { capabilities: { window } });
  const source = new CancellationTokenSource();
  const closed = new Promise((done) => service.once('request', (request) => request.once('close', done)));
  const arrived = new Promise((done) => service.once('request', done));
  const params = { command: 'rulebook.send', arguments: [editor.uri, 0] };
  const sent = editor.client.connection.sendRequest('workspace/executeCommand', params, source.token);
  await arrived;
  source.cancel();
  expect(await sent).toEqual({ reason: expect.stringMatching(/cancelled/) });
  await closed;
  expect(editor.documents).toEqual([]);
});

it('is cancelled at the progress that the client shows', async () => {
  const editor = await startEditor('GET /slow\n', { capabilities: { window } });
  let token: unknown;
  editor.client.connection.onRequest('window/workDoneProgress/create', (params: { token: unknown }) => {
    token = params.token;
    return null;
  });
  const arrived = new Promise((done) => service.once('request', done));
  const sent = editor.send();
  await arrived;
  await editor.client.connection.sendNotification('window/workDoneProgress/cancel', { token });
  expect(await sent).toEqual({ reason: expect.stringMatching(/cancelled/) });
  expect(editor.progress.at(-1)).toBe('end');
});

describe('a request that the service refuses', () => {
  const text = `# c\nPOST /_security/api_key\nAuthorization: Bearer ${secret}\nX-Refuse: 1\n\n{ "name": "a", "expiration": "1d",\n  "metadata": {} }\n`;
  const problem = 'The service responded with 400: unknown field [metadata] ***';

  it('is explained in the result and behind the response, without its secrets', async () => {
    const { send, documents } = await startEditor(text, { capabilities: { window }, answer: 'Send' });
    const sent = await send(1);
    expect(sent).toMatchObject({ status: 400, problems: [{ range: { start: { line: 6 } }, message: problem }] });
    expect(readFileSync(new URL(documents[0]!), 'utf8')).toContain(`# Line 7: ${problem}\n`);
    expect(JSON.stringify(sent)).not.toContain(secret);
  });

  it('is explained in the message where no document is shown', async () => {
    const { send, messages } = await startEditor(text, { answer: 'Send' });
    await send(1);
    expect(messages).toEqual([expect.stringMatching(/400[^]*\nLine 7: The service responded with 400/)]);
  });
});
