import { describe, expect, it } from 'vitest';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { mergeShapes } from './merge-shapes';

const documented: Provenance = { kind: 'documented', document: 'shop', section: 'Orders' };
const reference: Provenance = { kind: 'reference', document: 'shop', section: 'Orders', source: 'pages' };
const described: Provenance = { kind: 'described', service: 'shop', title: 'Shop', version: '1', pointer: '#/a' };

const field = (name: string, shape: Shape, provenance: Provenance, more: Partial<Field> = {}): Field => ({
  name,
  shape,
  provenance,
  summary: name,
  ...more,
});
const object = (fields: readonly Field[], more: Partial<ObjectShape> = {}): ObjectShape => ({
  type: 'object',
  name: 'order',
  fields,
  ...more,
});
const text: Shape = { type: 'string' };
const number: Shape = { type: 'integer' };

function merged(upper: Shape, lower: Shape): Shape {
  return mergeShapes(upper, lower, { upper: documented, lower: described });
}

function mergedObject(upper: Shape, lower: Shape): ObjectShape {
  const shape = merged(upper, lower);
  if (shape.type !== 'object') throw new Error(`It is a ${shape.type}.`);
  return shape;
}

const names = ({ fields }: ObjectShape): readonly string[] => fields.map(({ name }) => name);

describe('what the documents name', () => {
  it('keeps its type, text and place', () => {
    const upper = object([field('id', number, documented, { summary: 'The number.' })], { isOpen: true });
    const shape = mergedObject(upper, object([field('id', text, described, { summary: 'An id.' })]));
    expect(shape.fields).toMatchObject([
      { name: 'id', shape: { type: 'integer' }, provenance: documented, summary: 'The number.' },
    ]);
  });

  it('is not required because the description says so', () => {
    const upper = object([field('id', text, documented)], { isOpen: true });
    const shape = mergedObject(upper, object([field('id', text, described, { required: true })]));
    expect(shape.fields[0]?.required).toBeUndefined();
  });

  it('stays closed where the documents close it', () => {
    const shape = mergedObject(object([field('a', text, documented)]), object([field('b', text, described)]));
    expect(names(shape)).toEqual(['a']);
    expect(shape.provenance).toBeUndefined();
  });

  it('is found by its other names', () => {
    const upper = object([field('index', text, documented, { aliases: ['indices'] })], { isOpen: true });
    expect(names(mergedObject(upper, object([field('indices', text, described)])))).toEqual(['index']);
  });

  it('keeps what belongs elsewhere out', () => {
    const misplaced = [
      { names: ['filter'], severity: 'warning', message: 'Elsewhere.', provenance: reference },
    ] as const;
    const upper = object([], { isOpen: true, misplaced });
    expect(names(mergedObject(upper, object([field('filter', text, described), field('b', text, described)])))).toEqual(
      ['b'],
    );
  });
});

