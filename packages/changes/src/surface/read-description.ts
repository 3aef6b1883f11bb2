import { detectDescription } from '@rulebook/description/openapi/detect';
import {
  childOf,
  itemsAt,
  membersAt,
  memberOfObject,
  objectOf,
  placeBelow,
  textAt,
  topOf,
  type Place,
} from '@rulebook/description/openapi/place';
import { ProblemList } from '@rulebook/description/openapi/problems';
import { ReferenceReader, type ReadDescriptionFile } from '@rulebook/description/openapi/references';
import { readTree as readText } from '@rulebook/description/text-tree';
import { createSchemaReader, type SchemaReader } from './read-schemas';
import type { ReadTree } from './read-trees';
import type {
  SecurityAlternatives,
  Surface,
  SurfaceContent,
  SurfaceHeader,
  SurfaceOperation,
  SurfaceParameter,
  SurfaceResponse,
} from './surface';

/** The text of a description, and how the files that it refers to are read. */
export interface DescriptionSource {
  /** The name of its file. */
  readonly name: string;
  readonly text: string;
  /** Returns another file by its path from the folder of the description; undefined where it may not be read. */
  readonly read: (path: string) => { readonly text: string } | { readonly cause: string };
  /** Reads texts; the same for both sides, files that are equal are read once. */
  readonly readTree?: ReadTree;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Returns what a description says, all of it as it is written; why it cannot be read otherwise. Never throws. */
export function readSurface({
  name,
  text,
  read,
  readTree = readText,
}: DescriptionSource): Surface | { readonly cause: string } {
  const root = readTree(text, name);
  if ('message' in root) return { cause: root.message };
  const detected = detectDescription(root.tree);
  if ('message' in detected) return { cause: detected.message };
  if (detected.kind === 'elasticsearch-schema')
    return { cause: 'It is the schema of a server; name the release instead, for example `es@9.0`.' };
  const readFile: ReadDescriptionFile = (path) => {
    const content = read(path);
    if ('cause' in content) return content;
    const tree = readTree(content.text, path);
    return 'message' in tree ? { cause: tree.message } : { tree: tree.tree };
  };
  const problems = new ProblemList();
  const references = new ReferenceReader(root.tree, name, readFile, problems);
  const hasSiblings = detected.kind === 'openapi-3.1' || detected.kind === 'openapi-3.2';
  const reading = {
    top: topOf('', root.tree),
    schemas: createSchemaReader(references, hasSiblings),
    isSwagger: detected.kind === 'swagger-2.0',
    requiresReadOnly: hasSiblings,
  };
  return { ...surfaceOf(reading), unread: () => problems.finish().filter(({ isUnread }) => isUnread === true) };
}

interface Reading {
  readonly top: Place;
  readonly schemas: SchemaReader;
  readonly isSwagger: boolean;
  readonly requiresReadOnly: boolean;
}

function surfaceOf(reading: Reading): Surface {
  const { top, schemas, isSwagger } = reading;
  const info = childOf(top, 'info');
  const components = isSwagger ? top : childOf(top, 'components');
  const named = components && childOf(components, isSwagger ? 'definitions' : 'schemas');
  const schemes = components && childOf(components, isSwagger ? 'securityDefinitions' : 'securitySchemes');
  const version = textAt(info, 'version');
  const operations = membersAt(childOf(top, 'paths')).flatMap((path) => operationsAt(path, reading));
  return {
    title: textAt(info, 'title') ?? '',
    ...(version !== undefined && { version }),
    servers: itemsAt(childOf(top, 'servers')).flatMap((one) => textAt(one, 'url') ?? []),
    operations,
    requiresReadOnly: reading.requiresReadOnly,
    webhooks: [
      ...membersAt(childOf(top, 'webhooks')).flatMap((one) => operationsAt(one, reading, 'webhook:')),
      ...operations.flatMap((operation) => callbacksOf(operation, reading)),
    ],
    components: new Map(
      membersAt(named).flatMap((one) => {
        const node = schemas.at(one);
        return node === undefined ? [] : [[one.key, node] as const];
      }),
    ),
    schemes: new Map(
      membersAt(schemes).flatMap((one) => {
        const scheme = objectOf(schemas.resolved(one)?.value);
        return scheme === undefined ? [] : [[one.key, scheme] as const];
      }),
    ),
    security: securityIn(top.value) ?? [],
    isWritten: true,
    readAll: () => {
      readAll(top, schemas);
    },
    child: schemas.child,
    children: schemas.children,
    items: schemas.items,
  };
}

/** Follows all references, each once. */
function readAll(top: Place, { resolved }: SchemaReader): void {
  const seen = new Set<unknown>();
  const open: Place[] = [top];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const target = resolved(place);
    if (target === undefined || typeof target.value !== 'object' || seen.has(target.value)) continue;
    seen.add(target.value);
    open.push(...membersAt(target), ...itemsAt(target));
  }
}

