import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';
import { contextOfText, findingsBy } from './own-description';

// Parameters that are JSON: those with `content` of OpenAPI.

const filter =
  '{ type: object, required: [w], additionalProperties: false, properties: { w: { type: integer }, k: { type: string, enum: [a, b] }, in: { $ref: "#/components/schemas/F" } } }';

function described(place: string, schema: string, type = 'application/json'): string {
  const path = place === 'path' ? '/a/{f}' : '/a';
  const required = place === 'path' ? 'required: true, ' : '';
  return `openapi: 3.1.0\ninfo: { title: T, version: '1' }\ncomponents: { schemas: { F: ${filter} } }\npaths: { '${path}': { get: { parameters: [ { name: f, in: ${place}, ${required}content: { '${type}': { schema: ${schema} } } } ] } } }\n`;
}

const byReference = '{ $ref: "#/components/schemas/F" }';

function found(value: string, schema = byReference, type?: string): readonly string[] {
  return findingsBy(described('query', schema, type), `GET /a?f=${value}`);
}

const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const notInteger = 'warning wrong-type: `w` must be an integer.';
const notJson = 'error malformed-json: The value of `f` is not JSON, but is described as JSON.';

describe('a parameter that is described as JSON', () => {
  it('is checked like a body, in each place', () => {
    expect(found(encoded({ w: 1, k: 'a' }))).toEqual([]);
    expect(found(encoded({ w: 'x' }))).toEqual([notInteger]);
    expect(found('{"w":"x"}')).toEqual([notInteger]);
    expect(found(encoded({ w: 1, k: 'c' }))).toEqual(['warning unknown-value: `k` must be `a` or `b`.']);
    expect(found(encoded({ w: 1, in: { w: 'x' } }))).toEqual([notInteger]);
    expect(found(encoded({ w: 1, x: 1 }))).toHaveLength(1);
    expect(found(encoded({}))).toHaveLength(1);
    expect(findingsBy(described('header', filter.replace(/, in: .*/, '} }')), 'GET /a\nf: {"w":"x"}')).toEqual([
      notInteger,
    ]);
    expect(findingsBy(described('path', byReference), `GET /a/${encoded({ w: 'x' })}`)).toEqual([notInteger]);
  });

  it('has its findings where the values are written', () => {
    const text = `# @endpoint own\nGET /a?f=${encoded({ k: 'ü', w: 'x' })}\n`;
    const places = checkText(text, { context: contextOfText(described('query', byReference)), severities: {} }).map(
      ({ finding: { span } }) => text.slice(span.start, span.end),
    );
    expect(places).toEqual(['%22%C3%BC%22', '%22x%22']);
  });

  it('must be JSON', () => {
    expect(found('%7B%22w%22%3A1')).toEqual([notJson]);
    expect(found('[1,')).toEqual([notJson]);
  });

  it('is not checked where its text is not known, or may be another notation', () => {
    for (const value of ['{{filter}}', '%7B%22w%22%3A{{w}}%7D', '{filter}', ':filter', '', 'abc'])
      expect(found(value).filter((one) => !one.includes('undefined-variable'))).toEqual([]);
    expect(found('abc', '{ type: string }')).toEqual([]);
    expect(found(encoded({ w: 'x' }), byReference, 'text/csv')).toEqual([]);
    expect(found(encoded({ w: 'x' }), byReference, '*/*')).toEqual([]);
  });
});
