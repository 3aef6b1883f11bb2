import { expect, it } from 'vitest';
import { oddIds, oddQueryTexts, oddValuesOf } from './odd-values';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';

const provenance = { kind: 'house', file: 'rules.json', line: 1, name: 'rule' } as const;
const field = (name: string, shape: Shape): Field => ({ name, shape, summary: '', provenance });
const limits = (maximum: number) => [{ rule: 'length-limit' as const, options: { maximum }, provenance }];
const note: ObjectShape = {
  type: 'object',
  name: 'note',
  fields: [
    field('text', { type: 'string' }),
    field('short', { type: 'string', constraints: limits(20) }),
    field('day', { type: 'string', format: 'date' }),
    field('pages', { type: 'integer' }),
    field('size', { type: 'number', constraints: [{ rule: 'number-range', options: { minimum: 0 }, provenance }] }),
    field('done', { type: 'boolean' }),
  ],
};
const value = { text: 'a', short: 'b', day: '2030-01-31', pages: 1, size: 1, done: true };

it('replaces each open text and number by what few expect, within what is described', () => {
  const odd = oddValuesOf(value, note);
  expect(odd.map(({ title }) => title)).toEqual([
    '$.text in other scripts',
    '$.text with signs of programming languages',
    '$.text with a NUL character',
    '$.text with 5000 characters',
    '$.short in other scripts',
    '$.short with signs of programming languages',
    '$.short with a NUL character',
    '$.pages as 9007199254740991',
    '$.pages as -1',
    '$.size as 9007199254740991',
  ]);
  for (const { title, value: changed } of odd) expect(fitsShape(changed, note), title).toBe(true);
});

it('tries so many parts at most', () => {
  const wide: ObjectShape = {
    ...note,
    fields: Array.from({ length: 30 }, (_, index) => field(`member${index}`, { type: 'integer' })),
  };
  const whole = Object.fromEntries(wide.fields.map(({ name }) => [name, 1]));
  expect(oddValuesOf(whole, wide)).toHaveLength(16);
});

it('has texts for the query and for the last word of a path', () => {
  expect(oddQueryTexts(field('limit', { type: 'integer' })).map(({ text }) => text)).toEqual([
    '9007199254740991',
    '-1',
  ]);
  expect(oddQueryTexts(field('active', { type: 'boolean' }))).toEqual([]);
  expect(oddIds(field('id', { type: 'integer' })).map(({ text }) => decodeURIComponent(text))).toContain('text');
  expect(oddIds(field('id', { type: 'string' })).every(({ text }) => !/[^\w%'-]/.test(text))).toBe(true);
});
