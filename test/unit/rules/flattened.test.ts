import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';

const rulesOf = (text: string): readonly string[] =>
  checkText(text).map(({ finding }) => `${finding.severity} ${finding.rule}`);
const mapping = (field: string): string =>
  `PUT /books\n\n{ "mappings": { "properties": { "title": { "type": "text" }, "labels": ${field} } } }\n`;
const create = mapping('{ "type": "flattened" }');
const search = (body: string): string => `\n###\nPOST /books/_search\n\n${body}\n`;
const own = (text: string): readonly string[] => rulesOf(text).filter((rule) => !/ (missing-|absent-)/.test(rule));

describe('a mapping', () => {
  it.each([
    ['{ "type": "flattened" }'],
    ['{ "type": "flattened", "depth_limit": 0, "index": "true", "null_value": null, "meta": { "a": "b" } }'],
    ['{ "type": "flattened", "properties": { "host.name": { "type": "keyword" } } }'],
    ['{ "type": "text", "store": true, "fields": { "raw": { "type": "keyword", "anything": 1 } } }'],
    ['{ "type": "{{type}}", "store": true }'],
    ['{ "type": "a_plugin_of_ours", "store": true }'],
    ['{ "properties": { "a": { "type": "nested", "properties": { "b": { "type": "flattened" } } } } }'],
  ])('is accepted: %s', (field) => {
    expect(own(mapping(field))).toEqual([]);
  });

  it.each([
    ['{ "type": "flattened", "store": true }', 'error misplaced-field'],
    ['{ "store": true, "type": "flattened" }', 'error misplaced-field'],
    ['{ "properties": { "a": { "type": "flattened", "store": false } } }', 'error misplaced-field'],
    ['{ "type": "text", "fields": { "f": { "type": "flattened", "store": false } } }', 'error misplaced-field'],
    ['{ "type": "flattened", "copy_to": "all" }', 'warning misplaced-field'],
    ['{ "type": "flattened", "depth_limit": -1 }', 'warning number-range'],
    ['{ "type": "flattened", "ignore_above": "5" }', 'information quoted-value'],
    ['{ "type": "flattened", "ignore_above": "five" }', 'warning quoted-value'],
    ['{ "type": "flattened", "ignore_above": true }', 'warning wrong-type'],
    ['{ "type": "flattened", "index_options": "positions" }', 'warning unknown-value'],
    ['{ "type": "flattened", "depth_limt": 5 }', 'warning unknown-field'],
    ['{ "type": "flattend" }', 'warning unknown-value'],
    ['[]', 'warning wrong-type'],
  ])('is reported: %s', (field, ...expected) => {
    expect(own(mapping(field))).toEqual(expected);
  });

  it('is reported where it is not an object', () => {
    expect(own('PUT /books\n\n{ "mappings": { "properties": [] } }\n')).toEqual(['warning wrong-type']);
  });
});

describe('what a mapping says about other requests', () => {
  const fuzzy = search('{ "query": { "fuzzy": { "labels.a": "x" } } }');

  it.each<[state: string, text: string, count: number]>([
    ['behind it', create + fuzzy, 1],
    ['before it', `POST /books/_search\n\n{ "query": { "fuzzy": { "labels.a": "x" } } }\n\n###\n${create}`, 0],
    ['another index', create + fuzzy.replace('/books', '/others'), 0],
    ['a pattern', create + fuzzy.replace('/books', '/book*'), 0],
    ['a variable', create + fuzzy.replace('/books', '/{{index}}'), 0],
    ['another endpoint', create + fuzzy.replace('POST', '# @endpoint other\nPOST'), 0],
    ['a new mapping', `${create}\n###\n${mapping('{ "type": "object" }')}${fuzzy}`, 0],
    ['a deleted index', `${create}\n###\nDELETE /books\n${fuzzy}`, 0],
    ['an unknown type', mapping('{ "type": "{{type}}" }') + fuzzy, 0],
    ['a field that only begins alike', create + fuzzy.replace('labels.a', 'labelsa'), 0],
    ['a suppressed finding', create + fuzzy.replace('{ "query"', '# rulebook-ignore unsupported-use\n{ "query"'), 0],
  ])('%s', (_state, text, count) => {
    expect(rulesOf(text).filter((rule) => rule === 'error unsupported-use')).toHaveLength(count);
  });

  it('points at the mapping', () => {
    const [found] = checkText(create + fuzzy).filter(({ finding }) => finding.rule === 'unsupported-use');
    const [place] = found?.finding.related ?? [];
    expect(place?.block?.order).toBeGreaterThan(0);
    expect(create.slice(place?.span.start, place?.span.end)).toBe('"labels"');
  });
});

