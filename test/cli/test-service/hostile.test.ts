import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, startSandbox } from '../command-line';

function content(schema: object) {
  return { content: { 'application/json': { schema } } };
}

function pathsOf(name: string, member: object) {
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, member } };
  const shown = (status: number, schema: object = item) => ({ [status]: { description: 'x', ...content(schema) } });
  return {
    [`/${name}`]: {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: shown(200, { type: 'array', items: item }),
      },
      post: {
        requestBody: {
          required: true,
          ...content({ type: 'object', required: ['member'], properties: { member } }),
        },
        responses: shown(201),
      },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: shown(200) },
      delete: { responses: { 204: { description: 'x' } } },
    },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function deep(levels: number): object {
  let inner: object = { type: 'string' };
  for (let level = 0; level < levels; level++) inner = { type: 'object', required: ['a'], properties: { a: inner } };
  return inner;
}

/** Each level has four of the next one. */
const wide = Object.fromEntries(
  Array.from({ length: 12 }, (_, level) => {
    const names = ['a', 'b', 'c', 'd'];
    const inner = level === 11 ? { type: 'string' } : ref(`Wide${level + 1}`);
    return [
      `Wide${level}`,
      { type: 'object', required: names, properties: Object.fromEntries(names.map((name) => [name, inner])) },
    ];
  }),
);

/** What no value has. */
const impossible = {
  endless: ref('Endless'),
  pattern: { type: 'string', pattern: '^a(?!a)b$c' },
  levels: deep(1000),
  million: { type: 'array', minItems: 1_000_000, items: { type: 'string' } },
  lists: { type: 'array', minItems: 1000, items: { type: 'array', minItems: 1000, items: { type: 'integer' } } },
  length: { type: 'string', minLength: 100_000_000 },
  members: { type: 'object', minProperties: 1_000_000, additionalProperties: { type: 'string' } },
  wide: ref('Wide0'),
};

/** What is strange, and has values. */
const possible = {
  tree: ref('Tree'),
  self: ref('Self'),
  slow: { type: 'string', pattern: '^(a+)+$', minLength: 50 },
  most: { type: 'array', maxItems: 1_000_000, items: { type: 'integer' } },
};

const description = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Hostile', version: '1' },
  paths: Object.assign(
    {},
    ...Object.entries({
      ...impossible,
      ...possible,
      contrary: { allOf: [{ type: 'string' }, { type: 'integer' }] },
    }).map(([name, member]) => pathsOf(name, member)),
  ) as object,
  components: {
    schemas: {
      ...wide,
      Endless: { type: 'object', required: ['next'], properties: { next: ref('Endless') } },
      Tree: { type: 'object', properties: { left: ref('Tree'), right: ref('Tree'), value: { type: 'string' } } },
      Self: { allOf: [ref('Self'), { type: 'object' }] },
    },
  },
});

describe('hostile descriptions', () => {
  it('are tested as far as requests can be made, and what cannot is said', async () => {
    const cwd = folderOf({ 'hostile.json': description });
    const sandbox = await startSandbox(['--free-ports', '--unlisted', '--description', join(cwd, 'hostile.json')]);
    onTestFinished(async () => {
      await sandbox.end();
    });
    const url = sandbox.ready.endpoints[0]?.baseUrl ?? '';
    const { code, out } = await commandLine(['test', 'hostile.json', '--endpoint', url], { cwd });
    for (const name of Object.keys(impossible))
      expect(out).toContain(`  POST /${name}: no body of POST /${name} was found that its description allows\n`);
    for (const name of Object.keys(possible)) expect(out).not.toContain(`POST /${name}`);
    expect(out).toContain(': no finding');
    expect(code).toBe(0);
    const most = await fetch(`${url}/tree?limit=1000000`, {
      headers: { authorization: sandbox.ready.endpoints[0]?.credential ?? '' },
    });
    expect([most.status, await most.json()]).toEqual([200, []]);
    const item = await fetch(`${url}/million/1`);
    expect((await item.text()).length).toBeLessThan(10_000);
  });

  it.each([['import'], ['import', '--stories'], ['describe', '--resources']])(
    'are read by %s %s in bounded size',
    async (...command) => {
      const cwd = folderOf({ 'hostile.json': description });
      const { code, out, error } = await commandLine([...command, join(cwd, 'hostile.json')], { cwd });
      expect(code).toBe(0);
      expect(out + error).toContain('/million');
      expect(out.length).toBeLessThan(200_000);
    },
  );
});
