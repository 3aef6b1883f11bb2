import { expect, it } from 'vitest';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import { serviceOf } from '../description/openapi/corpus';
import { labelsAt } from './check-feature';

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
