import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** Notes what the process wants of the network, and refuses it. */
const guard = `
const { appendFileSync } = require('node:fs');
const refuse = (what) => () => {
  appendFileSync(process.env.NETWORK_LOG, what + '\\n');
  throw new Error('no network');
};
require('node:net').Socket.prototype.connect = refuse('connect');
require('node:dgram').createSocket = refuse('dgram');
const dns = require('node:dns');
dns.lookup = dns.resolve = refuse('dns');
dns.promises.lookup = dns.promises.resolve = refuse('dns');
require('node:child_process').ChildProcess.prototype.spawn = refuse('process');
`;

const description = {
  openapi: '3.1.0',
  info: { title: 'pets', version: '1' },
  servers: [{ url: 'http://pets.example' }],
  paths: { '/pets': { get: { parameters: [{ $ref: 'http://127.0.0.1:1/p.json' }], responses: {} } } },
};

const files = {
  'rulebook.json': JSON.stringify({
    services: { pets: { description: 'pets.json' } },
    endpoints: {
      pets: { service: 'pets', baseUrl: 'http://pets.example' },
      prod: {
        ...{ service: 'search-cluster', baseUrl: 'https://es.example', proxy: 'http://127.0.0.1:1' },
        authentication: { type: 'oauth2', tokenUrl: 'https://es.example/token', clientId: 'c' },
      },
    },
  }),
  'pets.json': JSON.stringify(description),
  'a.http':
    'GET http://pets.example/pets?a={{$processEnv HOME}}\n\n###\n# @endpoint prod\nPOST /_security/api_key\n\n{ "nme": 1 }\n',
  'b.http': 'GET http://127.0.0.1:1/\n',
};

/** Runs a command that may not reach the network; returns what it wanted of it. */
async function wantedBy(args: readonly string[], input?: string): Promise<readonly string[]> {
  const cwd = folderOf({ ...files, 'guard.cjs': guard });
  const log = join(cwd, 'network.log');
  const env = { NODE_OPTIONS: `--require ${join(cwd, 'guard.cjs')}`, NETWORK_LOG: log };
  const { error } = await commandLine(args, { cwd, env, ...(input !== undefined && { input }) });
  expect(error).not.toContain('internal error');
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
}

const message = (text: object): string => {
  const content = JSON.stringify({ jsonrpc: '2.0', ...text });
  return `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
};

describe('the network', () => {
  it.each([
    [['check', '.']],
    [['check', '.', '--format', 'sarif']],
    [['format', '--check', '.']],
    [['explain', 'a.http']],
    [['describe', 'GET', '/_cluster/health']],
    [['curl', 'a.http', '--line', '1']],
    [['complete', 'a.http', '6', '4']],
    [['convert-environments']],
    [['--version']],
  ])('is not reached by %j', async (args) => {
    expect(await wantedBy(args)).toEqual([]);
  });

  it('is not reached by the language server when it checks', async () => {
    const document = { uri: 'file:///folder/a.http', languageId: 'http', version: 1, text: files['a.http'] };
    const session = [
      { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
      { method: 'initialized', params: {} },
      { method: 'textDocument/didOpen', params: { textDocument: document } },
      {
        id: 2,
        method: 'textDocument/hover',
        params: { textDocument: document, position: { line: 5, character: 8 } },
      },
      { id: 3, method: 'shutdown' },
      { method: 'exit' },
    ];
    expect(await wantedBy(['lsp'], session.map(message).join(''))).toEqual([]);
  });

  it('is reached by what sends, which the guard sees', async () => {
    expect(await wantedBy(['run', 'b.http'])).toContain('connect');
  });
});
