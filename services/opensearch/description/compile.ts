import type { Deployment } from '@rulebook/catalogue/facts';
import { unlessEmpty, type CompiledDescription, type CompiledOperation } from '@rulebook/description/compiled';
import { compileOpenApi } from '@rulebook/description/openapi/compile';
import { asList, asText, recordOf } from '@rulebook/description/elasticsearch/schema';
import { keysOfPointer, pointerStep } from '@rulebook/text/pointer';
import { pluralPaths, withAddedOperations } from './added-operations';
import { corrected, correctedOperation } from './corrections';
import { generallyCorrected, withTypesOfPlugins } from './general';

/** The parts of OpenSearch's API specification by their paths in its folder, such as `namespaces/cat.yaml`, as parsed values. */
type SpecificationParts = ReadonlyMap<string, unknown>;

/**
 * Compiles OpenSearch's API specification, which is kept in parts: operations by namespaces, schemas by subjects, parameters that all operations
 * take, and former paths. Nothing throws; what is not understood is named in `problems`.
 */
export function compileOpenSearch(parts: SpecificationParts): CompiledDescription {
  const info = recordOf(parts.get('_info.yaml'));
  const head = { openapi: '3.1.0', info: { title: 'OpenSearch', version: asText(info['version']) ?? '' } };
  const sources = new Map(
    [...parts].map(([path, tree]) => [
      path,
      generallyCorrected(path, withAddedOperations(path, corrected(path, tree))),
    ]),
  );
  const readFile = (path: string) => (sources.has(path) ? { tree: sources.get(path) } : undefined);
  const pathItems: Record<string, unknown> = {};
  for (const [path, tree] of sources) {
    if (!path.startsWith('namespaces/')) continue;
    for (const template of Object.keys(recordOf(recordOf(tree)['paths'])))
      pathItems[template] = { $ref: `${path}#/paths${pointerStep(template)}` };
  }
  const whole = withTypesOfPlugins(compileOpenApi({ ...head, paths: pathItems }, { readFile }));
  const operations = whole.operations.map((operation) => correctedOperation(withDeployments(operation, sources)));
  return {
    ...whole,
    link: 'https://docs.opensearch.org/latest/api-reference/',
    source: 'OpenSearch API specification',
    commonQuery: unlessEmpty(commonQueryOf(head, sources) ?? []),
    operations: [
      ...operations,
      ...pluralPaths(operations),
      ...formerPaths(operations, recordOf(parts.get('_superseded_operations.yaml'))),
    ],
  };
}

/** Returns the parameters that all operations take. They are plain values, so that their shapes hold in any description. */
function commonQueryOf(head: object, sources: SpecificationParts): CompiledOperation['query'] {
  const tree = sources.get('_global_parameters.yaml');
  const parameters = Object.keys(recordOf(recordOf(recordOf(tree)['components'])['parameters'])).map((name) => ({
    $ref: `_global_parameters.yaml#/components/parameters${pointerStep(name)}`,
  }));
  const readFile = (path: string) => (sources.has(path) ? { tree: sources.get(path) } : undefined);
  const { operations } = compileOpenApi({ ...head, paths: { '/': { get: { parameters } } } }, { readFile });
  return operations[0]?.query?.map((field) =>
    typeof field.shape === 'number' ? { ...field, shape: { type: 'string' } } : field,
  );
}

/** The names of Amazon's deployments in the specification, with ours. */
const deployments: Readonly<Record<string, Deployment>> = { 'amazon-serverless': 'serverless' };

/** Adds which deployments lack an operation. */
function withDeployments(operation: CompiledOperation, sources: SpecificationParts): CompiledOperation {
  const [file = '', pointer = ''] = operation.pointer?.split('#', 2) ?? [];
  let place: unknown = sources.get(file);
  for (const key of keysOfPointer(pointer)) place = recordOf(place)[key];
  const excluded = asList(recordOf(place)['x-distributions-excluded']);
  const lackedBy = excluded.flatMap((name) => deployments[asText(name) ?? ''] ?? []);
  return { ...operation, lackedBy: unlessEmpty(lackedBy) };
}

/** Returns the paths of Open Distro, which servers still answer, as deprecated operations. What the specification does not describe is left out. */
function formerPaths(
  operations: readonly CompiledOperation[],
  superseded: Readonly<Record<string, unknown>>,
): readonly CompiledOperation[] {
  const forms = new Set(operations.flatMap(({ methods, path }) => methods.map((method) => formOf(method, path))));
  return Object.entries(superseded).flatMap(([path, entry]) => {
    const newPath = asText(recordOf(entry)['superseded_by']);
    const methods = asList(recordOf(entry)['operations']).flatMap((method) => asText(method) ?? []);
    if (newPath === undefined) return [];
    return methods.flatMap((method) => {
      const present = operations.find((one) => one.methods.includes(method) && isSameForm(one.path, newPath));
      if (present === undefined || forms.has(formOf(method, path))) return [];
      return { ...present, id: `${present.id}.superseded`, path, methods: [method], deprecated: `Use \`${newPath}\`.` };
    });
  });
}

function isSameForm(one: string, other: string): boolean {
  return formOf('', one) === formOf('', other);
}

function formOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}
