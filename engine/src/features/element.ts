import type { AllowedValue } from '../catalogue/values';
import { fieldOf } from '../binding/field-of';
import { operationById } from '../binding/operation-by-id';
import { responseFor } from '../binding/response-for';
import type { Catalogue, Service, UnderlayTarget } from '../catalogue/service';
import type { Field, ObjectShape, Shape } from '../catalogue/shape';
import type { FormBody, Operation, RequestBody } from '../catalogue/operation';
import type { Provenance, ServiceId } from '../catalogue/facts';
import type { JsonPath } from './json-position';
import { recordedReader, type DecidingTexts } from './read-texts';
import { plainShapesOf, resolvePath, type PlainShape } from './resolve-shape';

/** The location of an element in the catalogue. As JSON text, it is the `key` of a completion. */
export type ElementReference = ElementLocation & {
  /** Which published description the operation is from. Absent: any. */
  readonly target?: UnderlayTarget;
};

type ElementLocation =
  | { readonly of: 'operation'; readonly operation: string }
  | { readonly of: 'path' | 'query'; readonly operation: string; readonly name: string; readonly value?: string }
  | {
      readonly of: 'form';
      readonly operation: string;
      readonly mediaType: FormBody['mediaType'];
      readonly name: string;
      readonly value?: string;
    }
  | { readonly of: 'response-header'; readonly service: ServiceId; readonly name: string }
  | {
      readonly of: 'header';
      readonly service: ServiceId;
      /** Set where the header field may belong to the operation alone. */
      readonly operation?: string;
      readonly name: string;
      readonly value?: string;
    }
  | {
      readonly of: 'body';
      /** For a document line of newline-delimited JSON: the action that it belongs to. */
      readonly action?: string;
      /** Of lines that repeat a pattern: which line of the pattern it is. */
      readonly turn?: number;
      readonly operation: string;
      readonly path: JsonPath;
      readonly value?: string | number;
      /** The members on which the element depends. */
      readonly texts?: DecidingTexts;
    }
  | {
      readonly of: 'response';
      readonly operation: string;
      readonly status: number;
      readonly path: JsonPath;
      readonly value?: string | number;
      readonly texts?: DecidingTexts;
    }
  | { readonly of: 'directive'; readonly name: string }
  | { readonly of: 'text'; readonly text: string };

/** An element of the catalogue, ready to be described. */
export type Element =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly service: Service }
  | { readonly kind: 'field'; readonly role: FieldRole; readonly field: Field; readonly value?: string | number }
  | {
      readonly kind: 'entry';
      readonly name: string;
      readonly entry: NonNullable<ObjectShape['entries']>;
      /** Where its operation is described. */
      readonly source: Provenance;
      /** The field with the map. */
      readonly owner?: Field;
    };

export type FieldRole = 'path' | 'query' | 'header' | 'form' | 'body' | 'response' | 'response-header';

/** Returns the element that a reference leads to, or undefined if the catalogue has none there. */
export function elementAt(reference: ElementReference, catalogue: Catalogue): Element | undefined {
  switch (reference.of) {
    case 'operation': {
      const found = operationById(catalogue, reference.operation, reference.target);
      return found && { kind: 'operation', ...found };
    }
    case 'path':
    case 'query': {
      const found = operationById(catalogue, reference.operation, reference.target);
      const own = found?.operation.parameters[reference.of] ?? [];
      const known = reference.of === 'query' ? [...own, ...(found?.service.commonQuery ?? [])] : own;
      return fieldElement(reference.of, namedField(known, reference.name), reference.value);
    }
    case 'header': {
      const service = catalogue.services.find(({ id }) => id === reference.service);
      const found =
        reference.operation === undefined ? undefined : operationById(catalogue, reference.operation, reference.target);
      const fields = [...(found?.operation.parameters.header ?? []), ...(service?.headers ?? [])];
      return fieldElement('header', namedField(fields, reference.name), reference.value);
    }
    case 'form': {
      const body = operationById(catalogue, reference.operation, reference.target)?.operation.body;
      const form = body?.forms?.find(({ mediaType }) => mediaType === reference.mediaType);
      return fieldElement('form', form && fieldOf(form.shape, reference.name), reference.value);
    }
    case 'response-header': {
      const service = catalogue.services.find(({ id }) => id === reference.service);
      return fieldElement('response-header', namedField(service?.responseHeaders ?? [], reference.name), undefined);
    }
    case 'body':
    case 'response':
      return bodyElement(reference, catalogue);
    case 'directive':
    case 'text':
      return undefined;
  }
}

/** Returns the catalogue with the service of a request first, whose published description may be another one than the usual. */
export function withServiceOf(binding: { readonly service?: Service } | undefined, catalogue: Catalogue): Catalogue {
  const service = binding?.service;
  return service === undefined || catalogue.services.includes(service)
    ? catalogue
    : { ...catalogue, services: [service, ...catalogue.services] };
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

function bodyShapeOf(
  body: RequestBody | undefined,
  { action, turn }: { readonly action?: string; readonly turn?: number },
): Shape | undefined {
  if (turn !== undefined) return body?.lines?.[turn];
  return action === undefined ? body?.shape : body?.actions?.find(({ name }) => name === action)?.document;
}

function bodyElement(
  reference: Extract<ElementReference, { readonly of: 'body' | 'response' }>,
  catalogue: Catalogue,
): Element | undefined {
  const operation = operationById(catalogue, reference.operation, reference.target)?.operation;
  const root =
    reference.of === 'body'
      ? bodyShapeOf(operation?.body, reference)
      : operation && responseFor(operation, reference.status)?.shape;
  if (operation === undefined || root === undefined) return undefined;
  const read = recordedReader(reference.texts);
  const found = resolvePath(root, reference.path, read);
  if (found === undefined) return undefined;
  if (found.entry !== undefined) {
    const owner = resolvePath(root, reference.path.slice(0, -1), read)?.field;
    const name = String(reference.path[reference.path.length - 1] ?? '');
    const source = owner?.provenance ?? operation.provenance;
    return { kind: 'entry', name, entry: found.entry, source, ...(owner === undefined ? {} : { owner }) };
  }
  return fieldElement(reference.of, found.field, reference.value);
}

function fieldElement(
  role: FieldRole,
  field: Field | undefined,
  value: string | number | undefined,
): Element | undefined {
  return field && { kind: 'field', role, field, ...(value === undefined ? {} : { value }) };
}

function namedField(fields: readonly Field[], name: string): Field | undefined {
  const wanted = name.toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === wanted);
}
