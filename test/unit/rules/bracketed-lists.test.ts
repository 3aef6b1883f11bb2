import { describe, expect, it } from 'vitest';
import { findingsBy } from './own-description';

const list = '{ name: tags, in: query, schema: { type: array, items: { type: integer } } }';
const described = (parameters: string, more = '') =>
  `openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { parameters: [ ${parameters} ] } }${more} }\n`;
const unknown = (name: string) =>
  `warning unknown-query-parameter: The query parameter \`${name}\` is not described for this operation; did you mean \`tags\`?`;

describe('a list in brackets', () => {
  it.each(['tags[]', 'tags[0]', 'tags%5B%5D'])('such as %s is another parameter', (name) => {
    expect(findingsBy(described(list), `GET /a?${name}=1`)).toEqual([unknown(name)]);
    expect(findingsBy(described(list), `GET /a?tags=1&${name}=2`)).toEqual([unknown(name)]);
  });

  it('is one finding where the list is required', () => {
    const found = findingsBy(described(list.replace('in: query', 'in: query, required: true')), 'GET /a?tags[]=1');
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('did you mean `tags`?');
  });

  it('is the list where the description names brackets anywhere', () => {
    const other = ", /b: { get: { parameters: [ { name: 'ids[]', in: query, schema: { type: array, items: {} } } ] } }";
    expect(findingsBy(described(list, other), 'GET /a?tags[]=1')).toEqual([]);
    const object = '{ name: f, in: query, style: deepObject, schema: { type: object, properties: { a: {} } } }';
    expect(findingsBy(described(`${list}, ${object}`), 'GET /a?tags[]=1')).toEqual([]);
  });

  it('is not reported where no unknown parameter is', () => {
    const open = '{ name: o, in: query, schema: { type: object, additionalProperties: true } }';
    expect(findingsBy(described(`${list}, ${open}`), 'GET /a?tags[]=1')).toEqual([]);
  });
});
