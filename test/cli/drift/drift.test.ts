import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { notes } from '../../unit/drift/notes';
import { serve } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf, startSandbox } from '../command-line';

type Answer = (request: IncomingMessage, response: ServerResponse, times: number) => boolean | undefined;

/** Serves notes that are as described, but for what `answer` does in its own way; returns the base URL and what was received. */
async function serveNotes(answer: Answer = () => false) {
  const received: string[] = [];
  const sockets = new Set<unknown>();
  const headers: IncomingMessage['headers'][] = [];
  const url = await serve((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    received.push(line);
    headers.push(request.headers);
    sockets.add(request.socket);
    const times = received.filter((one) => one === line).length;
    if (answer(request, response, times) === true) return;
    const [, id] = /^\/notes\/(\d+)$/.exec(request.url ?? '') ?? [];
    const note = (number: number) => ({ id: number, text: `note ${number}` });
    if (request.url === '/notes') json(response, 200, { items: [1, 2, 3, 4].map(note) }, { 'X-Total': '4' });
    else if (id !== undefined)
      json(response, Number(id) > 4 ? 404 : 200, Number(id) > 4 ? { message: 'none' } : note(Number(id)));
    else if (request.url?.endsWith('/history') === true) json(response, 200, ['old']);
    else if (request.url === '/status') json(response, 200, { state: 'green' });
    else json(response, 404, { message: 'none' });
  });
  return { url, received, sockets, headers };
}

function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): true {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
  return true;
}

const description = { 'notes.json': JSON.stringify(notes) };
const common = ['--description', 'notes.json', '--pause', '1'];

interface Shown {
  readonly operations: readonly {
    readonly path: string;
    readonly asked: number;
    readonly asDescribed: number;
    readonly differing: number;
    readonly unjudged?: string;
    readonly differences: readonly { readonly place: string }[];
  }[];
  readonly requests: number;
  readonly end?: string;
  readonly unsent: readonly { readonly request: string; readonly reason: string }[];
  readonly sandbox?: { readonly played: number; readonly alike: number };
}

async function drift(url: string, args: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const cwd = folderOf({ ...description, ...files });
  const ended = await commandLine(['drift', '--endpoint', url, ...common, '--format', 'json', ...args], { cwd });
  return { ...ended, cwd, shown: (ended.out === '' ? {} : JSON.parse(ended.out)) as Shown };
}

