import { expect, it } from 'vitest';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import { serviceOf } from '../description/openapi/corpus';
import { completionsAt, labelsAt } from './check-feature';

const order = {
  type: 'object',
  properties: {
    state: { enum: ['open', 'sent'] },
    paid: { type: 'boolean' },
    lines: { type: 'array', items: { type: 'object', properties: { size: { enum: [1, 2] } } } },
  },
};
const json = (type: string, schema: object) => ({ content: { [type]: { schema } } });
const { options } = serviceOf(
  compileOpenApi({
    ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' } },
    paths: {
      '/orders': {
        patch: {
          requestBody: json('application/merge-patch+json', order),
          responses: {
            200: {
              ...{ description: '', ...json('application/hal+json', order) },
              headers: { 'X-Total': { schema: { type: 'integer' } } },
            },
          },
        },
        put: {
          parameters: [
            { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
          ],
          responses: {},
        },
        post: { requestBody: json('multipart/form-data', { type: 'object', properties: {} }), responses: {} },
      },
    },
  }),
);
const labels = (text: string) => labelsAt(`# @endpoint own\n${text}`, options.context);

it.each<[string, readonly string[]]>([
  ['PATCH /orders\nContent-Type: <|>', ['application/merge-patch+json']],
  ['PATCH /orders\nAccept: <|>', ['application/hal+json']],
  ['POST /orders\nContent-Type: <|>', ['multipart/form-data; boundary=boundary']],
  ['PATCH /orders\n\n?? $.state == <|>', ['"open"', '"sent"']],
  ['PATCH /orders\n\n?? $.state != "o<|>', ['"open"']],
  ['PATCH /orders\n\n?? body $.paid == <|>', ['true', 'false']],
  ['PATCH /orders\n\n?? $.lines[0].size == <|>', ['1', '2']],
  ['# @until $.state == <|>\nPATCH /orders', ['"open"', '"sent"']],
  ['PATCH /orders\n\n?? $.lines[0].size > <|>', []],
  ['PATCH /orders\n\n?? $.other == <|>', []],
])('what the description lists is offered: %j', (text, expected) => {
  expect(labels(text)).toEqual(expected);
});

it('header fields of responses are offered where they are read, those of the operation first', () => {
  expect(labels('PATCH /orders\n\n?? header <|>')[0]).toBe('x-total');
  expect(labels('PATCH /orders\n\n> {% response.headers.valueOf("<|>") %}\n')[0]).toBe('X-Total');
  expect(labels('# @name one\nPATCH /orders\n\n###\nGET /x/{{one.response.headers.<|>}}')).toContain(
    'one.response.headers.X-Total',
  );
  expect(labels('POST /orders\n\n?? header <|>')[0]).toBe('content-type');
});

it('a required UUID is a new one for each request', () => {
  const offers = completionsAt('# @endpoint own\nPUT /ord<|>', options.context).map(({ edit }) => edit.newText);
  expect(offers.join()).toMatch(/Idempotency-Key: \$\{\d:\{\{\\\$guid\\\}\\\}\}/);
});

it('header fields for all requests of a file are those of the service that it is about', () => {
  expect(labels('# @header <|>')).not.toContain('X-Opaque-Id');
});

it('header fields of other services are not offered while the own description is not read yet', () => {
  const unread = { ...options.context, services: [] };
  const found = labelsAt('# @endpoint own\nGET /orders\n<|>', unread);
  expect(found).toContain('Accept');
  expect(found).not.toContain('X-Opaque-Id');
});
