import { describe, expect, it } from 'vitest';
import { findingsBy } from './own-description';

const lines = '{"a":1}\n{"a":2}';
const mustBeString = 'warning wrong-type: The request body must be a string.';

function found(type: string, schema: string, body: string, version = '3.0.3'): readonly string[] {
  const description =
    version === '2.0'
      ? `swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { consumes: ['${type}'], parameters: [ { name: b, in: body, schema: ${schema} } ] } } }\n`
      : `openapi: ${version}\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { requestBody: { content: { '${type}': { schema: ${schema} } } } } } }\n`;
  return findingsBy(description, `POST /a\nContent-Type: ${type}\n\n${body}`);
}

describe('a body that is described as a text', () => {
  it.each([
    ['application/x-ndjson', lines],
    ['application/ndjson', lines],
    ['application/jsonl', lines],
    ['text/csv', 'a,b\n1,2'],
    ['application/vnd.api+json', '{"a":1}'],
  ])('of %s is whole that text', (type, body) => {
    expect(found(type, '{ type: string }', body)).toEqual([]);
    expect(found(type, '{ type: string, format: binary }', body)).toEqual([]);
    expect(found(type, '{ type: string }', body, '2.0')).toEqual([]);
  });

  it('may be bytes that are JSON', () => {
    expect(found('application/json', '{ type: string, format: binary }', '{"a":1}')).toEqual([]);
    expect(found('application/json', '{ type: string }', '{"a":1}')).toEqual([mustBeString]);
  });

  it('is checked line by line where its lines are described', () => {
    const line = '{ type: object, properties: { a: { type: string } } }';
    expect(found('application/jsonl', line, lines)).toHaveLength(2);
    expect(found('application/x-ndjson', `{ type: array, items: ${line} }`, lines)).toHaveLength(2);
  });
});
