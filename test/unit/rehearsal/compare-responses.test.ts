import { expect, it } from 'vitest';
import { compareResponses } from '../../../packages/sandbox/src/comparison/index';

const compare = (before: readonly [number, unknown], after: readonly [number, unknown]) =>
  compareResponses(
    { status: before[0], body: JSON.stringify(before[1]) },
    { status: after[0], body: JSON.stringify(after[1]) },
  );
const error = (type: string) => ({ error: { type, reason: `${type} is meant`, rule: 'x' } });

it('compares statuses and types of errors', () => {
  expect(compare([200, {}], [400, error('a')])).toMatchObject({
    before: { status: 200 },
    after: { status: 400, type: 'a' },
  });
  expect(compare([400, error('a')], [400, error('b')])).toMatchObject({ before: { type: 'a' }, after: { type: 'b' } });
  expect(compare([400, error('a')], [400, { error: { type: 'a', reason: 'other words' } }])).toBeUndefined();
});

it('compares members and values, but not those that are new for each server', () => {
  const found = compare(
    [200, { took: 1, a: 1, hits: [{ _id: 'x', b: 1 }], old: 1, version: { number: '8' } }],
    [200, { took: 2, a: 2, hits: [{ _id: 'y', b: 1 }], new: 1, version: { number: '9' } }],
  );
  expect(found?.members).toEqual([
    { path: '$.a', before: '1', after: '2' },
    { path: '$.old', before: '1' },
    { path: '$.new', after: '1' },
  ]);
  expect(compare([200, { a: [1, 2] }], [200, { a: [1] }])?.members).toEqual([
    { path: '$.a', before: '2 items', after: '1 item' },
  ]);
});
