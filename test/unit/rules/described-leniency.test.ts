import { describe, expect, it } from 'vitest';
import type { Service } from '../../../packages/catalogue/src/service';
import { findingsIn, findingsInText, type DescribedThings } from './check-described';

const known = { text: 'It is accepted.', source: 'a test' };
const leniency: Service['leniency'] = { caseOfValues: known, nullForOptional: known };
const truncate = { name: 'truncate', shape: { type: 'string', values: { values: ['START', 'END'] } } } as const;
const things: DescribedThings = { body: { type: 'object', name: 'thing', fields: [truncate] }, query: [truncate] };
const lenient: DescribedThings = { ...things, service: { leniency } };
const outside = 'warning unknown-value: `truncate` must be `START` or `END`; did you mean `START`?';

describe('a value in capitals', () => {
  it('must be written so where nothing else is known', () => {
    expect(findingsIn(things, { truncate: 'start' })).toEqual([outside]);
  });

  it('may be written in lower case where the service reads it', () => {
    expect(findingsIn(lenient, { truncate: 'start' }, '/things?truncate=end')).toEqual([]);
    expect(findingsIn(lenient, { truncate: 'strat' })).toEqual([outside]);
  });
});

describe('a value in lower case', () => {
  const order = { name: 'order', shape: { type: 'string', values: { values: ['asc', 'desc'] } } } as const;
  const inside = (caseOfValues: NonNullable<Service['leniency']>['caseOfValues']): DescribedThings => ({
    body: { type: 'object', name: 'thing', fields: [order] },
    service: { leniency: { caseOfValues } },
  });

  it('may be written in capitals only where the service is known to read these, too', () => {
    expect(findingsIn(inside(known), { order: 'DESC' })).toHaveLength(1);
    expect(findingsIn(inside({ ...known, isAlsoLower: true }), { order: 'DESC' })).toEqual([]);
    expect(findingsIn(inside({ ...known, isAlsoLower: true }), { order: 'Desc' })).toHaveLength(1);
  });
});

describe('null in the place of a body', () => {
  const request = '# @endpoint things\nPOST /things\n\nnull\n';

  it('is a mistake where nothing else is known', () => {
    expect(findingsInText(things, request)).toHaveLength(1);
  });

  it('is accepted where no body is needed and the service takes null for what is not needed', () => {
    expect(findingsInText(lenient, request)).toEqual([]);
  });
});
