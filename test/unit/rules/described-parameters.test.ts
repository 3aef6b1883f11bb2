import { describe, expect, it } from 'vitest';
import { findingsBy } from './own-description';

// How lists in parameters are split, by the way that a description has them written.

/** Returns the findings of a request to an operation with one parameter `p`. */
function found(place: string, parameter: string, value: string): readonly string[] {
  const path = place === 'path' ? '/a/{p}' : '/a';
  const required = place === 'path' ? 'required: true, ' : '';
  const description = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { '${path}': { get: { parameters: [ { name: p, in: ${place}, ${required}${parameter} } ] } } }\n`;
  const written = { path: `/a/${value}`, query: `/a?${value}`, header: `/a\np: ${value}` };
  return findingsBy(description, `GET ${written[place as keyof typeof written]}`);
}

function foundInForm(schema: string, encoding: string, body: string): readonly string[] {
  const description = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { p: ${schema} } }${encoding} } } } } } }\n`;
  return findingsBy(description, `POST /a\nContent-Type: application/x-www-form-urlencoded\n\n${body}`);
}

const many = (has: number) => `warning item-count: \`p\` must have at most 2 items; it has ${has}.`;
const few = (has: number) => `warning item-count: \`p\` must have at least 2 items; it has ${has}.`;
const atMostTwo = '{ type: array, maxItems: 2, items: { type: string } }';
const words = "{ type: array, items: { type: string, enum: [ 'a,c', b ] } }";
const notOne = 'warning unknown-value: `p` must be `a,c` or `b`.';

describe('an encoded comma in a list between commas', () => {
  it.each([
    ['query', 'explode: false, ', 'p='],
    ['path', '', ''],
    ['header', '', ''],
  ])('belongs to its item in the %s', (place, form, name) => {
    expect(found(place, `${form}schema: ${atMostTwo}`, `${name}a%2Cb,c`)).toEqual([]);
    expect(found(place, `${form}schema: ${atMostTwo}`, `${name}a,b,c`)).toEqual([many(3)]);
    expect(found(place, `${form}schema: ${atMostTwo}`, `${name}a%2cb,c,d`)).toEqual([many(3)]);
  });

  it('belongs to its item in a form', () => {
    const joined = ', encoding: { p: { explode: false } }';
    expect(foundInForm(atMostTwo, joined, 'p=a%2Cb,c')).toEqual([]);
    expect(foundInForm(atMostTwo, joined, 'p=a,b,c')).toEqual([many(3)]);
    expect(foundInForm(atMostTwo, '', 'p=a&p=b&p=c')).toEqual([many(3)]);
    expect(foundInForm(atMostTwo, '', 'p=a,b,c')).toEqual([]);
    const spaced = ', encoding: { p: { style: spaceDelimited } }';
    expect(foundInForm('{ type: array, minItems: 2, items: { type: integer } }', spaced, 'p=1+2')).toEqual([]);
  });

  it('is decoded before the item is compared', () => {
    expect(found('query', `explode: false, schema: ${words}`, 'p=a%2Cc,b')).toEqual([]);
    expect(found('query', `explode: false, schema: ${words}`, 'p=b,a%2Cc,x')).toEqual([notOne]);
    expect(found('path', `schema: ${words}`, 'a%2Cc,b')).toEqual([]);
    const long = '{ type: array, items: { type: string, minLength: 3 } }';
    expect(found('query', `explode: false, schema: ${long}`, 'p=a%2Cc,bcd')).toEqual([]);
  });

  it('separates where the item cannot have it, since many services decode first', () => {
    const numbers = '{ type: array, minItems: 2, maxItems: 2, items: { type: integer } }';
    expect(found('query', `explode: false, schema: ${numbers}`, 'p=1%2C2')).toEqual([]);
    expect(found('query', `explode: false, schema: ${numbers}`, 'p=1%2C2,3')).toEqual([many(3)]);
    expect(found('query', `explode: false, schema: ${numbers}`, 'p=1')).toEqual([few(1)]);
  });
});

