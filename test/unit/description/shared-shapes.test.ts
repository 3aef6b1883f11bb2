import { expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescribedService } from '../../../packages/description/src/described-service';
import {
  compiledFormat,
  type CompiledDescription,
  type CompiledOperation,
} from '../../../packages/description/src/compiled';

const paths = ['cats', 'dogs'];
const animal = {
  type: 'object',
  name: 'animal',
  fields: [{ name: 'age', shape: { type: 'integer' } }],
  isClosed: true,
  pointer: '#/components/schemas/Animal',
} as const;
const compiled: CompiledDescription = {
  format: compiledFormat,
  source: 'OpenAPI 3.1',
  title: 'Animals',
  version: '1',
  problems: [],
  shapes: [animal, { type: 'string', values: { values: ['tame', 'wild'] } }],
  operations: paths.map((path): CompiledOperation => ({
    ...{
      id: path,
      title: `Make ${path}`,
      methods: ['POST'],
      path: `/${path}`,
      link: `https://animals.example/${path}`,
    },
    query: [{ name: 'kind', shape: 1 }],
    body: { shape: 0, required: true },
  })),
};

/** Returns rule, link and pointer of what is found in requests to these paths, which a new engine reads in this order. */
function found(order: readonly string[]): Readonly<Record<string, readonly unknown[]>> {
  const engine = createEngine();
  const context = {
    endpoints: [{ name: 'animals', service: 'animals', baseUrl: 'https://animals.example' }],
    defaults: {},
    services: [createDescribedService(compiled, { id: 'animals' })],
  } as const;
  return Object.fromEntries(
    order.map((path) => {
      const text = `# @endpoint animals\nPOST /${path}?kind=odd\nContent-Type: application/json\n\n{ "age": "old" }\n`;
      const { findings } = engine.check(engine.openFile(text), { context, severities: {} });
      return [
        path,
        findings.flat().map(({ rule, provenance }) => {
          const { link, pointer } = provenance as { readonly link?: string; readonly pointer?: string };
          return [rule, link, pointer];
        }),
      ];
    }),
  );
}

it('what is found in a shape of several operations links to the operation of the request, whichever was read first', () => {
  const [cats, dogs] = [found(paths), found([...paths].reverse())];
  expect(dogs).toEqual(cats);
  for (const path of paths)
    expect(cats[path]).toEqual([
      ['unknown-value', `https://animals.example/${path}`, expect.stringContaining(`~1${path}`)],
      ['wrong-type', `https://animals.example/${path}`, '#/components/schemas/Animal'],
    ]);
});

/** Returns the link in the hover of the age in requests to these paths, which a new engine reads in this order. */
function hovered(order: readonly string[]): Readonly<Record<string, string | undefined>> {
  const engine = createEngine();
  const context = {
    endpoints: [{ name: 'animals', service: 'animals', baseUrl: 'https://animals.example' }],
    defaults: {},
    services: [createDescribedService(compiled, { id: 'animals' })],
  } as const;
  return Object.fromEntries(
    order.map((path) => {
      const text = `# @endpoint animals\nPOST /${path}?kind=odd\nContent-Type: application/json\n\n{ "age": 3 }\n`;
      const hover = engine.hover(engine.openFile(text), 0, text.indexOf('age'), { context, severities: {} });
      return [path, /https:[^)]*/.exec(hover?.markdown ?? '')?.[0]];
    }),
  );
}

it('a hover about a shape of several operations links to the operation of the request, whichever was read first', () => {
  const links = { cats: 'https://animals.example/cats', dogs: 'https://animals.example/dogs' };
  expect(hovered(paths)).toEqual(links);
  expect(hovered([...paths].reverse())).toEqual(links);
});
