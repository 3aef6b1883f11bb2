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

describe('a body that is described as a text with limits', () => {
  const limits = "{ type: string, minLength: 2, maxLength: 5, pattern: '^[a-z\\n]+$' }";
  const long = 'warning length-limit: `body` must have at most 5 characters; it has 6.';

  it('keeps to them', () => {
    expect(found('text/plain', limits, 'abcde')).toEqual([]);
    expect(found('text/plain', limits, 'abcdef')).toEqual([long]);
    expect(found('text/plain', limits, 'a')).toHaveLength(1);
    expect(found('text/plain', limits, 'A1')).toHaveLength(1);
    expect(found('text/plain', '{ type: string, enum: [one, two] }', 'one')).toEqual([]);
    expect(found('text/plain', '{ type: string, enum: [one, two] }', 'three')).toEqual([
      'warning unknown-value: `body` must be `one` or `two`.',
    ]);
  });

  it('keeps to them in Swagger 2.0, too', () => {
    expect(found('text/plain', limits, 'abcde', '2.0')).toEqual([]);
    expect(found('text/plain', limits, 'abcdef', '2.0')).toEqual([long]);
    expect(found('text/plain', '{ type: string }', 'abcdef', '2.0')).toEqual([]);
    expect(found('text/csv', limits, 'abcdefgh', '2.0')).toEqual([]);
  });

  it('has the ends of lines that are sent: all but the last one', () => {
    expect(found('text/plain', limits, 'ab\nde')).toEqual([]);
    expect(found('text/plain', limits, 'abcde\n')).toEqual([]);
    expect(found('text/plain', limits, 'ab\ndef')).toEqual([long]);
    expect(found('text/plain', limits, 'ab\r\ndef')).toEqual([]);
  });

  it('is not checked where its text is not known', () => {
    const open = (body: string) =>
      found('text/plain', limits, body).filter((one) => !one.includes('undefined-variable'));
    expect(open('{{text}} and more')).toEqual([]);
    expect(open('< ./text.txt').filter((one) => !one.includes('missing-body-file'))).toEqual([]);
    expect(found('text/csv', limits, 'abcdefgh')).toEqual([]);
  });
});
