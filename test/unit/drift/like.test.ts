import { describe, expect, it } from 'vitest';
import { knownExchanges, partLike, truthOf, type SeenExchange } from '../../../packages/sandbox/src/drift/index';
import { createSandbox, type SandboxPart } from '../../../packages/sandbox/src/index';
import { serviceOf } from '../../sandbox/played/library';
import { answered, notes } from './notes';

const service = serviceOf(notes, 'notes');
const own = { 'X-Powered-By': 'notes', 'X-Total': '2', Date: 'today', 'X-Request-Id': '7' };

/** A service that deviates from its description. */
const seen = [
  answered(
    'GET /notes',
    200,
    {
      items: [
        { id: 7, text: 'a' },
        { id: 8, text: 'b' },
      ],
      total: 2,
    },
    own,
  ),
  answered('GET /notes/7', 200, { id: 7, text: 'a', color: 'blue', pinned: true }, own),
  answered('GET /notes/8', 200, { id: 8, text: 'b', color: 'red', pinned: false }, own),
  answered('GET /notes/99', 404, { error: 'none' }, own),
  answered('GET /notes/7/history', 200, [{ text: 'old' }]),
  answered('GET /status', 200, { state: 'orange' }),
];

function playLike(exchanges: readonly SeenExchange[]) {
  const part = partLike(service, knownExchanges(service, exchanges).known) as SandboxPart;
  const sandbox = createSandbox([part]);
  let state = sandbox.createState(sandbox.freshSeed(() => 'secret'));
  return (line: string, body = '') => {
    const [method = '', target = ''] = line.split(' ');
    const headers = [
      ['Authorization', 'Bearer secret'],
      ['Content-Type', 'application/json'],
    ] as const;
    const input = { now: 0, randomText: () => 'r', baseUrl: 'http://127.0.0.1' };
    const step = sandbox.step(state, 'notes', { method, target, headers: [...headers], body }, input, {});
    ({ state } = step);
    const { status, body: text } = step.response;
    return {
      status,
      headers: Object.fromEntries(step.response.headers),
      json: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };
}

describe('a sandbox like a recording', () => {
  it('has its resources, header fields and forms of responses, where they are not as described, too', () => {
    const send = playLike(seen);
    const list = send('GET /notes');
    expect(list.json).toEqual({
      items: [
        { id: 7, text: 'a' },
        { id: 8, text: 'b' },
      ],
      total: 2,
    });
    expect(list.headers).toMatchObject({ 'X-Powered-By': 'notes', 'X-Total': '2' });
    expect(Object.keys(list.headers)).not.toContain('X-Request-Id');
    expect(send('GET /notes/8').json).toEqual({ id: 8, text: 'b', color: 'red', pinned: false });
    expect(send('GET /notes/7/history').json).toEqual([{ text: 'old' }]);
    expect(send('GET /status').json).toEqual({ state: 'orange' });
    const missing = send('GET /notes/99');
    expect(missing.status).toBe(404);
    expect(Object.keys(missing.json as object)).toEqual(['error']);
  });

  it('keeps what is done to its resources', () => {
    const send = playLike(seen);
    expect(send('DELETE /notes/7').status).toBe(204);
    expect(send('GET /notes/7').status).toBe(404);
    expect(send('POST /notes', '{ "text": "new" }').status).toBe(201);
    expect((send('GET /notes').json as { items: unknown[] }).items).toHaveLength(2);
  });

  it('starts before what the recording itself has changed', () => {
    const made = { id: 5, text: 'made' };
    const send = playLike([
      answered('POST /notes', 201, made),
      answered('GET /notes/5', 200, made),
      answered('GET /notes/6', 200, { id: 6, text: 'was there' }),
      answered('DELETE /notes/6', 204),
    ]);
    expect(send('GET /notes/5').status).toBe(404);
    expect(send('GET /notes/6').status).toBe(200);
  });

  it('learns nothing of limits, failures and parts', () => {
    const send = playLike([
      answered('GET /notes/7', 429, { slow: true }),
      answered('GET /notes/8', 503, { down: true }),
      { ...answered('GET /notes/9', 200, { id: 9, text: 'part' }), isPart: true },
    ]);
    expect(send('GET /notes/7').json).toEqual({ message: expect.stringContaining('7') as string });
  });
});

describe('how true it is', () => {
  const truth = (exchanges: readonly SeenExchange[]) =>
    truthOf(service, knownExchanges(service, exchanges).known, () => []);

  it('is counted for each operation', () => {
    const { played, alike, operations } = truth(seen);
    expect(operations.filter((one) => one.alike < one.played)).toEqual([]);
    expect([played, alike]).toEqual([6, 6]);
  });

  it('says what differs first', () => {
    // A sandbox has one state, and these are two.
    const { operations } = truth([
      answered('GET /status', 200, { state: 'green' }),
      answered('GET /status', 200, { state: 'green', since: '2026-01-01T00:00:00Z' }),
      answered('GET /notes', 200, { items: [], page: 1 }),
      answered('GET /notes', 200, { items: [] }),
    ]);
    expect(operations.map(({ operation, played, alike }) => [operation, played, alike])).toEqual([
      ['GET /status', 2, 1],
      ['GET /notes', 2, 1],
    ]);
    expect(operations[1]?.differences?.[0]).toBe('`$.page` was recorded, and is not in the response of the sandbox.');
  });

  it('plays changes in their order, and leaves out what limits and failures answered', () => {
    const removed = truth([
      answered('GET /notes/7', 200, { id: 7, text: 'a' }),
      answered('DELETE /notes/7', 204),
      answered('GET /notes/7', 404, { message: 'none' }),
      answered('GET /notes', 429, {}),
      answered('GET /notes', 500, {}),
    ]);
    expect([removed.played, removed.alike]).toEqual([3, 3]);
  });
});
