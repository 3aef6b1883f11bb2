import { describe, expect, it } from 'vitest';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';
import { problemsOf } from './compile-schema';

const at = '#/paths/~1a/post/requestBody/content/application~1json/schema';

function compile(schema: unknown, files: Readonly<Record<string, unknown>> = {}, components: object = {}) {
  const requestBody = { content: { 'application/json': { schema } } };
  const root = { openapi: '3.1.0', info: {}, paths: { '/a': { post: { requestBody } } }, components };
  const asked: string[] = [];
  const compiled = compileOpenApi(root, {
    name: 'openapi.yaml',
    readFile: (path) => {
      asked.push(path);
      if (path.startsWith('..')) return { cause: 'it is outside the workspace.' };
      return Object.hasOwn(files, path) ? { tree: files[path] } : undefined;
    },
  });
  const shape = compiled.operations[0]?.body?.shape;
  return { compiled, asked, shape: typeof shape === 'number' ? compiled.shapes[shape] : shape };
}

describe('$ref', () => {
  it('reads other files relative to the referring one, each of them once', () => {
    const files = {
      'models/pet.yaml': {
        type: 'object',
        properties: { tag: { $ref: './tag.yaml#/Tag' }, owner: { $ref: '../openapi.yaml#/components/schemas/Owner' } },
      },
      'models/tag.yaml': { Tag: { type: 'string', maxLength: 5 } },
    };
    const { shape, asked, compiled } = compile({ $ref: 'models/pet.yaml' }, files, {
      schemas: { Owner: { type: 'integer' } },
    });
    expect(shape).toEqual({
      type: 'object',
      name: 'pet',
      pointer: 'models/pet.yaml#',
      fields: [
        { name: 'tag', shape: { type: 'string', constraints: [{ rule: 'length-limit', options: { maximum: 5 } }] } },
        { name: 'owner', shape: { type: 'integer' } },
      ],
    });
    expect(asked).toEqual(['models/pet.yaml', 'models/tag.yaml']);
    expect(compiled.problems).toEqual([]);
  });

  it('reads pointers with escapes, and through other references', () => {
    const schemas = {
      'a/b~c d': { type: 'object', properties: { x: { type: 'integer' } } },
      Alias: { $ref: '#/components/schemas/a~1b~0c%20d' },
    };
    expect(compile({ $ref: '#/components/schemas/Alias/properties/x' }, {}, { schemas }).shape).toEqual({
      type: 'integer',
    });
  });

  it('reads anchors', () => {
    expect(compile({ $ref: '#pet' }, {}, { schemas: { Pet: { $anchor: 'pet', type: 'integer' } } }).shape).toEqual({
      type: 'integer',
    });
  });

  it('reads path items from other files', () => {
    const compiled = compileOpenApi(
      { openapi: '3.0.3', info: {}, paths: { '/a': { $ref: 'a.yaml' }, '/b': { get: { $ref: 'a.yaml#/get' } } } },
      { readFile: () => ({ tree: { get: { responses: {} } } }) },
    );
    expect(compiled.operations.map(({ id, pointer }) => [id, pointer])).toEqual([
      ['get /a', 'a.yaml#/get'],
      ['get /b', 'a.yaml#/get'],
    ]);
  });

  const wrong: readonly (readonly [reference: string, problem: string])[] = [
    ['#/components/schemas/Missing', 'error ' + at + '/$ref: `#/components/schemas/Missing` does not exist.'],
    ['missing.yaml', 'error ' + at + '/$ref: The file `missing.yaml` cannot be read.'],
    [
      '../outside.yaml',
      'error ' + at + '/$ref: The file `../outside.yaml` cannot be read: it is outside the workspace.',
    ],
    ['pet.yaml#/Missing', 'error ' + at + '/$ref: `pet.yaml#/Missing` does not exist in `pet.yaml`.'],
    ['#/toString', 'error ' + at + '/$ref: `#/toString` does not exist.'],
    [
      'https://pets.example/pet.yaml',
      'warning ' +
        at +
        '/$ref: `https://pets.example/pet.yaml` is a URL. Nothing is fetched from the network, so what it names is not checked. Save the file in this folder and refer to its path.',
    ],
    ['#/components/schemas/Loop', 'error ' + at + ': This `$ref` leads to itself.'],
  ];
  it.each(wrong)('%s', ($ref, problem) => {
    const schemas = { Loop: { $ref: '#/components/schemas/Loop2' }, Loop2: { $ref: '#/components/schemas/Loop' } };
    const { compiled, shape } = compile({ $ref }, { 'pet.yaml': {} }, { schemas });
    expect(problemsOf(compiled)).toEqual([problem]);
    expect(shape).toEqual({ type: 'any' });
  });

  it('may not lead through itself', () => {
    const $ref = '#/components/schemas/A/properties/a';
    const schemas = {
      A: { $ref },
      B: { $ref: '#/components/schemas/C/b', b: { $ref: '#/components/schemas/B/b/b' } },
      C: { $ref: '#/components/schemas/B/c' },
    };
    for (const name of ['A', 'B', 'C']) {
      const { compiled, shape } = compile({ $ref: `#/components/schemas/${name}` }, {}, { schemas });
      expect(problemsOf(compiled).join('\n'), name).toContain('leads to itself');
      expect(shape).toEqual({ type: 'any' });
    }
  });
});
