import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Ended } from '../end-of';
import { cleanEnvironment, runProgram } from './installed';

/** The installed command line, under one version of Node. */
export interface Installation {
  readonly folder: string;
  /** The path of Node, or of the executable, which is Node and the program. */
  readonly node: string;
  readonly isExecutable?: true;
}

/** Files that the trials read. */
export const trialFiles = {
  'work/requests.http': `### Create a key
# @name key
POST /_security/api_key

{"name": "ci", "expiration": "1d", "role_descriptors": {}}
`,
  'work/mistake.http': 'PUT /_security/api_key\n\n{ "name": "ci", "metdata": {} }\n',
  'work/.vscode/settings.json': '{ "rest-client.environmentVariables": { "dev": { "host": "example.com" } } }\n',
  'work/openapi.json': JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: { '/items': { get: { responses: { 200: { description: 'All items' } } } } },
  }),
};

/** Returns the arguments of Node, or of the executable. */
function argumentsOf({ folder, isExecutable }: Installation, args: readonly string[]): readonly string[] {
  return isExecutable ? args : [join(folder, 'node_modules/rulebook-http/dist/cli.js'), ...args];
}

/** Runs the installed command line to its end. */
export function rulebook(installation: Installation, args: readonly string[], input?: string): Promise<Ended> {
  const { folder, node } = installation;
  return runProgram(node, argumentsOf(installation, args), {
    cwd: join(folder, 'work'),
    env: cleanEnvironment(folder),
    ...(input !== undefined && { input }),
  });
}

/** A trial of each command: a new command needs one, which shows that the package holds all that it reads. */
export const trials: Readonly<Record<string, (installation: Installation) => Promise<void>>> = {
  async check(installation) {
    const { code, out } = await rulebook(installation, ['check', '--fail-on', 'warning', 'mistake.http']);
    expect(out).toContain('`metdata` is not a documented field');
    expect(code).toBe(1);
    // This one is known from the published description only.
    const described = await rulebook(installation, ['check', '-'], 'GET /_cat/indices?nonsense=1\n');
    expect(described.out).toContain('nonsense');
  },
  async format(installation) {
    const { code, out } = await rulebook(installation, ['format', '-'], 'PUT /a\n\n{"b":1,\n"c":2}\n');
    expect(code).toBe(0);
    expect(out).toBe('PUT /a\n\n{\n  "b": 1,\n  "c": 2\n}\n');
  },
  async run(installation) {
    const { code, out, error } = await rulebook(installation, ['run', '--sandbox', 'requests.http']);
    expect(error).not.toMatch(/fail/);
    expect(out).toContain('"encoded"');
    expect(code).toBe(0);
  },
  async curl(installation) {
    const { code, out } = await rulebook(installation, ['curl', 'requests.http']);
    expect(out).toMatch(/^curl /);
    expect(code).toBe(0);
  },
  async explain(installation) {
    const { code, out } = await rulebook(installation, ['explain', 'requests.http']);
    expect(out).toContain('POST http://127.0.0.1:9270/_security/api_key');
    expect(code).toBe(0);
  },
  async privileges(installation) {
    const { code, out } = await rulebook(installation, ['privileges', '--prove', 'requests.http']);
    expect(out).toContain('1 of 1 requests end as for an administrator');
    expect(code).toBe(0);
  },
  async plan(installation) {
    const { code, error } = await rulebook(installation, ['plan', 'requests.http', '--endpoint', 'nowhere']);
    expect(error).toContain('nowhere');
    expect(code).toBe(2);
  },
  async drift(installation) {
    const args = ['drift', '--endpoint', 'http://127.0.0.1:1', '--description', 'openapi.json'];
    const { code, error } = await rulebook(installation, args);
    expect(error).toContain('answered nothing');
    expect(code).toBe(3);
  },
  async apply(installation) {
    const { code, error } = await rulebook(installation, ['apply', 'requests.http', '--endpoint', 'nowhere']);
    expect(error).toContain('nowhere');
    expect(code).toBe(2);
  },
  async undo(installation) {
    const { code, error } = await rulebook(installation, ['undo', 'requests.http']);
    expect(error).toContain('is not a file of `rulebook apply`');
    expect(code).toBe(2);
  },
  async pull(installation) {
    const { code, error } = await rulebook(installation, ['pull', '--endpoint', 'nowhere']);
    expect(error).toContain('nowhere');
    expect(code).toBe(2);
  },
  async import(installation) {
    const { code, out } = await rulebook(installation, ['import', '-'], 'curl -d a=b https://example.com/c\n');
    expect(out).toContain('POST https://example.com/c');
    expect(code).toBe(0);
  },
  async export(installation) {
    const { code, error } = await rulebook(installation, ['export', 'nothing.http']);
    expect(error).toContain('nothing.http: cannot be read');
    expect(code).toBe(2);
  },
  async 'convert-environments'(installation) {
    const { code, error } = await rulebook(installation, ['convert-environments', '--dry-run']);
    expect(error).toContain('1 variable would be added');
    expect(code).toBe(0);
  },
  async credential(installation) {
    const { code } = await rulebook(installation, ['credential', 'list']);
    expect(code).toBe(0);
  },
  async describe(installation) {
    const { code, out } = await rulebook(installation, ['describe', 'openapi.json']);
    expect(out).toContain('/items');
    expect(code).toBe(0);
  },
  async test(installation) {
    const args = ['test', 'openapi.json', '--endpoint', 'http://127.0.0.1:1'];
    const { code, error } = await rulebook(installation, args);
    expect(error).toContain('the service does not answer');
    expect(code).toBe(3);
  },
  async completion(installation) {
    const { code, out } = await rulebook(installation, ['completion', 'bash']);
    expect(out).toContain('complete ');
    expect(code).toBe(0);
  },
  async init(installation) {
    const { code, out } = await rulebook(installation, ['init', '--dry-run']);
    expect(out).toContain('requests.http');
    expect(code).toBe(0);
  },
  async coverage(installation) {
    const { code, out } = await rulebook(installation, ['coverage', '--service', 'openapi.json', 'requests.http']);
    expect(out).toContain('/items');
    expect(code).toBe(0);
  },
  async diff(installation) {
    const { code, out } = await rulebook(installation, ['diff', 'openapi.json', 'openapi.json']);
    expect(out).toContain('no changes');
    expect(code).toBe(0);
  },
  async record(installation) {
    const { code, error } = await rulebook(installation, ['record', '--to', 'http://127.0.0.1:1', '--for', '0.2']);
    expect(error).toContain('nothing was recorded');
    expect(code).toBe(0);
  },
  async sandbox(installation) {
    await withSandbox(installation, async () => {
      const { code, out } = await rulebook(installation, ['run', 'requests.http']);
      expect(out).toContain('"encoded"');
      expect(code).toBe(0);
    });
  },
  async event(installation) {
    await withSandbox(installation, async () => {
      const { code, error } = await rulebook(installation, ['event', 'push']);
      expect(error).toBe('');
      expect(code).toBe(0);
    });
  },
  async lsp(installation) {
    const { send, waitFor, ended } = startServer(installation);
    send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    await waitFor('"hoverProvider":true');
    send({ method: 'initialized', params: {} });
    send({ id: 2, method: 'shutdown' });
    await waitFor('"id":2,"result":null');
    send({ method: 'exit' });
    expect(await ended).toBe(0);
  },
  async complete(installation) {
    const { code, out } = await rulebook(installation, ['complete', 'mistake.http:3:18']);
    expect(out).toContain('metadata\tfield');
    expect(code).toBe(0);
  },
  async mcp(installation) {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'trial', version: '1' } };
    const check = { name: 'check_requests', arguments: { path: 'mistake.http' } };
    const messages = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: check },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    const { code, out } = await rulebook(installation, ['mcp'], input);
    expect(out).toContain('`metdata` is not a documented field');
    expect(code).toBe(0);
  },
};