describe('a long value in a document', () => {
  const write = (labels: object): string => `\n###\nPUT /books/_doc/1\n\n${JSON.stringify({ labels })}\n`;
  const isReported = (text: string): boolean => rulesOf(text).some((rule) => rule.includes('mismatched-document'));
  const longest = 'x'.repeat(32_764);

  it('is reported when it is too long together with its key', () => {
    expect(isReported(create + write({ a: longest }))).toBe(false);
    expect(isReported(create + write({ a: `${longest}x` }))).toBe(true);
    expect(isReported(create + write({ a: { b: [`${longest}x`] } }))).toBe(true);
  });

  it('is not reported where the mapping leaves long values out', () => {
    const limited = mapping('{ "type": "flattened", "ignore_above": 100 }');
    expect(isReported(limited + write({ a: `${longest}x` }))).toBe(false);
  });
});

describe('a search', () => {
  it.each([
    ['{ "fields": "labels" }', 'error wrong-type'],
    ['{ "_source": 5 }', 'error wrong-type'],
    ['{ "quer": {} }', 'warning unknown-field'],
  ])('is reported: %s', (body, ...expected) => {
    expect(own(`POST /books/_search\n\n${body}\n`)).toEqual(expected);
  });

  it.each([
    ['{ "_source": ["a", "b*"] }'],
    ['{ "_source": false, "fields": ["labels", { "field": "a", "format": "x" }] }'],
    ['{ "query": { "bool": { "must": { "bool": { "filter": [{ "term": { "a": { "value": 1 } } }] } } } } }'],
    ['{ "query": { "term": { "{{field}}": {{value}} } } }'],
    ['{ "sort": "a", "aggs": { "a": { "terms": { "field": "a" }, "aggregations": { "b": { "global": {} } } } } }'],
  ])('is accepted: %s', (body) => {
    expect(own(`GET /books/_search?size=0\n\n${body}\n`)).toEqual([]);
  });

  it('is accepted without a body', () => {
    expect(own('GET /books/_search?q=a\n')).toEqual([]);
  });
});

describe('an index in the path', () => {
  it.each([
    ['PUT https://example.com/anything\n\n{ "name": 1 }\n'],
    ['PUT /_nothing_of_ours\n\n{ "name": 1 }\n'],
    ['GET /anything\n'],
  ])('is not seen in %j', (text) => {
    expect(own(text).filter((rule) => !rule.endsWith('unknown-path'))).toEqual([]);
  });
});

describe('refresh', () => {
  it.each([
    ['?refresh', []],
    ['?refresh=true', []],
    ['?refresh=wait_for', []],
    ['?refresh=soon', ['warning unknown-value']],
  ])('%s', (query, expected) => {
    expect(own(`POST /books/_doc/1${query}\n\n{}\n`)).toEqual(expected);
    expect(own(`POST /books/_bulk${query}\n\n{ "delete": { "_id": "1" } }\n`)).toEqual(expected);
  });
});

describe('bad input', () => {
  const deep = '{ "a": '.repeat(3000) + '1' + ' }'.repeat(3000);
  it.each([
    ['a deep document', `${create}\n###\nPOST /books/_doc/1\n\n{ "labels": ${deep} }\n`],
    ['a deep search', create + search(deep)],
    ['a deep mapping', mapping('{ "properties": { "a": '.repeat(1000) + '{}' + ' } }'.repeat(1000))],
    [
      'odd keys',
      `${create}\n###\nPOST /books/_doc/1\n\n{ "": 1, ".": {}, "__proto__": {}, "labels": { "": { ".": 1 } } }\n`,
    ],
    ['odd mappings', mapping('{ "type": null, "properties": 5 }') + search('{ "sort": [null, 5, {}], "query": [] }')],
    [
      'odd lines',
      `${create}\n###\nPOST /books/_bulk\n\n{}\n[]\n5\n"index"\nnull\n{ "index": 5 }\n{ "update": null }\n5\n`,
    ],
  ])('%s is checked without a fault', (_state, text) => {
    expect(Array.isArray(checkText(text))).toBe(true);
  });

  it('summarises a large bulk body by few places', () => {
    const lines = '{ "index": {} }\n{ "labels": "x", "a": { "b": 1 } }\n'.repeat(3000);
    const found = checkText(`${create}\n###\nPOST /books/_bulk\n\n${lines}`);
    const count = found.filter(({ finding }) => finding.rule === 'mismatched-document').length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(100);
  });
});
