import type { Version } from '@rulebook/catalogue/facts';
import { isInVersion } from '@rulebook/catalogue/behaviour';
import type { Operation, RequestBody, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { topOf } from '@rulebook/description/openapi/place';
import { ProblemList } from '@rulebook/description/openapi/problems';
import { ReferenceReader } from '@rulebook/description/openapi/references';
import { createSchemaReader } from './read-schemas';
import { createShapeReader, isDeprecated, isThere, type ShapeSchema } from './read-shapes';
import type { SchemaNode, Surface, SurfaceContent, SurfaceOperation, SurfaceParameter } from './surface';
import { atLeast } from './versions';

/** The version of a service that is meant. */
export interface ServiceTarget {
  /** Of the server; absent: the newest. */
  readonly version?: Version | undefined;
  /** Of an interface whose versions requests select, a date; absent: the newest. */
  readonly interfaceVersion?: string | undefined;
}

/** Returns what a catalogue says of a service at a version: of an old one, what it had; of a new one, what it still has. */
export function surfaceOfService(service: Service, { version, interfaceVersion }: ServiceTarget): Surface {
  const references = new ReferenceReader({}, '', () => undefined, new ProblemList());
  const schemas = createSchemaReader(references, false);
  const schemaOf = createShapeReader(version, false);
  const answerOf = createShapeReader(version, true);
  const nodeOf = (schema: ShapeSchema): SchemaNode =>
    schemas.at(topOf('', schema)) ?? { schema, place: topOf('', schema) };
  const reading: Reading = { version, schemaOf, answerOf, nodeOf };
  const ended = service.interfaceVersions?.ends.filter(({ version: from }) => atLeast(interfaceVersion, from)) ?? [];
  const operations = service.operations
    .filter((operation) => isThere(operation, version))
    .flatMap((operation) => operation.methods.map((method) => operationOf(operation, method, reading)))
    .flatMap((operation) => withoutEnded(operation, ended, reading));
  const retired = retiredOperations(
    service,
    version,
    new Set(operations.map(({ method, path }) => `${method} ${path}`)),
  );
  return {
    title: service.title,
    ...((interfaceVersion ?? version) !== undefined && { version: interfaceVersion ?? version }),
    operations: [...operations, ...retired.operations],
    successors: retired.successors,
    behaviours: new Map(
      Object.entries(service.behaviours ?? {}).map(([name, one]) => [
        name,
        { summary: one.summary, isThere: isInVersion(one, version) },
      ]),
    ),
    webhooks: [],
    components: new Map(),
    schemes: new Map(),
    security: [],
    isWritten: false,
    ...(service.otherQuery && { refusesQuery: true as const }),
    readAll: () => undefined,
    child: schemas.child,
    children: schemas.children,
    items: schemas.items,
  };
}

interface Reading {
  readonly version: Version | undefined;
  readonly schemaOf: (shape: Shape) => ShapeSchema;
  /** Of what it answers. */
  readonly answerOf: (shape: Shape) => ShapeSchema;
  readonly nodeOf: (schema: ShapeSchema) => SchemaNode;
}

const nowhere = topOf('', undefined);

function operationOf(operation: Operation, method: string, reading: Reading): SurfaceOperation {
  const { parameters, body, responses, path } = operation;
  return {
    ...{ method, path, place: nowhere, id: operation.id, tags: [] },
    isDeprecated: isDeprecated(operation, reading.version),
    parameters: [
      ...parameters.path.map((field) => parameterOf('path', field, reading)),
      ...parameters.query
        .filter((field) => isThere(field, reading.version))
        .map((field) => parameterOf('query', field, reading)),
      ...(parameters.header ?? [])
        .filter((field) => isThere(field, reading.version))
        .map((field) => parameterOf('header', field, reading)),
      ...(parameters.cookie ?? [])
        .filter((field) => isThere(field, reading.version))
        .map((field) => parameterOf('cookie', field, reading)),
    ],
    ofPath: new Set(),
    ...(body && { body: { isRequired: body.required === true, contents: bodyContents(body, reading) } }),
    responses: responses.map((one) => ({
      status: nameOfStatus(one),
      contents: one.shape ? contentsOf(one.shape, one.mediaTypes, { ...reading, schemaOf: reading.answerOf }) : [],
      headers: [],
    })),
  };
}

function parameterOf(
  where: SurfaceParameter['in'],
  field: Field,
  { version, schemaOf, nodeOf }: Reading,
): SurfaceParameter {
  return {
    ...{ in: where, name: field.name, place: nowhere },
    isRequired: where === 'path' || field.required === true,
    isDeprecated: isDeprecated(field, version),
    schema: nodeOf(schemaOf(field.shape)),
  };
}

/** The lines of a body are compared by what each may be. */
function bodyContents(body: RequestBody, reading: Reading): readonly SurfaceContent[] {
  const forms = body.forms ?? [];
  return [
    ...contentsOf(body.shape, body.mediaTypes?.slice(0, 1), reading),
    ...forms.map(({ mediaType, shape }) => ({ mediaType, schema: reading.nodeOf(reading.schemaOf(shape)) })),
  ];
}

function contentsOf(
  shape: Shape,
  mediaTypes: readonly string[] | undefined,
  { schemaOf, nodeOf }: Reading,
): readonly SurfaceContent[] {
  return (mediaTypes ?? ['application/json']).map((mediaType) => ({ mediaType, schema: nodeOf(schemaOf(shape)) }));
}

function nameOfStatus({ status, lastStatus }: ResponseSpec): string {
  if (status === 0) return 'default';
  return lastStatus === undefined ? String(status) : `${Math.floor(status / 100)}XX`;
}

type Ended = NonNullable<Service['interfaceVersions']>['ends'][number];

/** Leaves out what a version of the interface no longer has. */
function withoutEnded(
  operation: SurfaceOperation,
  ended: readonly Ended[],
  { nodeOf }: Reading,
): readonly SurfaceOperation[] {
  const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');
  const ends = ended.filter(
    ({ methods, path }) => methods.includes(operation.method) && shapeOf(path) === shapeOf(operation.path),
  );
  if (ends.some(({ member }) => member === undefined)) return [];
  const lost = new Set(ends.flatMap(({ member, isText }) => (member === undefined || isText ? [] : [member])));
  const { body } = operation;
  if (lost.size === 0 || body === undefined) return [operation];
  const contents = body.contents.map((content) => {
    const schema = content.schema?.schema;
    if (typeof schema !== 'object') return content;
    const properties = Object.entries((schema['properties'] ?? {}) as object).filter(([name]) => !lost.has(name));
    const made = Object.defineProperties(
      {},
      {
        ...Object.getOwnPropertyDescriptors(schema),
        properties: { enumerable: true, value: Object.fromEntries(properties) },
      },
    );
    return { ...content, schema: nodeOf(made) };
  });
  return [{ ...operation, body: { ...body, contents } }];
}

/** All methods, for parts that had any. */
const allMethods = ['GET', 'POST', 'PUT', 'DELETE'];

interface Retired {
  readonly operations: readonly SurfaceOperation[];
  readonly successors: ReadonlyMap<string, { readonly method: string; readonly path: string }>;
}

/** What a version still has of what was removed from the service, by its paths alone. */
function retiredOperations(
  { retired = [] }: Service,
  version: Version | undefined,
  known: ReadonlySet<string>,
): Retired {
  const operations: SurfaceOperation[] = [];
  const successors = new Map<string, { readonly method: string; readonly path: string }>();
  for (const { paths, removed } of retired) {
    if (!('version' in removed)) continue;
    for (const { path, methods = allMethods, newPath } of paths) {
      for (const method of methods) {
        if (newPath !== undefined) successors.set(`${method} ${path}`, { method, path: newPath });
        if (atLeast(version, removed.version) || known.has(`${method} ${path}`)) continue;
        operations.push({
          method,
          path,
          place: nowhere,
          tags: [],
          isDeprecated: false,
          parameters: [],
          ofPath: new Set(),
          responses: [],
        });
      }
    }
  }
  return { operations, successors };
}
