import {
  anything,
  unlessEmpty,
  type CompiledBody,
  type CompiledField,
  type CompiledOperation,
  type CompiledResponse,
  type CompiledShape,
  type DescriptionProblem,
} from '../compiled';
import { shortText, shortTitle } from '../short-text';
import { clientMethodOf } from '../client-method';
import { ancestorsOf } from './ancestors';
import { availabilityOf, deprecationOf } from './facts';
import { needsOf } from './needs';
import { objectShape } from './object-shape';
import { asList, recordOf, asText, asTexts, typeNameOf, type NamedType, type Unread } from './schema';
import type { ShapeCompiler } from './shape-compiler';

const lines = 'application/x-ndjson';

/** Compiles an endpoint: an operation for each of its forms of path. */
export function operationsOf(
  endpoint: Unread,
  pointer: string,
  shapes: ShapeCompiler,
  report: (problem: DescriptionProblem) => void,
): readonly CompiledOperation[] {
  const name = asText(endpoint['name']);
  const urls = asList(endpoint['urls']).map(recordOf);
  if (name === undefined || urls.length === 0) {
    report({ severity: 'error', message: 'This endpoint has no name or no URL. It is left out.', pointer });
    return [];
  }
  const request = shapes.named(typeNameOf(endpoint['request']));
  if (request === undefined && endpoint['request'] !== null) {
    report({ severity: 'error', message: `The request of \`${name}\` is not among the types.`, pointer });
  }
  const mediaTypes = asTexts(endpoint['requestMediaType']);
  const parts = request && requestParts(request, shapes);
  const body = request && compiledBody(request, mediaTypes, endpoint['requestBodyRequired'] === true, shapes);
  const response = shapes.named(typeNameOf(endpoint['response']));
  const responses = response && responsesOf(response, shapes);
  const notes = notesOf(endpoint);
  const forms = urls.map((url) => placeholdersOf(asText(url['path'])));
  const tags = name.includes('.') ? [name.slice(0, name.indexOf('.'))] : undefined;
  const description = asText(endpoint['description']);
  return urls.flatMap((url, index): readonly CompiledOperation[] => {
    const path = asText(url['path']);
    const methods = asTexts(url['methods']);
    if (path?.startsWith('/') !== true || methods.length === 0) {
      report({ severity: 'error', message: `A URL of \`${name}\` has no path or no methods.`, pointer });
      return [];
    }
    const placeholders = placeholdersOf(path);
    const pathParameters = placeholders.map(
      (wanted): CompiledField => parts?.path.get(wanted) ?? { name: wanted, required: true, shape: { type: 'string' } },
    );
    return [
      {
        id: index === 0 ? name : `${name}/${placeholders.join('/') || String(index)}`,
        title: shortTitle(description) || name,
        summary: shortText(afterTitle(description)),
        ...availabilityOf(endpoint),
        ...deprecationOf(url['deprecation'] ?? endpoint['deprecation']),
        link: asText(endpoint['docUrl']),
        methods,
        path,
        tags,
        pathParameters: unlessEmpty(pathParameters),
        query: parts && unlessEmpty(parts.query),
        body,
        responses,
        client: clientCallOf(name, request, placeholders, forms.slice(0, index)),
        needs: needsOf(endpoint, { name, path, placeholders }),
        notes: unlessEmpty(notes),
        pointer,
      },
    ];
  });
}

function placeholdersOf(path = ''): readonly string[] {
  return [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, one]) => one ?? '');
}

/**
 * Returns how the client calls a form of path of an endpoint. It has no methods for what is internal, and of two forms with the same parameters
 * it uses the first.
 */
function clientCallOf(
  name: string,
  request: NamedType | undefined,
  placeholders: readonly string[],
  formerForms: readonly (readonly string[])[],
): CompiledOperation['client'] {
  const isSame = (other: readonly string[]) =>
    other.length === placeholders.length && other.every((one) => placeholders.includes(one));
  if (name.startsWith('_') || formerForms.some(isSame)) return undefined;
  const parameters = asList(request?.type['path']).map((field) => {
    const { name, codegenName } = recordOf(field);
    return { written: asText(name) ?? '', called: asText(codegenName) ?? asText(name) ?? '' };
  });
  const renamed = parameters.filter(({ written, called }) => written !== called);
  const others = parameters.filter(({ written }) => !placeholders.includes(written));
  return {
    method: clientMethodOf(name),
    parameters:
      renamed.length === 0 ? undefined : Object.fromEntries(renamed.map(({ written, called }) => [written, called])),
    otherParameters: unlessEmpty(others.map(({ called }) => called)),
    body: asText(recordOf(request?.type['body'])['codegenName']),
  };
}