describe('rulebook drift', () => {
  it('asks lists, some of their items and what is below them, over one connection', async () => {
    const { url, received, sockets } = await serveNotes();
    const { code, shown, error } = await drift(url);
    expect(error).toBe('');
    expect(received).toEqual([
      ...['GET /notes', 'GET /status', 'GET /notes/1', 'GET /notes/1/history'],
      ...['GET /notes/2', 'GET /notes/2/history', 'GET /notes/3', 'GET /notes/3/history'],
    ]);
    expect(sockets.size).toBe(1);
    expect(shown.operations.every(({ asked, asDescribed }) => asked === asDescribed)).toBe(true);
    expect(shown.sandbox).toEqual({ played: 8, alike: 8 });
    expect(code).toBe(0);
  });

  it('sends the reading requests of files to the endpoint, and nothing else', async () => {
    const elsewhere = await serveNotes();
    const { url, received, headers } = await serveNotes();
    const file = `@id = 9

GET /notes/{{id}}
X-Own: {{id}}

### changes
DELETE /notes/1

### writes a file
GET /notes/2
>> out.json

?? status == 404

### elsewhere
GET ${elsewhere.url}/notes

### no value
GET /notes/{{nothing}}

###
# @disabled
GET /notes/3

###
HEAD /status
`;
    const { cwd, shown, code } = await drift(url, ['--no-resources', 'a.http'], { 'a.http': file });
    expect(received).toEqual(['GET /notes/9', 'GET /notes/2', 'HEAD /status']);
    expect(headers[0]?.['x-own']).toBe('9');
    expect(elsewhere.received).toEqual([]);
    expect(() => readFileSync(join(cwd, 'out.json'))).toThrow();
    expect(shown.unsent).toMatchObject([{ reason: expect.stringContaining('nothing') as string }]);
    expect(code).toBe(0);
  });

  it('says what differs, in text, Markdown and JUnit, and exits with 1 from a level on', async () => {
    const { url } = await serveNotes((request, response) => {
      if (request.url === '/notes/2') return json(response, 200, { id: '2', text: 'b', color: 'blue' });
      if (request.url === '/status') return json(response, 500, { message: 'failed' });
      return false;
    });
    const cwd = folderOf(description);
    const args = ['drift', '--endpoint', url, ...common];
    const text = await commandLine([...args, '--report', 'found.xml'], { cwd });
    expect(text.code).toBe(1);
    expect(text.out).toContain('  ✗ GET /notes/{noteId}          3 answered, 2 as described, 1 differing\n');
    expect(text.out).toContain(
      '      - 200 $.id: integer\n      + 200 $.id: string   (1 response, breaking; GET /notes/2)\n',
    );
    expect(text.out).toContain('      - status: 200, 401\n      + status: 500');
    expect(text.out).toContain('GET /logout: `logout` in its path may do something');
    const report = readFileSync(join(cwd, 'found.xml'), 'utf8');
    expect(report).toContain('<failure');
    expect(report).toContain('+ 200 $.id: string');
    const markdown = await commandLine([...args, '--format', 'markdown', '--fail-on', 'never'], { cwd });
    expect(markdown.code).toBe(0);
    expect(markdown.out).toContain('```diff\n- 200 $.id: integer\n');
  });

  it('waits as long as Retry-After and limits ask for, and sends a refused request again', async () => {
    const times: number[] = [];
    const { url, received } = await serveNotes((request, response, count) => {
      times.push(performance.now());
      if (request.url === '/notes' && count === 1) return json(response, 429, {}, { 'Retry-After': '1' });
      if (request.url === '/notes')
        return json(
          response,
          200,
          { items: [] },
          { 'X-Total': '0', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' },
        );
      return false;
    });
    const { shown } = await drift(url);
    expect(received).toEqual(['GET /notes', 'GET /notes', 'GET /status']);
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
    expect(times[2]! - times[1]!).toBeGreaterThan(900);
    expect(shown.operations.every(({ asked, asDescribed }) => asked === asDescribed)).toBe(true);
  });

  it.each<[string, Answer, readonly string[], RegExp]>([
    [
      'a wait that is too long',
      (_, response) => json(response, 429, {}, { 'Retry-After': '3600' }),
      [],
      /asks to wait for 3600 s/,
    ],
    ['the number of requests', () => false, ['--max-requests', '2'], /after 2 requests/],
    [
      'the bytes',
      (request, response) =>
        json(
          response,
          200,
          { id: 1, text: 'x'.repeat(70_000), items: [1, 2, 3].map((id) => ({ id, text: '' })) },
          { 'X-Total': request.url ?? '' },
        ),
      ['--max-bytes', '300kb'],
      /enough was received/,
    ],
  ])('ends at %s', async (_, answer, args, reason) => {
    const { url, received } = await serveNotes(answer);
    const { shown } = await drift(url, args);
    expect(shown.end).toMatch(reason);
    expect(received.length).toBeLessThan(7);
  });

  it('does not read a body without an end, and goes on', async () => {
    const { url, received } = await serveNotes((request, response) => {
      if (request.url !== '/notes') return false;
      response.writeHead(200, { 'Content-Type': 'application/json', 'X-Total': '1' });
      response.write('{"items":[');
      const timer = setInterval(() => response.write(`${'1,'.repeat(30_000)}`), 2);
      response.on('close', () => {
        clearInterval(timer);
      });
      return true;
    });
    const { shown, code } = await drift(url, ['--max-bytes', '1mb']);
    expect(received).toContain('GET /status');
    expect(shown.operations).toMatchObject([{ path: '/status', asDescribed: 1 }]);
    expect(shown.unsent).toMatchObject([
      { request: 'GET /notes', reason: expect.stringContaining('--max-bytes') as string },
    ]);
    expect(code).toBe(0);
  });

  it('says when nothing answers', async () => {
    const silent = await serveNotes((request) => {
      request.socket.destroy();
      return true;
    });
    const { code, error } = await drift(silent.url);
    expect(code).toBe(3);
    expect(error).toContain('answered nothing');
    expect(silent.received.length).toBe(2);
    const slow = await serveNotes(() => true);
    const late = await drift(slow.url, ['--timeout', '0.2']);
    expect(late.code).toBe(3);
  });

  it('asks before a protected endpoint is asked', async () => {
    const { url, received } = await serveNotes();
    const endpoints = { live: { service: 'notes', baseUrl: url, protected: true } };
    const services = { notes: { description: 'notes.json' } };
    const files = { 'rulebook.json': JSON.stringify({ services, endpoints }) };
    const cwd = folderOf({ ...description, ...files });
    const refused = await commandLine(['drift', '--endpoint', 'live', '--pause', '1'], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.error).toContain('add --yes');
    const unnamed = await commandLine(['drift', '--endpoint', `${url}/v2`, ...common], { cwd });
    expect(unnamed.error).toContain('--endpoint live');
    expect(received).toEqual([]);
    const { code } = await commandLine(['drift', '--endpoint', 'live', '--pause', '1', '--yes'], { cwd });
    expect(code).toBe(0);
    expect(received.length).toBe(8);
  });

  it('sends the credential to its endpoint only, and writes it nowhere', async () => {
    const secret = 'a-secret-of-the-notes';
    const { url, headers } = await serveNotes((request, response) =>
      request.url === '/status'
        ? json(response, 200, { state: String(request.headers.authorization), token: secret })
        : false,
    );
    const endpoints = { live: { service: 'notes', baseUrl: url } };
    const files = {
      'rulebook.json': JSON.stringify({ services: { notes: { description: 'notes.json' } }, endpoints }),
    };
    const cwd = folderOf({ ...description, ...files });
    const args = ['drift', '--endpoint', 'live', '--pause', '1', '--trust-endpoint', 'live', '--har', 'seen.har'];
    const { out } = await commandLine(args, { cwd, env: { RULEBOOK_CREDENTIAL_LIVE: secret } });
    expect(headers.every(({ authorization }) => authorization?.includes(secret) === true)).toBe(true);
    const written = readFileSync(join(cwd, 'seen.har'), 'utf8');
    expect(out + written).not.toContain(secret);
    expect(written).toContain('***');
  });

  it.each([
    [['--endpoint', 'nowhere'], 'nowhere'],
    [['--endpoint', 'http://127.0.0.1:1'], '--description'],
    [['--endpoint', 'http://127.0.0.1:1', '--description', 'nothing.json'], 'nothing.json'],
    [['--endpoint', 'http://127.0.0.1:1', '--description', 'notes.json', '--no-resources'], 'name files'],
  ])('refuses %j', async (args, words) => {
    const { code, error } = await commandLine(['drift', ...args], { cwd: folderOf(description) });
    expect(code).toBe(2);
    expect(error).toContain(words);
  });
});

describe('rulebook sandbox --like', () => {
  it('plays what was seen, and says how true it is', async () => {
    const { url } = await serveNotes((request, response) =>
      request.url === '/notes/2' ? json(response, 200, { id: 2, text: 'b', color: 'blue' }, { 'X-Own': 'yes' }) : false,
    );
    const { cwd } = await drift(url, ['--har', 'seen.har']);
    const sandbox = await startSandbox([
      '--free-ports',
      '--description',
      join(cwd, 'notes.json'),
      '--like',
      join(cwd, 'seen.har'),
    ]);
    try {
      const { baseUrl, credential } = sandbox.ready.endpoints[0]!;
      const response = await fetch(`${baseUrl}/notes/2`, { headers: { Authorization: credential } });
      expect(await response.json()).toEqual({ id: 2, text: 'b', color: 'blue' });
      const list = await fetch(`${baseUrl}/notes`, { headers: { Authorization: credential } });
      expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(4);
      expect(list.headers.get('X-Total')).toBe('4');
    } finally {
      await sandbox.end();
    }
  });

  it.each([
    ['{}', [], 'log.entries'],
    ['{"log":{"entries":[]}}', [], 'has no request of search-cluster or code-hosting'],
    ['{"log":{"entries":[]}}', ['--description', 'notes.json'], 'has no request of notes'],
  ])('refuses %s with %j', async (har, args, words) => {
    const cwd = folderOf({ ...description, 'a.har': har });
    const { code, error } = await commandLine(['sandbox', '--free-ports', '--like', 'a.har', ...args], { cwd });
    expect(code).toBe(2);
    expect(error).toContain(words);
  });
});
