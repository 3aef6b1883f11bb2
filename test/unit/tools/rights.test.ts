import { describe, expect, it } from 'vitest';
import { listedRights, readListedRights } from '../../../tools/oracle/rights/listed-rights.mjs';
import { forms, operations } from '../../../tools/oracle/rights/named-requests.mjs';

const entries = await readListedRights();
const names = new Set(operations.map(({ operation }) => operation));
const formNames = new Set(forms('.ds-stream-1').map(({ form }) => form));

describe('the list of derived rights that stay different', () => {
  it.each(entries)('names what is asked, and says why: $why', ({ why, operation = [], form = [] }) => {
    expect(why.length).toBeGreaterThan(30);
    expect(operation.filter((name) => !name.startsWith('search-cluster.') && !names.has(name))).toEqual([]);
    expect(form.filter((name) => !formNames.has(name))).toEqual([]);
  });

  it('finds an entry by verdict, operation, form and what is too much, and nothing else', async () => {
    const find = await listedRights('es-8.19');
    const row = { id: 'search-cluster.indices.get_alias/index', verdict: 'few', needless: [] };
    expect(find(row)).toBeDefined();
    expect(find({ ...row, verdict: 'many' })).toBeUndefined();
    expect(find({ ...row, id: 'search-cluster.search' })).toBeUndefined();
  });
});

describe('requests with names in each form', () => {
  it('only read what is restricted', () => {
    expect(forms('b').filter(({ name, isReadOnly }) => name.startsWith('.secur') !== (isReadOnly === true))).toEqual(
      [],
    );
  });

  it('are of operations with different names', () => {
    expect(names.size).toBe(operations.length);
  });
});
