import { isRecord } from '@rulebook/json/is-record';
import type { CompiledField, CompiledOperation } from '@rulebook/description/compiled';
import { unpackOperation, type PackedDescription } from '@rulebook/description/packed';
import { pointerStep } from '@rulebook/text/pointer';
import type { ArazzoDocument, StepTarget, Workflow } from './read-arazzo';

/** What is known of a source description. */
export interface KnownSource {
  readonly name: string;
  /** `unread`: nothing is known of it. */
  readonly kind: 'openapi' | 'asyncapi' | 'arazzo' | 'unread';
  /** Of `openapi`. */
  readonly description?: PackedDescription;
  /** Of `arazzo`. */
  readonly document?: ArazzoDocument;
  /** Of `arazzo`: its own source descriptions. */
  readonly sources?: readonly KnownSource[];
  /** Why it is not read, as half a sentence. */
  readonly cause?: string;
}

/** An operation of a description, as steps use it. */
export type StepOperation = Pick<
  CompiledOperation,
  | 'id'
  | 'methods'
  | 'path'
  | 'pointer'
  | 'pathParameters'
  | 'query'
  | 'isQueryOpen'
  | 'headers'
  | 'body'
  | 'title'
  | 'summary'
  | 'responses'
>;

/** What a step calls: an operation or a workflow; or why nothing is found, in a sentence. `unknown`: its source is not read. */
export type FoundTarget =
  | { readonly kind: 'operation'; readonly operation: StepOperation; readonly source: KnownSource }
  | {
      readonly kind: 'workflow';
      readonly workflow: Workflow;
      readonly document: ArazzoDocument;
      readonly sources: readonly KnownSource[];
    }
  | { readonly kind: 'async'; readonly source: KnownSource }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'missing'; readonly problem: string; readonly candidates: readonly string[] };

/** Finds what a step calls. */
export function findTarget(target: StepTarget, document: ArazzoDocument, sources: readonly KnownSource[]): FoundTarget {
  if (target.kind === 'workflowId') return findWorkflow(target.value, document, sources);
  if (target.kind === 'channelPath') return sourceOfPath(target.value, sources);
  if (target.kind === 'operationPath') return findByPath(target.value, sources);
  const named = sourceNamed(target.value);
  if (named !== undefined) {
    const source = sources.find(({ name }) => name === named.source);
    if (source === undefined) return noSource(named.source, sources);
    return byId(named.reference, [source]);
  }
  return byId(
    target.value,
    sources.filter(({ kind }) => kind !== 'arazzo'),
  );
}

function byId(id: string, sources: readonly KnownSource[]): FoundTarget {
  for (const source of sources)
    for (const operation of source.description?.operations ?? [])
      if (operation.id === id)
        return { kind: 'operation', operation: unpackOperation(operation, source.description ?? {}), source };
  if (sources.some(({ kind }) => kind === 'unread')) return { kind: 'unknown' };
  const asynchronous = sources.find(({ kind }) => kind === 'asyncapi');
  if (asynchronous !== undefined) return { kind: 'async', source: asynchronous };
  return {
    kind: 'missing',
    problem: `No operation of the source descriptions has the id \`${id}\`.`,
    candidates: sources.flatMap(({ description }) => Array.from(description?.operations ?? [], (one) => one.id)),
  };
}

/** Returns the parts of `$sourceDescriptions.NAME.REFERENCE`. */
function sourceNamed(text: string): { readonly source: string; readonly reference: string } | undefined {
  const [, source, reference] = /^\$sourceDescriptions\.([\w-]+)\.([^]+)$/.exec(text) ?? [];
  return source === undefined || reference === undefined ? undefined : { source, reference };
}