describe('a list in a form that is not checked', () => {
  it('has no items', () => {
    const written = (place: string, form: string) =>
      `swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { parameters: [ { name: p, in: ${place}, type: array, collectionFormat: ${form}, maxItems: 1, items: { type: integer } } ] } } }\n`;
    expect(findingsBy(written('header', 'ssv'), 'GET /a\np: 1 2')).toEqual([]);
    expect(findingsBy(written('header', 'csv'), 'GET /a\np: 1,2')).toHaveLength(1);
    const body = (of: string) => `POST /a\nContent-Type: application/x-www-form-urlencoded\n\np=${of}`;
    const form = (of: string) => written('formData', of).replace('get:', 'post:');
    expect(findingsBy(form('ssv'), body('1+2'))).toEqual([]);
    expect(findingsBy(form('csv'), body('1,2'))).toHaveLength(1);
  });
});

describe('an item that is listed twice', () => {
  const unique = '{ type: array, uniqueItems: true, items: { type: string } }';
  const twice = (item: string) => `warning duplicate-item: The item \`${item}\` is listed twice.`;

  it('is reported in each place, as the service receives it', () => {
    expect(found('query', `explode: false, schema: ${unique}`, 'p=a,b,%61')).toEqual([twice('a')]);
    expect(found('query', `explode: false, schema: ${unique}`, 'p=a%2Cb,a,b')).toEqual([]);
    expect(found('query', `explode: false, schema: ${unique}`, 'p=a%2Cb,a%2cb')).toEqual([twice('a,b')]);
    expect(found('query', `schema: ${unique}`, 'p=a&p=b&p=a')).toEqual([twice('a')]);
    expect(found('query', `schema: ${unique}`, 'p=a,a')).toEqual([]);
    expect(found('header', `schema: ${unique}`, 'a, b, a')).toEqual([twice('a')]);
    expect(found('path', `schema: ${unique}`, 'a,b,a')).toEqual([twice('a')]);
    expect(found('query', `schema: ${unique}`, 'p=a&p={{b}}&p=a').filter((one) => one.includes('duplicate'))).toEqual(
      [],
    );
  });
});

describe('what a parameter may be by its style', () => {
  it.each([
    [
      'a member that is not listed',
      'style: deepObject, schema: { type: object, additionalProperties: { type: integer } }',
      'p[x]=1&p[y]=2',
    ],
    [
      'a member next to listed ones',
      'style: deepObject, schema: { type: object, properties: { a: { type: integer } }, additionalProperties: { type: string } }',
      'p[a]=1&p[x]=1',
    ],
    ['members of members', 'style: deepObject, schema: { type: object }', 'p[x][y]=1'],
    [
      'a parameter for each item',
      'style: pipeDelimited, explode: true, schema: { type: array, items: { type: integer } }',
      'p=1&p=2',
    ],
    ['empty', 'allowEmptyValue: true, schema: { type: integer }', 'p='],
    ['empty in spite of its values', 'allowEmptyValue: true, schema: { type: string, enum: [a], minLength: 1 }', 'p='],
    ['null', "explode: false, schema: { type: [array, 'null'], minItems: 2, items: { type: integer } }", 'p=null'],
  ])('%s', (_, parameter, query) => {
    expect(found('query', parameter, query)).toEqual([]);
  });

  it('is not everything', () => {
    const listed =
      'style: deepObject, schema: { type: object, properties: { a: { type: integer } }, additionalProperties: false }';
    expect(found('query', listed, 'p[x]=1')).toHaveLength(1);
    const open =
      'style: deepObject, schema: { type: object, properties: { a: { type: integer } }, additionalProperties: { type: string } }';
    expect(found('query', open, 'p[a]=x')).toHaveLength(1);
    expect(found('query', 'allowEmptyValue: true, schema: { type: integer }', 'p=x')).toHaveLength(1);
    expect(found('query', 'schema: { type: integer }', 'p=')).toHaveLength(1);
  });

  it('may be null, and is otherwise of the other type', () => {
    const number = "schema: { type: [integer, 'null'] }";
    expect(found('query', number, 'p=null')).toEqual([]);
    expect(found('query', number, 'p=5')).toEqual([]);
    expect(found('query', number, 'p=x')).toHaveLength(1);
    const list = "schema: { type: [array, 'null'], maxItems: 2, items: { type: integer } }";
    expect(found('query', list, 'p=1&p=2&p=3')).toEqual([many(3)]);
    expect(found('query', `explode: false, ${list}`, 'p=1,2,3')).toEqual([many(3)]);
  });
});
