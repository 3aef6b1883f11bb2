import { expect, test } from 'vitest';
import { bodyFieldsOf, createFieldReader, fieldsOf } from './head-fields';

const raw = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'latin1'));

test('gives equal header fields as one list, and others as another', () => {
  const read = createFieldReader();
  const first = read(raw('Content-Type', 'text/plain', 'X-\xe9', '1'));
  expect(first).toEqual([
    ['Content-Type', 'text/plain'],
    ['X-é', '1'],
  ]);
  expect(read(raw('Content-Type', 'text/plain', 'X-\xe9', '1'))).toBe(first);
  expect(read(raw('Content-Type', 'text/plain', 'X-\xe9', '2'))).toEqual([
    ['Content-Type', 'text/plain'],
    ['X-é', '2'],
  ]);
  expect(read(raw('Content-Type', 'text/plain'))).toEqual([['Content-Type', 'text/plain']]);
});

test('has no fields where there are none', () => {
  expect([createFieldReader()(undefined), createFieldReader()([]), fieldsOf([]), fieldsOf(null)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test('says of a body what its fields say', () => {
  const headers = fieldsOf(raw('content-type', 'text/event-stream; charset=utf-8', 'Content-Encoding', 'gzip, br'));
  expect(bodyFieldsOf(headers)).toEqual({
    ...{ contentType: 'text/event-stream; charset=utf-8', codings: ['gzip', 'br'], isEventStream: true },
  });
  expect(bodyFieldsOf([])).toEqual({ contentType: undefined, codings: [], isEventStream: false });
});
