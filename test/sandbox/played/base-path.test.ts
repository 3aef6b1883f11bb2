import { expect, it } from 'vitest';
import { readRecording } from '../../../packages/sandbox/src/index';
import { play, serviceOf } from './library';

const list = { 200: { description: 'Some.', content: { 'application/json': { schema: { type: 'array' } } } } };
const described = (...urls: readonly string[]) =>
  serviceOf({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: urls.map((url) => ({ url })),
    paths: { '/orders': { get: { responses: list } }, '/v2/health': { get: { responses: list } } },
  });

function recordingOf(...urls: readonly string[]) {
  const entries = urls.map((url) => ({
    request: { method: 'GET', url },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: JSON.stringify(url) } },
  }));
  const read = readRecording(JSON.stringify({ log: { entries } }));
  if ('cause' in read) throw new Error(read.cause);
  return read;
}

it.each([['https://api.example.com/v2'], ['/v2'], ['https://api.example.com', '/v2']])(
  'answers recorded requests with and without the path of the server (%s)',
  (...urls) => {
    const recorded = ['https://api.example.com/v2/orders?a=1&b=2', 'https://other.example.com/orders?b=2&a=1'];
    const { send } = play(
      described(...urls),
      {},
      { recording: recordingOf(...recorded, 'https://api.example.com/v2') },
    );
    expect(send('GET /orders?a=1&b=2').json).toBe(recorded[0]);
    expect(send('GET /v2/orders?b=2&a=1').json).toBe(recorded[1]);
    expect(send('GET /v2/orders?b=2&a=1').json).toEqual(['text']);
    expect(send('GET /v2').json).toBe('https://api.example.com/v2');
  },
);

it('takes away the longest path, and none that belongs to a described path', () => {
  const { send } = play(described('/v2', '/v2/eu'));
  expect(
    ['/orders', '/v2/orders', '/v2/eu/orders', '/v2/health', '/v2/v2/health'].map((path) => send(`GET ${path}`).status),
  ).toEqual([200, 200, 200, 200, 200]);
  expect(send('GET /v20/orders').status).toBe(404);
});
