import { describe, expect, it } from 'vitest';
import type { CompiledShape } from '../../../packages/description/src/compiled';
import { findingsIn } from './check-described';

const text = { type: 'string' } as const;
const body: CompiledShape = {
  type: 'object',
  name: 'thing',
  fields: ['email', 'id', 'role'].map((name) => ({ name, shape: text })),
  constraints: [{ rule: 'member-count', options: { minimum: 1, fields: ['email', 'id'] } }],
};

describe('two members of which one must be there', () => {
  it.each([{ email: 'a@b.c' }, { id: '1', role: 'x' }, { email: 'a@b.c', id: '1' }])('are enough in %j', (value) => {
    expect(findingsIn({ body }, value)).toEqual([]);
  });

  it('are named where neither is there', () => {
    expect(findingsIn({ body }, { role: 'x' })).toEqual([
      'warning member-count: The request body must have at least one of the members `email` and `id`.',
    ]);
  });
});
