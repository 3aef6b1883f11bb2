import { describe, expect, it } from 'vitest';
import { createCatalogues } from '../../../packages/description/src/catalogues';
import { compiledFormat, type CompiledDescription } from '../../../packages/description/src/compiled';
import { splitDescription } from '../../../packages/description/src/slim';
import type { Service } from '../../../packages/catalogue/src/service';

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
  fallbackDescriptions: [{ vendor: 'acme', isDefault: true, description: 'pets' }],
};

describe('the shapes of responses', () => {
  it('are in a description of their own, without texts, and are loaded when they are needed', () => {
    const loaded: string[] = [];
    const { requests, answers } = splitDescription(compiled, 'pets.answers');
    const files: Readonly<Record<string, CompiledDescription>> = { pets: requests, 'pets.answers': answers };
    expect(requests.shapes).toEqual([]);
    expect(JSON.stringify(answers)).not.toContain('called');
    const catalogue = createCatalogues({ documents: [], services: [base] }, (name) => {
      loaded.push(name);
      return files[name];
    })({});
    const [operation] = catalogue.whole?.(base).operations ?? [];
    expect(operation?.responses.map(({ status }) => status)).toEqual([200, 404]);
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
      name === 'pets' ? splitDescription(compiled, 'pets.answers').requests : undefined,
    )({});
    expect(catalogue.whole?.(base).operations[0]?.responses[0]?.shape).toEqual({ type: 'any' });
  });

  it('share with those of requests what both need, with its texts', () => {
    const [list] = compiled.operations;
    const { requests, answers } = splitDescription(
      { ...compiled, operations: list ? [list, { ...list, id: 'add', methods: ['POST'], body: { shape: 1 } }] : [] },
      'pets.answers',
    );
    expect(requests.shapes.map((shape) => typeof shape === 'object' && shape.type)).toEqual(['string', 'object']);
    expect(answers.shapes).toEqual([{ type: 'array', items: 1 }]);
    expect(requests.operations.map(({ responses }) => responses?.map(({ answer }) => answer))).toEqual([
      [2, undefined],
      [2, undefined],
    ]);
  });
});
