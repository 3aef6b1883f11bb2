import { join } from 'node:path';
import type { Operation } from '../../../packages/catalogue/src/operation';
import type { Shape } from '../../../packages/catalogue/src/shape';
import { createCatalogues } from '../../../packages/description/src/catalogues';
import { catalogue as documented } from '../../../packages/services/src/registry';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

/** Loads a published description as it is kept in the repository. */
export const loadPublished = createDescriptionLoader(
  (message) => {
    throw new Error(message);
  },
  join(import.meta.dirname, '../../../descriptions'),
);

/** The names of the published descriptions, by the services below which they lie. */
export const published: Readonly<Record<string, string>> = {
  'search-cluster': 'elasticsearch',
  'code-hosting': 'github',
};

/** The services with their published descriptions. */
export const base = {
  ...documented,
  services: documented.services.map((service) => ({
    ...service,
    fallbackDescriptions: [{ vendor: 'published', isDefault: true, description: published[service.id] ?? '' }],
  })),
};

export const publishedCatalogue = createCatalogues(base, loadPublished)({});

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