function operationsAt(path: Place, reading: Reading, start = ''): readonly SurfaceOperation[] {
  const item = reading.schemas.resolved(path);
  if (item === undefined || path.key.startsWith('x-')) return [];
  const further = membersAt(childOf(item, 'additionalOperations'));
  const shared = parametersAt(childOf(item, 'parameters'), reading);
  return [...methods.flatMap((method) => childOf(item, method) ?? []), ...further].flatMap((place) => {
    // Some descriptions keep each operation in a file of its own.
    const operation = reading.schemas.resolved(place);
    if (objectOf(operation?.value) === undefined || operation === undefined) return [];
    return [operationAt(operation, { method: place.key, path: start + path.key }, shared, reading)];
  });
}

/** What the service sends to those who ask for it, each under its name; the address in it is that of the receiver. */
function callbacksOf({ method, path, place }: SurfaceOperation, reading: Reading): readonly SurfaceOperation[] {
  return membersAt(childOf(place, 'callbacks')).flatMap((written) =>
    membersAt(reading.schemas.resolved(written)).flatMap((address) =>
      operationsAt(address, reading).map((one) => ({ ...one, path: `callback:${written.key} of ${method} ${path}` })),
    ),
  );
}

function operationAt(
  place: Place,
  { method, path }: Pick<SurfaceOperation, 'method' | 'path'>,
  shared: readonly ReadParameter[],
  reading: Reading,
): SurfaceOperation {
  const own = parametersAt(childOf(place, 'parameters'), reading);
  const keys = new Set(own.map(keyOfParameter));
  const all = [...own, ...shared.filter((one) => !keys.has(keyOfParameter(one)))];
  return {
    method: method.toUpperCase(),
    path,
    place,
    ...optional('id', textAt(place, 'operationId')),
    tags: listOf(memberOfObject(place.value, 'tags')),
    isDeprecated: memberOfObject(place.value, 'deprecated') === true,
    ...optional('sunset', textAt(place, 'x-sunset')),
    ...optional('stability', textAt(place, 'x-stability-level')),
    parameters: all.flatMap(({ parameter }) => parameter ?? []),
    ofPath: new Set(shared.map(keyOfParameter)),
    ...optional('body', reading.isSwagger ? swaggerBody(all, place, reading) : bodyAt(place, reading)),
    responses: membersAt(childOf(place, 'responses')).flatMap((one) => responseAt(one, place, reading)),
    ...optional('security', securityIn(place.value)),
  };
}

/** A parameter as it is written; what Swagger calls a parameter may be the body, or a field of a form. */
interface ReadParameter {
  readonly place: Place;
  readonly in: string;
  readonly name: string;
  readonly parameter?: SurfaceParameter;
}

function keyOfParameter({ in: where, name }: { readonly in: string; readonly name: string }): string {
  return `${where} ${where === 'header' ? name.toLowerCase() : name}`;
}

function parametersAt(list: Place | undefined, reading: Reading): readonly ReadParameter[] {
  return itemsAt(list).flatMap((item) => {
    const place = reading.schemas.resolved(item);
    const where = textAt(place, 'in');
    const name = textAt(place, 'name') ?? '';
    if (place === undefined || where === undefined) return [];
    const base = { place, in: where, name };
    if (where !== 'path' && where !== 'query' && where !== 'header' && where !== 'cookie') return [base];
    const content = membersAt(childOf(place, 'content'))[0];
    const schema = reading.isSwagger ? place : (childOf(place, 'schema') ?? (content && childOf(content, 'schema')));
    const parameter: SurfaceParameter = {
      ...{ in: where, name, place },
      isRequired: memberOfObject(place.value, 'required') === true || where === 'path',
      isDeprecated: memberOfObject(place.value, 'deprecated') === true,
      ...optional('schema', reading.schemas.at(schema)),
      ...optional('sunset', textAt(place, 'x-sunset')),
    };
    return [{ ...base, parameter }];
  });
}

