import { describe, expect, it } from 'vitest';
import { compiledFormat, type CompiledDescription } from '../../../engine/src/description/compiled';
import { createDescribedService } from '../../../engine/src/description/described-service';
import {
  packDescription,
  unpackDescription,
  unpackOperation,
  unpackShape,
} from '../../../engine/src/description/packed';

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

describe('a packed description', () => {
  it('says the same, and leaves what stands behind it', () => {
    const { description, others } = unpackDescription([...lines, 'behind', 'it'].join('\n'))!;
    expect(others).toEqual(['behind', 'it']);
    const { operations, shapes } = description;
    const whole = {
      ...description,
      operations: operations.map((operation) => unpackOperation(operation, description)),
      shapes: shapes.map(unpackShape),
    };
    expect(whole).toEqual(compiled);
  });

  it('is read an operation at a time', () => {
    const broken = lines.map((line, index) => (index === 1 ? 'not JSON' : line));
    const { description } = unpackDescription(broken.join('\n'))!;
    const [list, file] = createDescribedService(description, { id: 'shop' }).operations;
    expect(list).toMatchObject({ id: 'shop.list', path: '/pets', methods: ['GET'] });
    expect(file?.title).toBe('Read a file');
    expect(file?.slashParameters).toEqual(['file']);
    expect(file?.parameters.path[0]).toMatchObject({ name: 'file', shape: { type: 'string' } });
    expect(file?.parameters).toBe(file?.parameters);
    expect(() => list?.title).toThrow(SyntaxError);
  });

  it('of another version is none, and one that is cut off is an error', () => {
    expect(unpackDescription('{"format":0}')).toBeUndefined();
    expect(() => unpackDescription(lines.slice(0, -1).join('\n'))).toThrow(SyntaxError);
  });
});
