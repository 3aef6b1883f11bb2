import type { Binding } from '@rulebook/checker/binding/model';
import type { AllowedValue } from '@rulebook/catalogue/values';
import { operationById } from '@rulebook/checker/binding/operation-by-id';
import { responseFor } from '@rulebook/checker/binding/response-for';
import type { Catalogue, Service, FallbackTarget } from '@rulebook/catalogue/service';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { FormBody, Operation } from '@rulebook/catalogue/operation';
import type { Provenance, ServiceId } from '@rulebook/catalogue/facts';
import type { JsonPath } from '@rulebook/json/json-position';
import { recordedReader, type DecidingTexts } from './read-texts';
import { plainShapesOf, resolvePath, type PlainShape } from '@rulebook/checker/binding/resolve-shape';

/** The location of an element in the catalogue. As JSON text, it is the `key` of a completion. */
export type ElementReference = (
  | { readonly of: 'operation'; readonly operation: string }
  | FieldReference
  | BodyReference
  | { readonly of: 'directive'; readonly name: string }
  | { readonly of: 'text'; readonly text: string }
) & {
  /** Which published description the operation is from. Absent: any. */
  readonly target?: FallbackTarget;
};

/** The location of a parameter, a header field or a field of a form. */
interface FieldReference {
  readonly of: 'path' | 'query' | 'header' | 'cookie' | 'form' | 'response-header';
  /** Absent for a header field that all operations of the service have. */
  readonly operation?: string;
  readonly service?: ServiceId;
  readonly mediaType?: FormBody['mediaType'];
  readonly name: string;
  readonly value?: string;
}

type BodyReference = BodyPart & {
  readonly operation: string;
  readonly path: JsonPath;
  readonly value?: string | number;
  /** The members on which the element depends. */
  readonly texts?: DecidingTexts;
};

/** The part of an operation that a JSON text is: its body, a line of it, or a response. */
export type BodyPart =
  | {
      readonly of: 'body';
      /** For a document line of newline-delimited JSON: the action that it belongs to. */
      readonly action?: string;
      /** Of lines that repeat a pattern: which line of the pattern it is. */
      readonly turn?: number;
    }
  | { readonly of: 'response'; readonly status: number };

/** An element of the catalogue, ready to be described. */
export type Element =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly service: Service }
  | {
      readonly kind: 'field';
      readonly role: FieldRole;
      readonly field: Field;
      readonly value?: string | number;
      /** In whose body or response it is. */
      readonly operation?: Operation;
    }
  | {
      readonly kind: 'entry';
      readonly name: string;
      readonly entry: NonNullable<ObjectShape['entries']>;
      /** Where its operation is described. */
      readonly source: Provenance;
      /** The field with the map. */
      readonly owner?: Field;
      readonly operation: Operation;
    };

export type FieldRole = (FieldReference | BodyPart)['of'];

/** Returns the element that a reference leads to, or undefined if the catalogue has none there. */
export function elementAt(reference: ElementReference, catalogue: Catalogue): Element | undefined {
  if (reference.of === 'directive' || reference.of === 'text') return undefined;
  const { operation: id, target } = reference;
  const found = id === undefined ? undefined : operationById(catalogue, id, target);
  if (reference.of === 'operation') return found && { kind: 'operation', ...found };
  if (reference.of === 'body' || reference.of === 'response') return found && bodyElement(reference, found.operation);
  const service = found?.service ?? catalogue.services.find(({ id }) => id === reference.service);
  const field = fieldsAt(reference, found?.operation, service).find(({ name }) => name === reference.name);
  return fieldElement(reference, field);
}

function fieldsAt(
  { of, mediaType }: FieldReference,
  operation: Operation | undefined,
  service: Service | undefined,
): readonly Field[] {
  switch (of) {
    case 'path':
      return operation?.parameters.path ?? [];
    case 'query':
      return [...(operation?.parameters.query ?? []), ...(service?.commonQuery ?? [])];
    case 'header':
      return [...(operation?.parameters.header ?? []), ...(service?.headers ?? [])];
    case 'cookie':
      return operation?.parameters.cookie ?? [];
    case 'form':
      return operation?.body?.forms?.find((form) => form.mediaType === mediaType)?.shape.fields ?? [];
    case 'response-header':
      return service?.responseHeaders ?? [];
  }
}

/**
 * Returns the catalogue with the service of a request first, whose published description may be another one than the usual, and with what stands
 * for the variables of its document of GraphQL.
 */
export function withServiceOf(
  binding: Pick<Binding, 'service' | 'graphql' | 'schemas'> | undefined,
  catalogue: Catalogue,
): Catalogue {
  const whole = withVariablesOf(binding, catalogue);
  const service = binding?.service;
  return service === undefined || catalogue.services.includes(service)
    ? whole
    : { ...whole, services: [service, ...catalogue.services] };
}

function withVariablesOf(binding: Pick<Binding, 'graphql' | 'schemas'> | undefined, catalogue: Catalogue): Catalogue {
  const operation = binding?.graphql && binding.schemas?.request;
  if (operation === undefined) return catalogue;
  const { service: id, provenance } = operation;
  const standIn: Service = {
    ...{ id, title: '', bodySchema: { use: {}, operation } },
    ...{ operations: [], headers: [], commonQuery: [], defaultScheme: '' },
  };
  return provenance.kind === 'described'
    ? { ...catalogue, schemas: [standIn, ...(catalogue.schemas ?? [])] }
    : catalogue;
}

/** Returns whether the field must be there, by a document or by what servers do. */
export function isRequired({ required }: Field): boolean {
  return required === true || typeof required === 'object';
}

/** Returns the values that a set of shapes allows, each once. */
export function allowedValuesOf(shapes: readonly PlainShape[]): readonly AllowedValue[] {
  const found: AllowedValue[] = [];
  for (const shape of shapes) {
    const set = 'values' in shape ? shape.values : undefined;
    for (const value of set?.values ?? []) {
      if (!found.some((known) => known.value === value.value)) found.push(value);
    }
  }
  return found;
}

/** Returns the shapes of a field's value, and for an array also the shapes of its items. */
export function valueShapesOf(field: Field): readonly PlainShape[] {
  const shapes = plainShapesOf(field.shape);
  return [...shapes, ...shapes.flatMap((shape) => (shape.type === 'array' ? plainShapesOf(shape.items) : []))];
}

function bodyElement(reference: BodyReference, operation: Operation): Element | undefined {
  const root = shapeOfPart(reference, operation);
  if (root === undefined) return undefined;
  const read = recordedReader(reference.texts);
  const found = resolvePath(root, reference.path, read);
  if (found?.entry === undefined) return fieldElement(reference, found?.field, operation);
  const owner = resolvePath(root, reference.path.slice(0, -1), read)?.field;
  const name = String(reference.path.at(-1) ?? '');
  return { kind: 'entry', name, entry: found.entry, source: (owner ?? operation).provenance, owner, operation };
}

function shapeOfPart(part: BodyPart, operation: Operation): Shape | undefined {
  if (part.of === 'response') return responseFor(operation, part.status)?.shape;
  const { body } = operation;
  if (part.turn !== undefined) return body?.lines?.[part.turn];
  return part.action === undefined ? body?.shape : body?.actions?.find(({ name }) => name === part.action)?.document;
}

function fieldElement(
  { of: role, value }: FieldReference | BodyReference,
  field: Field | undefined,
  operation?: Operation,
): Element | undefined {
  return field && { kind: 'field', role, field, value, ...(operation && { operation }) };
}
