import { describe, expect, it } from 'vitest';
import type { Shape } from '@rulebook/catalogue/shape';
import { misfitOf } from '@rulebook/checker/resource-model/misfit';
import { boundariesOf, violationsOf } from './variations';
import { fitsShape } from '@rulebook/checker/resource-model';

const provenance = { kind: 'described', source: 'test' } as never;

const shape: Shape = {
  type: 'object',
  name: 'book',
  isClosed: true,
  fields: [
    {
      name: 'title',
      summary: '',
      provenance,
      required: true,
      shape: {
        type: 'string',
        constraints: [{ rule: 'length-limit', options: { minimum: 2, maximum: 5 }, provenance }],
      },
    },
    {
      name: 'pages',
      summary: '',
      provenance,
      shape: { type: 'integer', constraints: [{ rule: 'number-range', options: { minimum: 1 }, provenance }] },
    },
    {
      name: 'kind',
      summary: '',
      provenance,
      shape: {
        type: 'string',
        values: { closed: true, provenance, values: [{ value: 'novel' }, { value: 'poems' }] },
      },
    },
    { name: 'tags', summary: '', provenance, shape: { type: 'array', items: { type: 'string' } } },
    {
      name: 'note',
      summary: '',
      provenance,
      shape: { type: 'choice', options: [{ type: 'string' }, { type: 'null' }] },
    },
  ],
};

const book = { title: 'Emma', pages: 3, kind: 'novel', tags: ['a'], note: null };

describe('a misfit', () => {
  it.each([
    [{ ...book, title: 3 }, '$.title isString'],
    [{ pages: 3 }, '$.title exists'],
    [{ ...book, title: 'Persuasion' }, '$.title length <= 5'],
    [{ ...book, title: 'P' }, '$.title length >= 2'],
    [{ ...book, pages: 0 }, '$.pages >= 1'],
    [{ ...book, pages: '3' }, '$.pages isNumber'],
    [{ ...book, kind: 'poem' }, '$.kind != "poem"'],
    [{ ...book, tags: ['a', 4] }, '$.tags[1] isString'],
    [{ ...book, tags: {} }, '$.tags isArray'],
    [{ ...book, note: true }, '$.note != true'],
    [{ ...book, more: 1 }, '$.more not exists'],
    [[], '$ isObject'],
  ])('of %j breaks an assert', (value, assert) => {
    expect(misfitOf(value, shape)?.assert).toBe(assert);
  });

  it('is in no value that fits', () => {
    expect(misfitOf(book, shape)).toBeUndefined();
  });
});

describe('variations of a value', () => {
  it('reach each limit and each listed value', () => {
    const found = boundariesOf(book, shape);
    expect(found.map(({ title }) => title)).toEqual([
      '$.title with 2 characters',
      '$.title with 5 characters',
      '$.pages as 1',
      '$.kind as poems',
      '$.note as string',
    ]);
    expect(found.every(({ value }) => fitsShape(value, shape))).toBe(true);
  });

  it('violate each thing that is asked for once', () => {
    const found = violationsOf(book, shape);
    expect(found.map(({ title }) => title)).toEqual([
      '$ as a number',
      'with a member that is not described',
      'without $.title',
      '$.title as a list',
      '$.title with 1 character',
      '$.title with 6 characters',
      '$.pages as a list',
      '$.pages as 0',
      '$.kind as a list',
      '$.kind as a text that is not listed',
      '$.tags as a number',
      '$.tags[0] as a list',
      '$.note as a number',
    ]);
    expect(found.some(({ value }) => fitsShape(value, shape))).toBe(false);
  });
});
