import { describe, expect, it } from 'vitest';
import { play, serviceOf } from './library';

// What a fuzzer sends and people do not: each of these was once taken for something else.

const json = (schema: object) => ({ 'application/json': { schema } });
const game = serviceOf(
  {
    openapi: '3.1.0',
    info: { title: 'Game', version: '1' },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/squares/{row}': {
        parameters: [{ name: 'row', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
        get: {
          responses: {
            200: { description: 'Square', content: json({ type: 'string' }) },
            400: { description: 'Wrong', content: { 'text/html': { schema: { type: 'string', maxLength: 256 } } } },
          },
        },
      },
      '/players/{player}': {
        parameters: [{ name: 'player', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          responses: {
            200: { description: 'Player', content: json({ type: 'object' }) },
            404: { description: 'There is none.' },
          },
        },
        delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'There is none.' } } },
      },
      '/flows': {
        get: {
          parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'Flow', content: json({ type: 'object' }) } },
        },
      },
      '/moves': {
        post: {
          parameters: [{ name: 'X-Turn', in: 'header', required: true, schema: { type: 'string' } }],
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', required: ['mark'], properties: { mark: { type: 'string' } } },
              },
            },
          },
          responses: { 200: { description: 'Done', content: json({ type: 'object' }) } },
        },
      },
      '/scores': {
        get: {
          security: [{ key: [] }],
          responses: { 200: { description: 'Scores', content: json({ type: 'array' }) } },
        },
      },
    },
  },
  'game',
);

const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Turn': '1' };

describe('a request to a described service', () => {
  it.each(['AA', 'ROW', '%7Brow%7D', ':row', 'null'])('is refused with %s in place of a number', (word) => {
    const { status, headers, body } = play(game).send(`GET /squares/${word}`);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toBe('`row` must be an integer.');
  });

  it('is refused in the form of the error, without what a page would carry out', () => {
    const answer = play(game).send('GET /squares/%3Cscript%3E');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).not.toContain('<');
  });

  it('finds nothing at a path that cannot be, where only that is described', () => {
    const { send } = play(game);
    expect(send('GET /players/text').status).toBe(404);
    expect(send('DELETE /players/text').status).toBe(404);
  });

  it.each(['?=x', '?=&a=b', '?%7B%7Bid%7D%7D=1', ''])('lacks a parameter of the query with %j', (query) => {
    const { status, json: problem } = play(game).send(`GET /flows${query}`);
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      message: expect.stringContaining('lacks the required query parameter `id`') as string,
    });
  });

  it('is a form, whatever its first character', () => {
    const { send } = play(game);
    expect(send('POST /moves', '7=a&mark=X', form).status).toBe(200);
    expect(send('POST /moves', '{"a":1}&mark=X', form).status).toBe(200);
    const without = send('POST /moves', 'row=1&=2', form);
    expect(without.status).toBe(400);
    expect(without.json).toMatchObject({
      message: expect.stringContaining('lacks the required field `mark`') as string,
    });
  });

  it('lacks a header field', () => {
    const { status, json: problem } = play(game).send('POST /moves', 'mark=X', { ...form, 'X-Turn': '' });
    expect(status).toBe(400);
    expect(problem).toMatchObject({ message: 'The request lacks the required header field `X-Turn`.' });
  });
});

it('begins with the credentials of a seed that names no resources', () => {
  const { send } = play(game, { game: { credentials: ['known'] } });
  expect(send('GET /scores', undefined, { Authorization: '', 'X-Key': 'known' }).status).toBe(200);
  expect(send('GET /scores', undefined, { Authorization: '', 'X-Key': 'other' }).status).toBe(401);
});
