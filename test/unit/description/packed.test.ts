import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';
import { compiledFormat, type CompiledDescription } from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { finderOf } from '../../../packages/description/src/operation-finder';
import {
  packDescription,
  unpackDescription,
  unpackOperation,
  unpackShape,
} from '../../../packages/description/src/packed';

const compiled: CompiledDescription = {
  format: compiledFormat,
  source: 'test',
  title: 'Pets',
  version: '1',
  operations: [
    { id: 'list', title: 'List\nof all', methods: ['GET'], path: '/pets', tags: ['pets'] },
    {
      id: 'file',
      title: 'Read a file',
      methods: ['GET', 'HEAD'],
      path: '/pets/{file}',
      slashParameters: ['file'],
      pathParameters: [{ name: 'file', shape: 1 }],
    },
  ],
  shapes: [1, { type: 'string' }],
  problems: [],
};
const lines = packDescription(compiled);
const firstOperation = 3;
const firstShape = firstOperation + compiled.operations.length;

describe('a packed description', () => {
  it('says the same, and leaves what is behind it', () => {
    const { description, others } = unpackDescription([...lines, 'behind', 'it'].join('\n'))!;
    expect(others.map(({ text }) => text)).toEqual(['behind', 'it']);
    const { operations, shapes, placeOf: _, ...facts } = description;
    const whole = {
      ...facts,
      operations: Array.from(operations, (operation) => unpackOperation(operation, description)),
      shapes: Array.from(shapes, unpackShape),
    };
    expect(whole).toEqual(compiled);
  });

  it('says of one operation what it is without reading that of the others', () => {
    const odd = [{ id: 'a,{"id":"b', methods: ['GET'], path: '/{a},{b}', title: 'Odd' }, ...compiled.operations];
    const packed = [...packDescription({ ...compiled, operations: odd })];
    const { operations } = unpackDescription(packed.join('\n'))!.description;
    expect([0, 1, 2, 3].map((at) => operations.at(at)?.id)).toEqual(['a,{"id":"b', 'list', 'file', undefined]);
    packed[2] = packed[2]!.replace('"/pets"', 'not JSON');
    const { operations: damaged } = unpackDescription(packed.join('\n'))!.description;
    expect(damaged.at(2)).toMatchObject({ id: 'file', methods: ['GET', 'HEAD'], slashParameters: ['file'] });
    expect(() => damaged.at(1)).toThrow(SyntaxError);
    expect(() => [...damaged]).toThrow(SyntaxError);
  });

  it('is read an operation at a time', () => {
    const broken = lines.map((line, index) => (index === firstOperation ? 'not JSON' : line));
    const { description } = unpackDescription(broken.join('\n'))!;
    let damaged = 0;
    const onDamaged = () => damaged++;
    const [list, file] = createDescribedService({ ...description, onDamaged }, { id: 'shop' }).operations;
    expect(list).toMatchObject({ id: 'shop.list', path: '/pets', methods: ['GET'] });
    expect(file?.title).toBe('Read a file');
    expect(file?.slashParameters).toEqual(['file']);
    expect(file?.parameters.path[0]).toMatchObject({ name: 'file', shape: { type: 'string' } });
    expect(file?.parameters).toBe(file?.parameters);
    expect(damaged).toBe(0);
    expect(list?.title).toBe('GET /pets');
    expect(damaged).toBe(1);
  });

  it('is read no further than to the operation that is asked for', () => {
    const read: number[] = [];
    const line = (index: number): string => {
      read.push(index);
      return lines[index] ?? '';
    };
    const { description } = unpackDescription({ count: lines.length, line })!;
    const service = createDescribedService(description, { id: 'shop' });
    const find = finderOf(service);
    expect(read).toEqual([0, 1]);
    expect(find?.('HEAD', '/pets/{other}')?.title).toBe('Read a file');
    expect(read).toEqual([0, 1, 2, firstOperation + 1]);
    expect(find?.('HEAD', '/pets/{other}')).toBe(service.operations[1]);
    expect(find?.('PUT', '/pets/{other}')).toBeUndefined();
    expect(find?.('GET', '/pet')).toBeUndefined();
  });

  it('has the last of several operations of one form', () => {
    const operations = ['a', 'b', 'c'].map((id) => ({
      ...{ id, title: id, path: `/{${id}}/é` },
      methods: id === 'c' ? ['POST'] : ['GET', 'HEAD'],
    }));
    const { description } = unpackDescription(packDescription({ ...compiled, operations }).join('\n'))!;
    expect(description.placeOf?.('GET', '/{x}/é')).toBe(1);
    expect(description.placeOf?.('POST', '/{x}/é')).toBe(2);
  });

  it('is not checked where it is damaged', () => {
    const broken = lines.map((line, index) =>
      index === firstOperation || index === firstShape + 1 ? `${line}}` : line,
    );
    const { description } = unpackDescription(broken.join('\n'))!;
    const service = createDescribedService(description, { id: 'shop' });
    const context = {
      endpoints: [{ name: 'shop', service: 'shop', baseUrl: 'https://shop.test' }],
      defaults: {},
      services: [service],
    };
    for (const request of ['GET https://shop.test/pets?a=b\n\n{ "c": 1 }', 'GET https://shop.test/pets/1'])
      expect(checkText(request, { context, severities: {} }), request).toEqual([]);
    expect(service.operations[0]?.isOutline).toBe(true);
    expect(service.operations[1]?.parameters.path[0]?.shape).toEqual({ type: 'any' });
  });

  it('of another version is none, and one that is cut off is an error', () => {
    expect(unpackDescription('{"format":0}')).toBeUndefined();
    expect(() => unpackDescription(lines.slice(0, -1).join('\n'))).toThrow(SyntaxError);
  });
});