/** Starts the language server on its standard streams. */
function startServer(installation: Installation) {
  const { folder, node } = installation;
  const child = spawn(node, argumentsOf(installation, ['lsp', '--stdio']), { env: cleanEnvironment(folder) });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  return {
    send(message: object) {
      const content = JSON.stringify({ jsonrpc: '2.0', ...message });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
    },
    /** Resolves when the server has written this text; rejects when it ends before. */
    waitFor: (text: string) =>
      new Promise<void>((done, reject) => {
        const look = () => {
          if (out.includes(text)) done();
        };
        child.stdout.on('data', look);
        look();
        void ended.then((code) => {
          reject(new Error(`The server ended with ${code ?? 'a signal'} and wrote: ${out}`));
        });
      }),
    ended,
  };
}

/** Runs something while the sandbox of the package runs, which the command line finds by itself. */
async function withSandbox(installation: Installation, use: () => Promise<void>): Promise<void> {
  const { folder, node } = installation;
  const child = spawn(node, argumentsOf(installation, ['sandbox', '--json', '--free-ports']), {
    cwd: join(folder, 'work'),
    env: cleanEnvironment(folder),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  try {
    const line = await new Promise<string>((done, reject) => {
      createInterface({ input: child.stdout }).once('line', done);
      void ended.then((code) => {
        reject(new Error(`The sandbox ended with ${code ?? 'a signal'}.`));
      });
    });
    expect(JSON.parse(line)).toMatchObject({ ready: true });
    await use();
  } finally {
    child.stdin.end();
  }
  expect(await ended).toBe(0);
}