describe('what the documents leave open', () => {
  it('has the members of the description, which closes it', () => {
    const shape = mergedObject(
      object([field('a', text, documented)], { isOpen: true }),
      object([field('b', text, described)], { provenance: described }),
    );
    expect(names(shape)).toEqual(['a', 'b']);
    expect(shape).toMatchObject({ name: 'order', isOpen: undefined, provenance: described });
  });

  it('stays open where the description is open, too', () => {
    const shape = mergedObject(object([], { isOpen: true }), object([field('b', text, described)], { isOpen: true }));
    expect(shape.isOpen).toBe(true);
  });

  it('is closed where a reference fact says that the list may be incomplete', () => {
    const shape = mergedObject(
      object([field('a', text, reference)], { unlisted: 'information', refusal: reference, provenance: reference }),
      object([field('b', text, described)]),
    );
    expect(names(shape)).toEqual(['a', 'b']);
    expect(shape).toMatchObject({ unlisted: undefined, refusal: reference, provenance: reference });
  });

  it('keeps the words of a list of the documents, with the further members', () => {
    const shape = mergedObject(
      object([field('a', text, documented)], { unlisted: 'information', refusal: reference }),
      object([field('b', text, described)]),
    );
    expect(names(shape)).toEqual(['a', 'b']);
    expect(shape).toMatchObject({ unlisted: 'information', refusal: reference });
    expect(shape.provenance).toBeUndefined();
  });

  it('keeps the type of a text, and has its values or format from the description', () => {
    const upper = object([field('a', text, documented)], { isOpen: true });
    const values = { values: [{ value: 'x' }], closed: true, provenance: described };
    const shapeOf = (lower: Shape): Shape | undefined =>
      mergedObject(upper, object([field('a', lower, described)])).fields[0]?.shape;
    expect(shapeOf({ type: 'string' })).toBe(text);
    expect(shapeOf({ type: 'string', values })).toEqual({ type: 'string', values });
    expect(shapeOf({ type: 'string', format: 'date' })).toMatchObject({ format: 'date', typeProvenance: described });
  });

  it('is not closed where the upper layer knows which other names are free', () => {
    const patterns = [{ pattern: '^x-', summary: 'Own ones.', shape: { type: 'any' } }] as const;
    const shape = mergedObject(
      object([], { unlisted: 'information', patterns }),
      object([field('b', text, described)]),
    );
    expect(shape).toMatchObject({ unlisted: 'information', patterns });
  });

  it('has the type of the description, and says where that is', () => {
    const upper = object([field('size', { type: 'any' }, documented)]);
    const [size] = mergedObject(upper, object([field('size', number, described)])).fields;
    expect(size?.shape).toMatchObject({ type: 'integer', typeProvenance: described });
    expect(size?.provenance).toBe(documented);
  });

  it('has the values of the description where a list of values may be incomplete', () => {
    const values = (all: readonly string[], closed: boolean, provenance: Provenance): Shape => ({
      type: 'string',
      values: { values: all.map((value) => ({ value })), closed, provenance },
    });
    expect(merged(values(['asc'], false, reference), values(['asc', 'desc'], true, described))).toMatchObject({
      values: {
        closed: true,
        provenance: described,
        values: [{ value: 'asc', provenance: reference }, { value: 'desc' }],
      },
    });
    const closed = values(['asc'], true, documented);
    expect(merged(closed, values(['asc', 'desc'], true, described))).toBe(closed);
  });

  it('takes over no map, since a misspelt name would be one of its keys', () => {
    const upper = object([field('a', text, documented)], { isOpen: true });
    const entries = { keyName: 'name', summary: '', shape: { type: 'any' } } as const;
    expect(mergedObject(upper, object([], { entries })).entries).toBeUndefined();
  });
});

describe('choices and switches', () => {
  it('keep the types of the upper layer', () => {
    const upper: Shape = { type: 'choice', options: [text, object([], { isOpen: true })] };
    const shape = merged(upper, { type: 'choice', options: [object([field('b', text, described)]), number] });
    expect(shape).toMatchObject({ type: 'choice', options: [{ type: 'string' }, { type: 'object' }] });
  });

  it('become one object for each that the description has', () => {
    const lower: Shape = {
      type: 'choice',
      options: [object([field('a', text, described)]), object([field('b', text, described)])],
    };
    const shape = merged(object([field('c', text, documented)], { isOpen: true }), lower);
    expect(shape.type === 'choice' && shape.options.map((option) => option.type === 'object' && names(option))).toEqual(
      [
        ['c', 'a'],
        ['c', 'b'],
      ],
    );
  });

  it('have the cases of both layers', () => {
    const open = object([], { isOpen: true });
    const shape = merged(
      {
        type: 'switch',
        name: 'field',
        on: 'type',
        of: 'self',
        cases: { flat: object([field('a', text, documented)]) },
        otherwise: open,
      },
      {
        type: 'switch',
        name: 'property',
        on: 'type',
        of: 'self',
        cases: {
          flat: object([field('z', text, described)]),
          date: object([field('b', text, described)], { name: 'date property' }),
        },
        otherwise: open,
      },
    );
    if (shape.type !== 'switch') throw new Error('It is no switch.');
    const { flat, date } = shape.cases;
    expect(flat?.type === 'object' && names(flat)).toEqual(['a']);
    expect(date).toMatchObject({ name: 'date property' });
    expect(date?.type === 'object' && names(date)).toEqual(['b']);
  });
});

it('ends where shapes contain themselves, and merges the same two once', () => {
  const upper: ObjectShape = object([], { isOpen: true });
  const lower: ObjectShape = {
    type: 'object',
    name: 'part',
    get fields() {
      return [field('part', lower, described)];
    },
  };
  const shape = mergedObject(upper, lower);
  expect(names(shape)).toEqual(['part']);
  expect(merged(upper, lower)).toBe(shape);
});

it('makes no patterns where they decide nothing', () => {
  const upper: ObjectShape = {
    ...object([field('a', text, documented)], { refusal: documented }),
    get patterns(): never {
      throw new Error('They are made.');
    },
  };
  expect(names(mergedObject(upper, object([field('b', text, described)], { isOpen: true })))).toEqual(['a', 'b']);
});
