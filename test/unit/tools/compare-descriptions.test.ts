import { describe, expect, it } from 'vitest';
import { compareDescriptions, differenceLines } from '../../../tools/lib/compare-descriptions.mjs';

const text = { type: 'string' };
const member = (name: string, more: object = {}) => ({ name, shape: text, ...more });

function described(path: string, query: readonly object[], fields: readonly object[] = []) {
  const body = { shape: 0 };
  const operations = [{ methods: ['POST'], path, query, body }];
  return { operations, shapes: [{ type: 'object', fields }] };
}

describe('two releases of a description', () => {
  it('differ in operations, whatever the parameters of their paths are called', () => {
    const former = {
      operations: [...described('/a/{id}', []).operations, ...described('/b', []).operations],
      shapes: [],
    };
    const later = {
      operations: [...described('/a/{name}', []).operations, ...described('/c', []).operations],
      shapes: [],
    };
    expect(compareDescriptions(former, later)).toEqual([
      { kind: 'lost', operation: 'POST /b' },
      { kind: 'gained', operation: 'POST /c' },
    ]);
  });

  it('differ in parameters, members and values', () => {
    const former = described('/a', [member('size')], [member('name'), member('kind')]);
    const later = described(
      '/a',
      [member('size', { shape: { type: 'string', values: { values: ['large'] } } })],
      [member('name', { required: true }), member('sort', { deprecated: 'Use `order`.' })],
    );
    expect(compareDescriptions(former, later)).toEqual([
      { kind: 'lost', operation: 'POST /a', at: 'kind' },
      { kind: 'gained', operation: 'POST /a', at: '?size=large' },
      { kind: 'required', operation: 'POST /a', at: 'name' },
      { kind: 'gained', operation: 'POST /a', at: 'sort' },
    ]);
  });

  it('end where a shape holds itself', () => {
    const shape = { type: 'object', fields: [{ name: 'child', shape: 0 }] };
    const one = { operations: [{ methods: ['PUT'], path: '/a', body: { shape: 0 } }], shapes: [shape] };
    expect(compareDescriptions(one, one)).toEqual([]);
    expect(differenceLines([])).toEqual([
      'no longer there: none',
      'required now: none',
      'deprecated now: none',
      'new: none',
    ]);
  });
});
