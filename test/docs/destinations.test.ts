import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../packages/checker/src/binding/bind-block';
import type { CheckContext, Endpoint } from '../../packages/checker/src/binding/model';
import { createCatalogues } from '../../packages/description/src/catalogues';
import { compiledFormat } from '../../packages/description/src/compiled';
import { createDescribedService } from '../../packages/description/src/described-service';
import { catalogue as documented } from '../../packages/services/src/registry';
import { parseBlock } from '../../packages/request-file/src/syntax/parse-block';
import { loadPublished } from '../unit/binding/published';

const page = readFileSync(join(import.meta.dirname, '../../docs/sending.md'), 'utf8');
const rows = (page.split('<!-- destinations -->\n\n')[1] ?? '')
  .split('\n\n', 1)[0]
  ?.split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const operations: Readonly<Record<string, readonly string[]>> = {
  shop: ['GET /orders/{id}'],
  twin: ['DELETE /{index}', 'DELETE /_data_stream/{name}', 'PUT /_plugins/_ism/policies/{policy}'],
};
const kinds: Readonly<Record<string, string>> = { es: 'search-cluster', hub: 'code-hosting' };
const catalogues = createCatalogues(documented, loadPublished);

function serviceOf(name: string) {
  return createDescribedService(
    {
      ...{ format: compiledFormat, source: 'OpenAPI 3.1', title: name, version: '1', shapes: [], problems: [] },
      operations: (operations[name] ?? []).map((line) => {
        const [method = '', path = ''] = line.split(' ');
        const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, parameter = '']) => parameter);
        return {
          ...{ id: line, title: line, methods: [method], path },
          pathParameters: names.map((parameter) => ({ name: parameter, shape: { type: 'string' as const } })),
        };
      }),
    },
    { id: name },
  );
}

function listed(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(', ');
}

function destinationOf(request: string, names: readonly string[], chosen: readonly string[]): string {
  const isWithout = (name: string): boolean => name.startsWith('(');
  const endpoints = names
    .filter((name) => !isWithout(name))
    .map((name): Endpoint => ({
    name,
    service: kinds[name] ?? name,
    baseUrl: `http://${name}.example`,
  }));
  const context: CheckContext = {
    endpoints,
    defaults: Object.fromEntries(endpoints.map(({ service, name }) => [service, name])),
    chosenServices: [chosen.map((name) => kinds[name] ?? name)],
    services: names
      .map((name) => name.replace(/[()]/g, ''))
      .filter((name) => name in operations)
      .map(serviceOf),
  };
  const binding = bindBlock(
    parseBlock(`${request}\n`, undefined, () => false),
    context,
    catalogues(context),
  );
  if (binding?.rivals !== undefined) return `not sent: ${binding.rivals.map(({ name }) => name).join(' or ')}`;
  return binding?.endpoint?.name ?? 'nowhere';
}

describe('the table of docs/sending.md about where a path goes', () => {
  it('has rows', () => expect(rows?.length).toBeGreaterThan(15));

  it.each(rows ?? [])('%s%s, defaults %s: %s goes to %s', (_, names = '', chosen = '', request = '', to = '') => {
    expect(destinationOf(request.replaceAll('`', ''), listed(names), listed(chosen))).toBe(to);
  });
});
