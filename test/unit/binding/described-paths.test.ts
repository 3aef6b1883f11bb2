import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../engine/src/binding/bind-block';
import type { CheckContext } from '../../../engine/src/binding/model';
import { isReservedWord } from '../../../engine/src/binding/reserved-word';
import type { Operation } from '../../../engine/src/catalogue/operation';
import type { Service } from '../../../engine/src/catalogue/service';
import type { Shape } from '../../../engine/src/catalogue/shape';
import { createCatalogues } from '../../../engine/src/description/catalogues';
import type { CompiledDescription } from '../../../engine/src/description/compiled';
import { compileElasticsearch } from '../../../engine/src/description/elasticsearch/compile';
import { compileOpenApi } from '../../../engine/src/description/openapi/compile';
import { catalogue as documented } from '../../../engine/src/services/registry';
import { parseBlock } from '../../../engine/src/syntax/parse-block';

const find = createRequire(import.meta.url).resolve;
const sourceOf = (file: string): unknown => JSON.parse(readFileSync(find(file), 'utf8'));
const published: Readonly<Record<string, () => CompiledDescription>> = {
  'search-cluster': () => compileElasticsearch(sourceOf('@elastic/request-converter/dist/schema.json')),
  'code-hosting': () => compileOpenApi(sourceOf('@octokit/openapi/generated/api.github.com.json')),
};

const base = {
  ...documented,
  services: documented.services.map((service) => ({
    ...service,
    underlays: [{ vendor: 'published', isDefault: true, description: service.id }],
  })),
};
const catalogue = createCatalogues(base, (name) => published[name]?.())({});

/** Why a path may lead to another operation than the one that it was made of. */
const exceptions: readonly { readonly path: RegExp; readonly reason: string }[] = [
  { path: /^\/_inference\/\{task_type\}\/\{\w+_inference_id\}$/, reason: 'the form of the general operation' },
  {
    path: /^\/_inference\/\{task_type\}\/\{inference_id\}$/,
    reason: 'the first task type has an operation of its own',
  },
];

describe.each(Object.keys(published))('the published description of %s', (id) => {
  const service = base.services.find((one) => one.id === id);
  if (service === undefined) throw new Error(`no service ${id}`);
  const { operations } = catalogue.whole?.(service) ?? service;
  const endpoint = { name: 'e', service: id, baseUrl: 'http://e.example' };
  const context: CheckContext = { endpoints: [endpoint], defaults: {} };

  it('has every operation at its own path', () => {
    const wrong: string[] = [];
    const used = new Set<string>();
    for (const operation of operations) {
      for (const method of operation.methods) {
        const path = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => valueOf(operation, name));
        const block = parseBlock(`# @endpoint e\n${method} ${path}\n`, undefined, () => false);
        const found = bindBlock(block, context, catalogue);
        if (found?.operation?.id === operation.id) continue;
        const exception = exceptions.find((one) => one.path.test(operation.path));
        if (exception && found?.operation) used.add(exception.reason);
        else wrong.push(`${method} ${operation.path}: ${found?.operation?.path ?? found?.match.kind}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(700);
    if (documented.services.find((one) => one.id === id)?.underlays?.some((one) => one.hasReservedWords)) {
      const wordless = operations.filter(({ path }) => !/^\/[^/]*$/.test(path) && !hasReservedWord(path, service));
      expect(wordless.map(({ path }) => path)).toEqual([]);
    }
    expect([...used].sort()).toEqual(id === 'search-cluster' ? exceptions.map(({ reason }) => reason).sort() : []);
  });
});

function hasReservedWord(path: string, service: Service): boolean {
  return path
    .split('/')
    .some((text) => isReservedWord({ text, span: { start: 0, end: 0 }, hasPlaceholder: false }, service));
}

function valueOf({ parameters }: Operation, name: string): string {
  const shape = parameters.path.find((field) => field.name === name)?.shape;
  return shape === undefined ? 'abc' : valueOfShape(shape);
}

function valueOfShape(shape: Shape): string {
  switch (shape.type) {
    case 'integer':
    case 'number':
      return '42';
    case 'string':
      return String(shape.values?.values[0]?.value ?? 'abc');
    case 'array':
      return valueOfShape(shape.items);
    case 'choice':
      return shape.options[0] ? valueOfShape(shape.options[0]) : 'abc';
    default:
      return 'abc';
  }
}
