import { describe, expect, it } from 'vitest';
import { refused } from '../../../packages/catalogue/src/provenance';
import type { CompiledShape } from '../../../packages/description/src/compiled';
import { findingsIn, type DescribedThings } from './check-described';

const things: DescribedThings = {
  body: { type: 'object', name: 'thing', fields: [{ name: 'message', shape: { type: 'string' } }] },
  query: [{ name: 'per_page', shape: { type: 'integer' } }],
};
const ignoring: DescribedThings = {
  ...things,
  service: { ignoresOthers: { text: 'It ignores others.', source: 'a test' } },
};

describe('what a description does not have', () => {
  it('is a warning', () => {
    expect(findingsIn(things, { path: 'x' })).toEqual([
      'warning unknown-field: `path` is not a described field of the thing.',
    ]);
  });

  it('is said to be ignored where the service is known to ignore it', () => {
    expect(findingsIn(ignoring, { path: 'x' })).toEqual([
      'information unknown-field: `path` is not a described field of the thing.',
    ]);
    expect(findingsIn(ignoring, { message: 'x' }, '/things?top=1')).toEqual([
      'information unknown-query-parameter: The query parameter `top` is not described for this operation; the service ignores it; described: `per_page`.',
    ]);
  });

  it('is a warning where it is misspelled', () => {
    expect(findingsIn(ignoring, { mesage: 'x' })).toEqual([
      'warning unknown-field: `mesage` is not a described field of the thing; did you mean `message`?',
    ]);
  });

  it('is not reported where the service is known to accept it', () => {
    const remark = { text: 'It accepts it.', source: 'a test', method: 'POST', path: '/things' };
    const body: CompiledShape = {
      type: 'object',
      name: 'thing',
      fields: [{ name: 'kind', shape: { type: 'string', values: { values: ['a', 'b'] } } }],
    };
    const accepting = (path: string): DescribedThings => ({
      body,
      service: {
        accepts: [
          { ...remark, path, name: 'date' },
          { ...remark, path, name: 'kind', values: ['c'] },
        ],
      },
    });
    expect(findingsIn(accepting('/things'), { date: 'x', kind: 'c' })).toEqual([]);
    expect(findingsIn(accepting('/things'), { other: 'x', kind: 'd' })).toHaveLength(2);
    expect(findingsIn(accepting('/others'), { date: 'x', kind: 'c' })).toHaveLength(2);
  });

  it('is a warning where the operation is known to refuse it', () => {
    const provenance = refused({ kind: 'reference', document: 'code-hosting', section: 'Errors', source: 'a test' });
    const strict = { operations: [{ method: 'POST', path: '/things' }], provenance };
    expect(findingsIn({ ...ignoring, service: { ...ignoring.service, strictBodies: strict } }, { path: 'x' })).toEqual([
      'warning unknown-field: `path` is not a described field of the thing; the service refuses others here.',
    ]);
  });
});
