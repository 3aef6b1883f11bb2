import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  ErrorCodes,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type { Message, ProtocolConnection } from 'vscode-languageserver-protocol/node';
import { createLifecycle } from '../../server/src/session/lifecycle';
import type { Lifecycle } from '../../server/src/session/lifecycle';
import { server } from './language-client';

let connection: ProtocolConnection;
let exited: Promise<number | null>;
let messages: string[];
let said: string;
let end: () => void;
let deafen: () => void;

beforeEach(() => {
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  exited = new Promise((resolve) => child.once('exit', resolve));
  connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  end = () => child.stdin.end();
  deafen = () => child.stdout.destroy();
  messages = [];
  connection.onUnhandledNotification(({ method }) => {
    messages.push(method);
  });
  connection.listen();
});
afterEach(async () => {
  end();
  await exited;
  connection.dispose();
});

const uri = 'file:///project/a.http';
const document = {
  textDocument: { uri, languageId: 'http', version: 1, text: 'PUT /_security/api_key\n\n{ "name": 1 }\n' },
};
const initialize = (): Promise<unknown> =>
  connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
/** Returns the code of the error that a request gets, or `answered`. */
const codeOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => 'answered',
    (error: unknown) => (error as { code: unknown }).code,
  );
const requests: readonly (readonly [string, object | undefined])[] = [
  ['textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 1 } }],
  ['textDocument/codeLens', { textDocument: { uri } }],
  ['textDocument/diagnostic', { textDocument: { uri } }],
  ['workspace/executeCommand', { command: 'rulebook.send', arguments: [uri, 0] }],
  ['rulebook/plan', { uri, line: 0 }],
  ['no/such/method', undefined],
];
const codesOfAll = (): Promise<unknown[]> =>
  Promise.all(requests.map(([method, params]) => codeOf(connection.sendRequest(method, params))));
const all = (code: number): number[] => requests.map(() => code);

describe('before `initialize`', () => {
  it('refuses every request, and initializes afterwards', async () => {
    expect(await codesOfAll()).toEqual(all(ErrorCodes.ServerNotInitialized));
    expect(await codeOf(connection.sendRequest('shutdown'))).toBe(ErrorCodes.ServerNotInitialized);
    expect(await codeOf(initialize())).toBe('answered');
    expect(await codeOf(connection.sendRequest('textDocument/hover', requests[0]?.[1]))).toBe('answered');
  });

  it('drops notifications', async () => {
    await connection.sendNotification('textDocument/didOpen', document);
    await initialize();
    expect(await connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } })).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('does not know the requests that begin with `$/`, and lets their notifications pass', async () => {
    expect(await codeOf(connection.sendRequest('$/unknown', {}))).toBe(ErrorCodes.MethodNotFound);
    await connection.sendNotification('$/unknown', {});
    expect(await codeOf(initialize())).toBe('answered');
  });

  it('ends at `exit`, with 1', async () => {
    await connection.sendNotification('exit');
    expect(await exited).toBe(1);
  });
});

describe('while `initialize` is answered', () => {
  const passed: Message[] = [];
  const take = (lifecycle: Lifecycle, message: object): readonly Message[] => {
    passed.length = 0;
    void lifecycle.messageStrategy.handleMessage(
      { jsonrpc: '2.0', ...message } as Message,
      (one) => void passed.push(one),
    );
    return passed;
  };
  const refused = (code: number): object => ({ method: 'rulebook/refused', params: [code, expect.any(String)] });

  it('refuses requests, and drops notifications', async () => {
    const lifecycle = createLifecycle();
    expect(take(lifecycle, { id: 1, method: 'initialize' })).toMatchObject([{ id: 1, method: 'initialize' }]);
    let finish = (): void => undefined;
    const initializing = lifecycle.initialize(() => new Promise<void>((resolve) => (finish = resolve)));
    const hover = { id: 2, method: 'textDocument/hover' };
    expect(take(lifecycle, hover)).toMatchObject([{ id: 2, ...refused(ErrorCodes.ServerNotInitialized) }]);
    expect(take(lifecycle, { id: 3, method: 'initialize' })).toMatchObject([refused(ErrorCodes.InvalidRequest)]);
    expect(take(lifecycle, { method: 'textDocument/didOpen' })).toEqual([]);
    expect(take(lifecycle, { method: '$/cancelRequest' })).toHaveLength(1);
    expect(take(lifecycle, { id: 4, result: null })).toHaveLength(1);
    finish();
    await initializing;
    expect(take(lifecycle, hover)).toMatchObject([hover]);
    expect(take(lifecycle, { method: 'textDocument/didOpen' })).toHaveLength(1);
  });

  it('can be tried again when it fails', async () => {
    const lifecycle = createLifecycle();
    take(lifecycle, { id: 1, method: 'initialize' });
    await expect(lifecycle.initialize(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(take(lifecycle, { id: 2, method: 'initialize' })).toMatchObject([{ method: 'initialize' }]);
  });
});

describe('after `initialize`', () => {
  it('refuses to be initialized again', async () => {
    await initialize();
    expect(await codeOf(initialize())).toBe(ErrorCodes.InvalidRequest);
    expect(await codeOf(connection.sendRequest('no/such/method'))).toBe(ErrorCodes.MethodNotFound);
  });
});

describe('a client that no longer reads', () => {
  it('ends the server, which has nothing to report', async () => {
    await initialize();
    deafen();
    await connection.sendNotification('textDocument/didOpen', document);
    expect(await exited).toBe(1);
    expect(said).toBe('');
  });
});

describe('a change that is none', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const start = { line: 0 };
  it.each<readonly [string, unknown]>([
    ['whose text is a number', [{ text: 5 }]],
    ['whose text is a number, in a line', [{ range, text: 5 }]],
    ['without a text', [{ range }]],
    ['with a range that is none', [{ range: { start, end: start }, text: 'a' }]],
    ['that is no list', 7],
  ])('%s is ignored, with one line in the log', async (_, contentChanges) => {
    const logged: unknown[] = [];
    connection.onNotification('window/logMessage', ({ message }: { readonly message: unknown }) => {
      logged.push(message);
    });
    await initialize();
    await connection.sendNotification('textDocument/didOpen', document);
    await connection.sendNotification('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges });
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 3 },
      contentChanges: [{ range: { ...range, end: range.start }, text: '# @name a\n' }],
    });
    const symbols = await connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } });
    expect(JSON.stringify(symbols)).toContain('"name":"a"');
    expect(logged).toEqual([`A change of ${uri} is ignored, since it is not as the protocol describes it.`]);
  });
});

describe('after `shutdown`', () => {
  it('refuses every request, drops notifications, and ends with 0', async () => {
    await initialize();
    await connection.sendRequest('shutdown');
    await connection.sendNotification('textDocument/didOpen', document);
    expect(await codesOfAll()).toEqual(all(ErrorCodes.InvalidRequest));
    expect(await codeOf(connection.sendRequest('shutdown'))).toBe(ErrorCodes.InvalidRequest);
    expect(await codeOf(initialize())).toBe(ErrorCodes.InvalidRequest);
    expect(messages).toEqual([]);
    await connection.sendNotification('exit');
    expect(await exited).toBe(0);
  });
});
