import { describe, expect, it } from 'vitest';
import { createCatalogues } from '../../../engine/src/description/catalogues';
import { compiledFormat, type CompiledDescription } from '../../../engine/src/description/compiled';
import { answersOf, slimDescription } from '../../../engine/src/description/slim';
import type { Service } from '../../../engine/src/catalogue/service';

const compiled: CompiledDescription = {
  format: compiledFormat,
  source: 'test',
  title: 'Pets',
  version: '1',
  operations: [
    {
      id: 'list',
      title: 'List',
      methods: ['GET'],
      path: '/pets',
      responses: [
        { status: 200, summary: 'All pets', shape: { type: 'array', items: 1 } },
        { status: 404, summary: 'None' },
      ],
    },
  ],
  shapes: [
    { type: 'string' },
    {
      type: 'object',
      name: 'pet',
      fields: [
        { name: 'name', summary: 'What it is called', shape: 0, required: true, since: '1.2.0' },
        { name: 'mother', shape: 1 },
      ],
    },
  ],
  problems: [],
};
const base: Service = {
  id: 'pets',
  title: 'Pets',
  operations: [],
  headers: [],
  commonQuery: [],
  defaultScheme: 'Bearer',
  underlays: [{ vendor: 'acme', isDefault: true, description: 'pets' }],
};

describe('the shapes of responses', () => {
  it('stand in a description of their own, without texts, and are loaded when they are needed', () => {
    const loaded: string[] = [];
    const files: Readonly<Record<string, CompiledDescription>> = {
      pets: slimDescription(compiled, 'pets.answers'),
      'pets.answers': answersOf(compiled),
    };
    expect(files['pets']?.operations[0]?.responses?.[0]).toEqual({ status: 200, summary: 'All pets' });
    expect(JSON.stringify(files['pets.answers'])).not.toContain('called');
    const catalogue = createCatalogues({ documents: [], services: [base] }, (name) => {
      loaded.push(name);
      return files[name];
    })({});
    const [operation] = catalogue.whole?.(base).operations ?? [];
    expect(operation?.responses.map(({ summary }) => summary)).toEqual(['All pets', 'None']);
    expect(loaded).toEqual(['pets']);
    const shape = operation?.responses[0]?.shape;
    const pet = shape?.type === 'array' ? shape.items : undefined;
    expect(loaded).toEqual(['pets', 'pets.answers']);
    expect(pet?.type === 'object' && pet.fields.map(({ name, required = false }) => [name, required])).toEqual([
      ['name', true],
      ['mother', false],
    ]);
    // A recursive shape is one object.
    expect(pet?.type === 'object' && pet.fields[1]?.shape).toBe(pet);
    expect(pet?.type === 'object' && pet.fields[0]?.provenance).toMatchObject({ pointer: '#/paths/~1pets/get' });
    expect(operation?.responses[1]?.shape).toBeUndefined();
    expect(loaded).toHaveLength(2);
  });

  it('are missing when their file is missing', () => {
    const catalogue = createCatalogues({ documents: [], services: [base] }, (name) =>
      name === 'pets' ? slimDescription(compiled, 'pets.answers') : undefined,
    )({});
    expect(catalogue.whole?.(base).operations[0]?.responses[0]?.shape).toBeUndefined();
  });
});
