import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Operation } from '../../../engine/src/catalogue/operation';
import type { Shape } from '../../../engine/src/catalogue/shape';
import { createCatalogues } from '../../../engine/src/description/catalogues';
import type { CompiledDescription } from '../../../engine/src/description/compiled';
import { compileElasticsearch } from '../../../engine/src/description/elasticsearch/compile';
import { compileOpenApi } from '../../../engine/src/description/openapi/compile';
import { catalogue as documented } from '../../../engine/src/services/registry';

const find = createRequire(import.meta.url).resolve;
const sourceOf = (file: string): unknown => JSON.parse(readFileSync(find(file), 'utf8'));

/** The published descriptions, by the services below which they lie. */
export const published: Readonly<Record<string, () => CompiledDescription>> = {
  'search-cluster': () => compileElasticsearch(sourceOf('@elastic/request-converter/dist/schema.json')),
  'code-hosting': () => compileOpenApi(sourceOf('@octokit/openapi/generated/api.github.com.json')),
};

/** The services with their published descriptions. */
export const base = {
  ...documented,
  services: documented.services.map((service) => ({
    ...service,
    underlays: [{ vendor: 'published', isDefault: true, description: service.id }],
  })),
};

export const publishedCatalogue = createCatalogues(base, (name) => published[name]?.())({});

/** Returns the path of an operation with a value for each parameter. */
export function pathOf(operation: Operation): string {
  return operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => valueOf(operation, name));
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
      if (shape.format === 'uuid') return '123e4567-e89b-12d3-a456-426614174000';
      return String(shape.values?.values[0]?.value ?? 'abc');
    case 'array':
      return valueOfShape(shape.items);
    case 'choice':
      return shape.options[0] ? valueOfShape(shape.options[0]) : 'abc';
    default:
      return 'abc';
  }
}