function bodyAt(operation: Place, reading: Reading): SurfaceOperation['body'] {
  const body = reading.schemas.resolved(childOf(operation, 'requestBody'));
  if (body === undefined) return undefined;
  const isRequired = memberOfObject(body.value, 'required') === true;
  return { isRequired, contents: contentsAt(childOf(body, 'content'), reading) };
}

function contentsAt(content: Place | undefined, { schemas }: Reading): readonly SurfaceContent[] {
  return membersAt(content).map((one) => {
    const media = schemas.resolved(one);
    return {
      mediaType: one.key,
      ...optional('schema', schemas.at(media && childOf(media, 'schema'))),
      ...optional('itemSchema', schemas.at(media && childOf(media, 'itemSchema'))),
    };
  });
}

/** In Swagger, a parameter is the body; the fields of a form are its members. */
function swaggerBody(all: readonly ReadParameter[], operation: Place, reading: Reading): SurfaceOperation['body'] {
  const body = all.find((one) => one.in === 'body');
  const types = mediaTypes(operation, 'consumes', reading);
  if (body !== undefined) {
    const schema = reading.schemas.at(childOf(body.place, 'schema'));
    const isRequired = memberOfObject(body.place.value, 'required') === true;
    return { isRequired, contents: types.map((mediaType) => ({ mediaType, ...optional('schema', schema) })) };
  }
  const fields = all.filter((one) => one.in === 'formData');
  if (fields.length === 0) return undefined;
  const value = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, place }) => [name, place.value])),
    required: fields.flatMap(({ name, place }) => (memberOfObject(place.value, 'required') === true ? [name] : [])),
  };
  const schema = reading.schemas.at({ file: operation.file, parent: operation, key: 'parameters', value });
  const isForm = types.some((type) => /form/i.test(type));
  const formTypes = isForm ? types : ['application/x-www-form-urlencoded'];
  return {
    isRequired: value.required.length > 0,
    contents: formTypes.map((mediaType) => ({ mediaType, ...optional('schema', schema) })),
  };
}

function mediaTypes(operation: Place, key: 'consumes' | 'produces', { top }: Reading): readonly string[] {
  const own = listOf(memberOfObject(operation.value, key));
  const found = own.length > 0 ? own : listOf(memberOfObject(top.value, key));
  return found.length > 0 ? found : ['application/json'];
}

function responseAt(one: Place, operation: Place, reading: Reading): readonly SurfaceResponse[] {
  const response = reading.schemas.resolved(one);
  if (response === undefined || one.key.startsWith('x-')) return [];
  const schema = reading.schemas.at(childOf(response, 'schema'));
  const contents = reading.isSwagger
    ? schema === undefined
      ? []
      : mediaTypes(operation, 'produces', reading).map((mediaType) => ({ mediaType, schema }))
    : contentsAt(childOf(response, 'content'), reading);
  return [
    {
      status: one.key.toUpperCase() === 'DEFAULT' ? 'default' : one.key,
      contents,
      headers: headersAt(response, reading),
      links: membersAt(childOf(response, 'links')).map(({ key }) => key),
    },
  ];
}

function headersAt(response: Place, { schemas, isSwagger }: Reading): readonly SurfaceHeader[] {
  return membersAt(childOf(response, 'headers')).flatMap((one) => {
    const header = schemas.resolved(one);
    if (header === undefined) return [];
    const schema = isSwagger ? header : placeBelow(header, 'schema');
    const isRequired = memberOfObject(header.value, 'required') === true;
    return [{ name: one.key, isRequired, ...optional('schema', schemas.at(schema)) }];
  });
}

function securityIn(value: unknown): SecurityAlternatives | undefined {
  const list = memberOfObject(value, 'security');
  if (!Array.isArray(list)) return undefined;
  return list.map(
    (one: unknown) => new Map(Object.entries(objectOf(one) ?? {}).map(([name, scopes]) => [name, listOf(scopes)])),
  );
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>>;
function optional(key: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [key]: value };
}
