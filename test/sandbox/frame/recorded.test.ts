import { sandboxParts } from '../../../packages/services/src/sandbox/index';
import { expect, it } from 'vitest';
import { createSandbox, readRecording, type SandboxState, type WireRequest } from '../../../packages/sandbox/src/index';
import { checks, seed } from './control-play';

function entry(line: string, status: number, body: unknown, more: object = {}) {
  const [method = '', url = ''] = line.split(' ');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = [
    { name: 'X-Recorded', value: 'yes' },
    { name: 'content-encoding', value: 'gzip' },
    { name: 'Content-Length', value: '999' },
  ];
  const content = { size: text.length, mimeType: 'application/json', text, ...more };
  return { request: { method, url }, response: { status, headers, content } };
}

function recordingOf(...entries: readonly object[]) {
  const read = readRecording(JSON.stringify({ log: { entries } }));
  if ('cause' in read) throw new Error(read.cause);
  return read;
}

function play(...entries: readonly object[]) {
  const sandbox = createSandbox(sandboxParts, undefined, recordingOf(...entries));
  let state: SandboxState = sandbox.createState(seed);
  const input = { now: 0, randomText: (length: number) => 'r'.repeat(length), baseUrl: 'http://sandbox' };
  const send = (line: string, body = '') => {
    const [method = '', target = ''] = line.split(' ');
    const headers: WireRequest['headers'] = [['Authorization', 'Bearer host-credential']];
    const { state: next, response } = sandbox.step(state, 'host', { method, target, headers, body }, input, checks);
    state = next;
    return { ...response, json: response.body === '' ? undefined : (JSON.parse(response.body) as unknown) };
  };
  return { sandbox, send, state: () => state };
}

const user = 'https://api.example.org/user';

it('gives recorded responses first, in their order, and then those of the service', () => {
  const { send } = play(entry(`GET ${user}`, 200, { login: 'first' }), entry(`GET ${user}`, 503, { login: 'second' }));
  const first = send('GET /user');
  expect(first).toMatchObject({ status: 200, json: { login: 'first' } });
  expect(first.headers).toEqual([
    ['Content-Type', 'application/json'],
    ['X-Recorded', 'yes'],
  ]);
  expect(send('GET /user')).toMatchObject({ status: 503, json: { login: 'second' } });
  expect(send('GET /user')).toMatchObject({ status: 200, json: { login: 'octocat' } });
});

it('compares method, path and query, whose parameters may come in any order', () => {
  const { send } = play(entry(`GET ${user}?a=1&b=2`, 201, 1));
  expect(send('GET /user').status).toBe(200);
  expect(send('HEAD /user?a=1&b=2').status).toBe(200);
  expect(send('GET /user?b=2&a=1').status).toBe(201);
});

it('begins again after a reset, and goes on after an export and import', () => {
  const { sandbox, send, state } = play(entry(`GET ${user}`, 201, 1));
  expect(send('GET /user').status).toBe(201);
  expect(send('GET /user').status).toBe(200);
  const read = sandbox.readStateText(sandbox.writeState(state()));
  expect('state' in read && read.state.control.replayed).toEqual(state().control.replayed);
  send('POST /_sandbox/reset');
  expect(send('GET /user').status).toBe(201);
});

it('comes behind faults and control requests', () => {
  const { send } = play(entry(`GET ${user}`, 201, 1), entry('GET https://api.example.org/_sandbox/health', 404, 1));
  send('POST /_sandbox/faults', '{ "fault": "status", "status": 500 }');
  expect(['GET /user', 'GET /user', 'GET /_sandbox/health'].map((line) => send(line).status)).toEqual([500, 201, 200]);
});

it('reads texts in base64, and leaves out what has no response', () => {
  const read = recordingOf(
    entry(`GET ${user}`, 200, btoa('{"login":"coded"}'), { encoding: 'base64' }),
    entry(`GET ${user}`, 200, '/+8=', { encoding: 'base64' }),
    entry(`GET ${user}`, 0, ''),
    entry('GET data:text/plain,x', 200, ''),
    entry(`GET ${user}`, 200, '', { size: 12 }),
    entry('GET wss://example.org/', 101, ''),
    {},
  );
  expect(read.exchanges.map(({ response }) => response.body)).toEqual(['{"login":"coded"}']);
  expect(read.leftOut).toBe(6);
});

it.each(['', '{', '[]', '{ "log": {} }', '{ "log": { "entries": {} } }'])('refuses %j', (text) => {
  expect(readRecording(text)).toEqual({ cause: expect.stringContaining('not a recording') as string });
});

it('refuses very many entries', () => {
  expect(readRecording(JSON.stringify({ log: { entries: Array(10_001).fill({}) } }))).toHaveProperty('cause');
});
