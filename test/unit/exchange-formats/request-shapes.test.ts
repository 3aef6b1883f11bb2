import { expect, it } from 'vitest';
import { createRequestShapes } from '../../../packages/exchange/src/logs/index';

const search = (body: unknown, target = '/orders/_search') => ({ method: 'POST', target, body: JSON.stringify(body) });

/** Returns how many texts there are for these requests. */
function counted(requests: readonly ReturnType<typeof search>[]) {
  const shapes = createRequestShapes();
  const read = requests.map((request) => shapes.read(request));
  return { forms: new Set(read.map(({ form }) => form)).size, keys: new Set(read.map(({ key }) => key)).size };
}

const many = Array.from({ length: 1000 }, (_, index) => index);

it('takes requests that differ in data for one form, and distinguishes few of them', () => {
  const found = counted(
    many.map((index) =>
      search({ query: { term: { sku: `S${index}` } }, size: 10 }, `/orders-2026.01.${10 + (index % 20)}/_search`),
    ),
  );
  expect(found.forms).toBe(1);
  expect(found.keys).toBeLessThan(60);
});

it('distinguishes requests by members, operations and parameters', () => {
  expect(
    counted([
      search({ query: { term: { a: 1 } } }),
      search({ query: { match: { a: 1 } } }),
      search({ query: { term: { a: 1 } } }, '/orders/_count'),
      search({ query: { term: { a: 1 } } }, '/orders/_search?local=true'),
      { ...search({ query: { term: { a: 1 } } }), method: 'GET' },
    ]),
  ).toEqual({ forms: 5, keys: 5 });
});

it('distinguishes requests by the words of a place with few of them', () => {
  const kinds = ['date', 'keyword', 'flattened'];
  const body = (index: number) => ({ mappings: { properties: { f: { type: kinds[index % 3] } } }, note: `n${index}` });
  const shapes = createRequestShapes();
  const keys = many.map((index) => shapes.read(search(body(index))).key);
  expect(new Set(keys.slice(-30)).size).toBe(3);
});

it('knows the names of something from data, also where there are many of them', () => {
  const types = ['text', 'keyword', 'long', 'date', 'boolean', 'integer', 'float', 'double', 'ip', 'nested', 'object'];
  const shapes = createRequestShapes();
  const keyOfType = (type: string, field: string) =>
    shapes.read(search({ mappings: { properties: { [field]: { type } } } }, '/made')).key;
  for (const [index, type] of types.entries()) keyOfType(type, `field${index}`);
  expect(keyOfType('flattened', 'field1')).not.toBe(keyOfType('text', 'field1'));
});

it('remembers a bounded number of documents whose names and values are data', () => {
  const word = (seed: number) => ((seed * 2_654_435_761) % 4_294_967_296).toString(36);
  const shapes = createRequestShapes();
  const keys = Array.from({ length: 6000 }, (_, at) => {
    const members = Array.from({ length: 8 }, (__, index) => [word(at * 8 + index), index % 2 ? at * index : word(at)]);
    return shapes.read(search({ ...Object.fromEntries(members), inner: { [word(at)]: [word(at + 1)] } })).key;
  });
  expect(new Set(keys).size).toBeLessThan(1000);
  expect(new Set(keys.slice(-3000)).size).toBeLessThan(20);
});

it('distinguishes forms of values: a size with a fraction, a negative number', () => {
  const found = counted(['1mb', '2mb', '1.5mb', '-1', -1, 1, 0.5].map((value) => search({ value })));
  expect(found.forms).toBe(6);
});

it('takes the lines of a bulk body and the items of a list together', () => {
  const lines = (count: number) => ({
    ...{ method: 'POST', target: '/_bulk' },
    body: `${many
      .slice(0, count)
      .map((index) => `{"index":{"_id":"${index}"}}\n{"a":${index}}`)
      .join('\n')}\n`,
  });
  const shapes = createRequestShapes();
  shapes.read(lines(500));
  expect(shapes.read(lines(20)).form).toBe(shapes.read(lines(400)).form);
  const other = { ...lines(20), body: lines(20).body.replace('"a":7', '"b":7') };
  expect(shapes.read(other).form).not.toBe(shapes.read(lines(20)).form);
  expect(shapes.read({ ...lines(1), body: 'a: 1' }).form).not.toBe(shapes.read({ ...lines(1), body: 'a: 2' }).form);
});

it('remembers a bounded number of names', () => {
  const shapes = createRequestShapes();
  const forms = many.map((index) => shapes.read(search({ [`k${index}`]: { a: 1 } })).form);
  expect(new Set(forms.slice(-100)).size).toBe(1);
});