/** Returns the parameters of a request, with those that it inherits. */
function requestParts(request: NamedType, shapes: ShapeCompiler) {
  const path = new Map<string, CompiledField>();
  const query = new Map<string, CompiledField>();
  for (const ancestor of ancestorsOf(shapes.schema, request)) {
    const { type, pointer } = ancestor.type;
    for (const field of shapes.fields(type['path'], 'parameter', `${pointer}/path`)) path.set(field.name, field);
    for (const field of shapes.fields(type['query'], 'parameter', `${pointer}/query`)) query.set(field.name, field);
    for (const behavior of asList(type['behaviors']).map(recordOf)) {
      const name = typeNameOf(behavior['type']);
      // The parameters of all operations are in the description itself.
      if (name === commonQueryType || name?.endsWith('QueryParameters') !== true) continue;
      for (const field of behaviorFields(name, shapes)) query.set(field.name, field);
    }
  }
  return { path, query: [...query.values()] };
}

/** The type that lists the query parameters of every operation. */
export const commonQueryType = '_spec_utils:CommonQueryParameters';

/** Returns the query parameters that a behaviour adds. */
export function behaviorFields(name: string, shapes: ShapeCompiler): readonly CompiledField[] {
  const type = shapes.named(name);
  return type === undefined ? [] : shapes.fields(type.type['properties'], 'parameter', `${type.pointer}/properties`);
}

function compiledBody(
  request: NamedType,
  mediaTypes: readonly string[],
  isRequired: boolean,
  shapes: ShapeCompiler,
): CompiledBody | undefined {
  const body = recordOf(request.type['body']);
  const pointer = `${request.pointer}/body`;
  const common = { required: isRequired || undefined, mediaTypes: unlessEmpty(mediaTypes) };
  if (body['kind'] === 'properties') {
    const { type, fields, entries, pointer } = objectShape(shapes, request, body['properties']);
    return { ...common, shape: { type, name: 'request body', fields, entries, pointer } };
  }
  if (body['kind'] !== 'value') return undefined;
  const value = recordOf(body['value']);
  if (value['kind'] === 'array_of' && mediaTypes.includes(lines)) {
    return { ...common, ...linesOfItem(value['value'], pointer, shapes) };
  }
  return { ...common, shape: shapes.shape(value, 'body', `${pointer}/value`) };
}

/** Returns how the lines of a body follow each other: actions with documents, lines of several kinds in turn, or lines of one kind. */
function linesOfItem(item: unknown, pointer: string, shapes: ShapeCompiler): CompiledBody {
  const kinds = kindsOfLine(item, shapes);
  const [first, second] = kinds;
  const container = shapes.named(typeNameOf(recordOf(first)['type']));
  if (container !== undefined && recordOf(container.type['variants'])['kind'] === 'container') {
    const object = objectShape(shapes, container, container.type['properties']);
    const update = second === undefined ? anything : shapes.shape(second, 'body', pointer);
    // The schema does not say which action has which document; these two differ from the rest.
    const documentOf = (name: string): CompiledShape | undefined =>
      name === 'delete' ? undefined : name === 'update' ? update : anything;
    const actions = (object.fields ?? []).map(({ name }) => ({ name, document: documentOf(name) }));
    return { shape: object, actions };
  }
  return { lines: kinds.map((kind) => shapes.shape(kind, 'body', pointer)) };
}

/** Returns the members of a union, also of a named one; the value itself for anything else. */
function kindsOfLine(item: unknown, shapes: ShapeCompiler): readonly unknown[] {
  const value = recordOf(item);
  if (value['kind'] === 'union_of') return asList(value['items']);
  const named = shapes.named(typeNameOf(value['type']));
  const inner = recordOf(named?.type['type']);
  return named?.kind === 'type_alias' && inner['kind'] === 'union_of' ? asList(inner['items']) : [item];
}

function responsesOf(response: NamedType, shapes: ShapeCompiler): readonly CompiledResponse[] {
  const shape = shapeOfBody(response, response.type['body'], shapes);
  const exceptions = asList(response.type['exceptions']).flatMap((one): readonly CompiledResponse[] => {
    const { statusCodes, description, body } = recordOf(one);
    const facts = { summary: shortText(asText(description)), shape: shapeOfBody(response, body, shapes) };
    return asList(statusCodes).flatMap((status) =>
      Number.isInteger(status) ? { status: Number(status), ...facts } : [],
    );
  });
  return [{ status: 200, summary: 'Success.', shape }, ...exceptions];
}

function shapeOfBody(response: NamedType, part: unknown, shapes: ShapeCompiler): CompiledShape | undefined {
  const { kind, properties, value } = recordOf(part);
  if (kind === 'properties') return objectShape(shapes, response, properties);
  return kind === 'value' ? shapes.shape(value, 'body', `${response.pointer}/body/value`) : undefined;
}

/** Returns sentences about who may use the endpoint. */
function notesOf(endpoint: Unread): readonly string[] {
  const { stack, serverless } = recordOf(endpoint['availability']);
  return [
    ...(recordOf(stack)['visibility'] === 'private' ? ['This operation is for internal use.'] : []),
    ...(recordOf(serverless)['visibility'] === 'private' && recordOf(stack)['visibility'] !== 'private'
      ? ['On serverless projects, this operation is for internal use.']
      : []),
  ];
}

/** Returns the text behind its first paragraph, which is the title. */
function afterTitle(description: string | undefined): string | undefined {
  const text = description?.slice(0, 4_000).trimStart();
  const end = text?.search(/\n/) ?? -1;
  return text === undefined || end < 0 ? undefined : text.slice(end);
}
