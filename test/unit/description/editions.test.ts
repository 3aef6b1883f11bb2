import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiledFormat, type CompiledDescription } from '../../../packages/description/src/compiled';
import { editionFor, editionOf, type CompiledEditions } from '../../../packages/description/src/editions';
import { packDescription, unpackDescription, unpackOperation } from '../../../packages/description/src/packed';
import { slimDescription } from '../../../packages/description/src/slim';

const { packEditions } = (await import(join(import.meta.dirname, '../../../tools/lib/editions.mjs'))) as {
  readonly packEditions: (
    base: CompiledDescription,
    editions: readonly {
      readonly name: string;
      readonly compiled: CompiledDescription;
      readonly links?: [string, string];
    }[],
  ) => CompiledEditions;
};

const common = { format: compiledFormat, source: 'test', version: '1', problems: [] } as const;
const list = { id: 'list', title: 'List', methods: ['GET'], path: '/toys', link: 'https://toys.example/list' };
const make = (shape: number) => ({ id: 'make', title: 'Make', methods: ['POST'], path: '/toys', body: { shape } });
const toy = { type: 'object', fields: [{ name: 'part', shape: 0 }] } as const;
const base: CompiledDescription = { ...common, title: 'Toys', operations: [list, make(0)], shapes: [toy] };
const own: CompiledDescription = {
  ...common,
  title: 'Toys at home',
  version: '3.1',
  operations: [make(1), { ...list, id: 'drop', methods: ['DELETE'] }, { ...make(0), id: 'number' }],
  shapes: [{ type: 'integer' }, { type: 'object', fields: [{ name: 'part', shape: 1 }] }],
};

describe('editions', () => {
  const links: [string, string] = ['https://toys.example/', 'https://toys.example/3.1/'];
  const packed = packEditions(base, [{ name: '3.1', compiled: own, links }]);

  it('have what they share with the description once', () => {
    expect(packed.shapes).toEqual([{ type: 'integer' }]);
    expect(packed.operations.map(({ id }) => id)).toEqual(['drop', 'number']);
    expect(packed.editions[0]?.operations).toEqual([1, 2, 3]);
  });

  it('become descriptions of their own, with their links', () => {
    const { description = base } = unpackDescription(packDescription(base).join('\n')) ?? {};
    const edition = editionOf(description, packed, '3.1');
    expect(edition).toMatchObject({ title: 'Toys at home', version: '3.1', format: compiledFormat });
    const operations = edition && Array.from(edition.operations, (operation) => unpackOperation(operation, edition));
    expect(operations?.[0]).toEqual(make(0));
    expect(operations?.[1]?.link).toBe('https://toys.example/3.1/list');
    expect(operations?.[2]?.body).toEqual({ shape: 1 });
    expect(edition?.shapes.at(1)).toEqual({ type: 'integer' });
    expect(editionOf(base, packed, '9.9')).toBeUndefined();
  });

  it.each([
    ['3.18.2', '3.18'],
    ['3.18', '3.18'],
    ['3.20.0', '3.19'],
    ['3.9.0', '3.17'],
    ['4.0.0', '3.19'],
  ])('of %s is %s', (version, name) => {
    expect(editionFor(['3.17', '3.18', '3.19'], version)).toBe(name);
  });
});

describe('a shipped description', () => {
  it('has a sentence for each element of a request, and no shapes of responses', () => {
    const slim = slimDescription({
      ...base,
      operations: [
        {
          ...make(0),
          summary: 'Makes a toy. It lasts.',
          examples: [{ title: 'One', body: { value: 1 } }],
          responses: [{ status: 200, summary: 'Made. Well.', shape: 1 }],
        },
      ],
      shapes: [
        { type: 'object', fields: [{ name: 'part', summary: 'The part. It is small.', shape: 0 }] },
        { type: 'object', fields: [{ name: 'id', summary: 'The id.', shape: { type: 'string' } }] },
      ],
    });
    expect(slim.operations[0]).toEqual({
      ...make(0),
      summary: 'Makes a toy.',
      responses: [{ status: 200, summary: '' }],
    });
    expect(slim.shapes).toEqual([{ type: 'object', fields: [{ name: 'part', summary: 'The part.', shape: 0 }] }]);
  });
});
