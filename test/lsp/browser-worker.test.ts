import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** What a browser's worker has and a thread of Node lacks. */
const globals = `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  self.postMessage = (message) => parentPort.postMessage(message);
  const listeners = [];
  self.addEventListener = (type, listener) => type === 'message' && listeners.push(listener);
  parentPort.on('message', (data) => {
    self.onmessage?.({ data });
    for (const listener of listeners) listener({ data });
  });
`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly diagnostics?: readonly { readonly code?: string }[] };
  readonly result?: unknown;
}

let folder = '';
let worker: Worker;
const received: Message[] = [];
let arrived: () => void = () => undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-worker-'));
  const outfile = join(folder, 'server.js');
  // For the browser: a module of Node's in it is an error here.
  await build({
    define: { 'import.meta.url': '""' },
    entryPoints: [resolve(import.meta.dirname, '../../server/src/browser-main.ts')],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    mainFields: ['browser', 'module', 'main'],
    logLevel: 'silent',
  });
  const start = join(folder, 'start.cjs');
  writeFileSync(start, `${globals}\nrequire('./server.js');`);
  worker = new Worker(start);
  worker.on('message', (message: Message) => {
    received.push(message);
    if (message.id !== undefined && message.method !== undefined) send({ id: message.id, result: answerTo(message) });
    arrived();
  });
});
afterAll(async () => {
  await worker.terminate();
  rmSync(folder, { recursive: true, force: true });
});

/** The files of the client, by URI. */
const files = new Map<string, string>();

function answerTo({ method, params }: Message): unknown {
  if (method === 'rulebook/readFolder') return { entries: [] };
  const text = files.get(params?.uri ?? '');
  return method === 'rulebook/readFile' && text !== undefined ? { text } : null;
}

async function waitFor(test: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const found = received.find(test);
    if (found) return found;
    await new Promise<void>((done) => (arrived = done));
  }
}

function send(message: object): void {
  worker.postMessage({ jsonrpc: '2.0', ...message });
}

/** What the client fetches for the worker, from what was built. */
function startMessage(): object {
  const dist = resolve(import.meta.dirname, '../../dist');
  const packed = Object.fromEntries(
    ['elasticsearch', 'github', 'github-graphql'].map((name) => [
      name,
      readFileSync(join(dist, `descriptions/${name}.json.br`)),
    ]),
  );
  return { packed, decoder: readFileSync(join(dist, 'web/brotli.wasm')), readsFiles: true };
}

it('serves the language in a worker: diagnostics and hover', async () => {
  worker.postMessage(startMessage());
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
  expect(await waitFor(({ id }) => id === 1)).toMatchObject({ result: { serverInfo: { name: 'rulebook' } } });
  send({ method: 'initialized', params: {} });
  const uri = 'vscode-vfs://github/a/b.http';
  const text = 'POST /_security/api_key\n\n{ "name": "a", "role_descriptors": { "r": { "indexes": [] } } }\n';
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'http', version: 1, text } } });
  const published = await waitFor(({ method }) => method === 'textDocument/publishDiagnostics');
  expect(published.params?.diagnostics?.map(({ code }) => code)).toContain('unknown-field');
  send({ id: 2, method: 'textDocument/hover', params: { textDocument: { uri }, position: { line: 2, character: 4 } } });
  expect(JSON.stringify((await waitFor(({ id }) => id === 2)).result)).toContain('name');
});

it('checks by the published descriptions', async () => {
  const uri = 'vscode-vfs://github/a/described.http';
  const text =
    'POST /repos/o/r/issues\n\n{ "title": "a", "milestonee": 1 }\n\n###\nPUT /_ilm/policy/p\n\n{ "policyy": {} }\n';
  open(uri, text);
  const published = await waitFor(
    ({ method, params }) => method === 'textDocument/publishDiagnostics' && params?.uri === uri,
  );
  // One by the description of each service.
  expect(codesOf(published)).toEqual(['unknown-field', 'unknown-field']);
});

it('checks documents of GraphQL by the published schema', async () => {
  const uri = 'vscode-vfs://github/a/graph.http';
  open(uri, 'POST https://api.github.com/graphql\nX-REQUEST-TYPE: GraphQL\n\n{ viewer { logn } }\n');
  const published = await waitFor((message) => message.params?.uri === uri && codesOf(message).length > 0);
  expect(codesOf(published)).toContain('faulty-graphql');
});

it('asks the client for the files of the workspace', async () => {
  const uri = 'memfs:/a/body.http';
  files.set('memfs:/a/body.json', '{ "name": 5 }');
  open(uri, 'POST /_security/api_key\n\n< ./body.json\n');
  const published = await waitFor((message) => message.params?.uri === uri && codesOf(message).length > 0);
  expect(codesOf(published)).toEqual(['faulty-body-file']);
});

function open(uri: string, text: string): void {
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'http', version: 1, text } } });
}

function codesOf({ params }: Message): readonly (string | undefined)[] {
  return params?.diagnostics?.map(({ code }) => code) ?? [];
}