function sourceOfPath(path: string, sources: readonly KnownSource[]): FoundTarget {
  const [, name] = /\{?\$sourceDescriptions\.([\w-]+)\./.exec(path) ?? [];
  const source = sources.find((one) => one.name === name);
  if (source !== undefined) return source.kind === 'asyncapi' ? { kind: 'async', source } : { kind: 'unknown' };
  return name === undefined ? { kind: 'unknown' } : noSource(name, sources);
}

function findByPath(path: string, sources: readonly KnownSource[]): FoundTarget {
  const [, name, pointer] = /^\{?\$sourceDescriptions\.([\w-]+)\.url\}?(#\/.*)$/.exec(path) ?? [];
  if (name === undefined || pointer === undefined) {
    const found = sourceOfPath(path, sources);
    return found.kind === 'unknown' && !path.includes('$sourceDescriptions.')
      ? {
          kind: 'missing',
          problem: 'An `operationPath` has the form `{$sourceDescriptions.NAME.url}#/paths/~1items/get`.',
          candidates: [],
        }
      : found;
  }
  const source = sources.find((one) => one.name === name);
  if (source === undefined) return noSource(name, sources);
  if (source.kind === 'asyncapi') return { kind: 'async', source };
  const { description } = source;
  if (description === undefined) return { kind: 'unknown' };
  const wanted = plainPointer(pointer);
  const operations = Array.from(description.operations, (one) => unpackOperation(one, description));
  for (const operation of operations)
    if (plainPointer(pointerOf(operation)) === wanted) return { kind: 'operation', operation, source };
  return {
    kind: 'missing',
    problem: `The description \`${name}\` has no operation at \`${pointer}\`.`,
    candidates: operations.map(pointerOf),
  };
}

/** Returns the JSON pointer of an operation in its description. */
export function pointerOf({ pointer, path, methods: [method = ''] }: StepOperation): string {
  return pointer ?? `#/paths${pointerStep(path)}/${method.toLowerCase()}`;
}

/** Some write the braces of a path in their encoded form. */
function plainPointer(pointer: string): string {
  return pointer.replace(/%7b/gi, '{').replace(/%7d/gi, '}');
}

/** Finds a workflow by its id, or by `$sourceDescriptions.NAME.ID`. */
export function findWorkflow(id: string, document: ArazzoDocument, sources: readonly KnownSource[]): FoundTarget {
  const named = sourceNamed(id);
  if (named === undefined) {
    const workflow = document.workflows.find((one) => one.id === id);
    if (workflow !== undefined) return { kind: 'workflow', workflow, document, sources };
    return {
      kind: 'missing',
      problem: `The document has no workflow \`${id}\`.`,
      candidates: document.workflows.map((one) => one.id),
    };
  }
  const source = sources.find(({ name }) => name === named.source);
  if (source === undefined) return noSource(named.source, sources);
  if (source.document === undefined) return { kind: 'unknown' };
  const workflow = source.document.workflows.find((one) => one.id === named.reference);
  if (workflow !== undefined)
    return { kind: 'workflow', workflow, document: source.document, sources: source.sources ?? [] };
  return {
    kind: 'missing',
    problem: `The Arazzo document \`${named.source}\` has no workflow \`${named.reference}\`.`,
    candidates: source.document.workflows.map((one) => `$sourceDescriptions.${named.source}.${one.id}`),
  };
}

function noSource(name: string, sources: readonly KnownSource[]): FoundTarget {
  return {
    kind: 'missing',
    problem: `There is no source description \`${name}\`.`,
    candidates: sources.map((one) => `$sourceDescriptions.${one.name}`),
  };
}

/** Returns the fields of an operation at a place of parameters; undefined where they are not all known. */
export function fieldsAt(operation: StepOperation, place: string | undefined): readonly CompiledField[] | undefined {
  if (place === 'path') return operation.pathParameters ?? [];
  if (place === 'query') return operation.isQueryOpen ? undefined : (operation.query ?? []);
  return undefined;
}

/** Returns the JSON Schema of the inputs of a workflow, with the component that it refers to in its place. */
export function inputSchema({ inputs }: Workflow, document: ArazzoDocument): Readonly<Record<string, unknown>> {
  let schema = inputs;
  for (let step = 0; step < 10 && isRecord(schema) && typeof schema['$ref'] === 'string'; step++) {
    const name = schema['$ref'].replace('#/components/inputs/', '');
    schema = Object.hasOwn(document.inputs, name) ? document.inputs[name] : undefined;
  }
  return isRecord(schema) ? schema : {};
}

/** Returns the names of the inputs of a workflow; undefined where its schema may allow others. */
export function inputNames(workflow: Workflow, document: ArazzoDocument): readonly string[] | undefined {
  const schema = inputSchema(workflow, document);
  const { properties } = schema;
  if (!isRecord(properties)) return undefined;
  const isOpen = ['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties', 'if', '$dynamicRef'].some(
    (key) => key in schema,
  );
  const { additionalProperties } = schema;
  return isOpen || (additionalProperties !== undefined && additionalProperties !== false)
    ? undefined
    : Object.keys(properties);
}
