import { headerNamed } from '@rulebook/checker/binding/field-of';
import type { Binding, BoundParameter } from '@rulebook/checker/binding/model';
import { neutralMediaType } from '@rulebook/checker/binding/vendor-name';
import type { Service } from '@rulebook/catalogue/service';
import { touches, type Span } from '@rulebook/text/span';
import type { ElementReference } from './element';
import type { BodyCursor, Cursor } from './cursor-at';
import type { JsonPath } from '@rulebook/json/json-position';
import { decidingTexts } from './read-texts';

/** Returns the documented element at the cursor. */
export function referenceAt(cursor: Cursor, binding: Binding | undefined, text: string): ElementReference | undefined {
  const { operation, service, form } = binding ?? {};
  switch (cursor.kind) {
    case 'method':
      return operationReference(binding);
    case 'path': {
      const { start, end } = cursor.segment;
      const parameter = binding?.path.find(({ span }) => touches(span, start) && touches(span, end));
      const reference = operationReference(binding);
      return reference && parameter ? { ...reference, of: 'path', name: parameter.field.name } : reference;
    }
    case 'query-name':
    case 'query-value': {
      const parameter = parameterAt(cursor.span, binding?.query);
      if (!parameter || !operation) return undefined;
      const value = cursor.kind === 'query-value' ? parameter.text : undefined;
      return { of: 'query', operation: operation.id, name: parameter.field.name, value };
    }
    case 'header-name':
    case 'header-value': {
      const parameter = parameterAt(cursor.span, binding?.headers);
      if (!parameter || !service) return undefined;
      const { field, text: written } = parameter;
      const value = cursor.kind === 'header-value' ? neutralMediaType(written, service.vendorNames) : undefined;
      const isOfOperation = operation?.parameters.header?.includes(field) === true;
      return {
        of: 'header',
        service: service.id,
        ...(isOfOperation && { operation: operation.id }),
        name: field.name,
        value,
      };
    }
    case 'cookie': {
      const parameter = parameterAt(cursor.span, binding?.cookies);
      if (!parameter || !operation) return undefined;
      const value = cursor.slot === 'value' ? parameter.text : undefined;
      return { of: 'cookie', operation: operation.id, name: parameter.field.name, value };
    }
    case 'form': {
      const parameter = parameterAt(cursor.span, form?.bound);
      if (!parameter || !operation || !form) return undefined;
      const value = cursor.slot === 'value' ? parameter.text : undefined;
      return { of: 'form', operation: operation.id, mediaType: form.mediaType, name: parameter.field.name, value };
    }
    case 'response-header': {
      const field = headerNamed(service?.responseHeaders ?? [], cursor.name, service?.vendorNames);
      return field && service && { of: 'response-header', service: service.id, name: field.name };
    }
    case 'directive-name':
      return cursor.lacksSign ? undefined : { of: 'directive', name: text.slice(cursor.span.start, cursor.span.end) };
    case 'directive-value':
      return { of: 'directive', name: cursor.name };
    case 'body':
      return wordReference(cursor);
    case 'variable':
    case 'request-name':
    case 'ignored-rule':
    case 'assert':
    case 'script':
    case 'graphql':
    case 'query':
    case 'body-start':
    case 'construct':
      return undefined;
  }
}

/** Returns the location of the element at a path of the body. The path starts at the cursor's root value. */
export function referenceInBody(cursor: BodyCursor, path: JsonPath, value?: string | number): ElementReference {
  const { part, operation, prefix } = cursor;
  return { ...part, operation: operation.id, path: [...prefix, ...path], value, texts: decidingTexts(cursor, path) };
}

function wordReference(cursor: BodyCursor): ElementReference | undefined {
  const { container, slot, step = [], word } = cursor.place;
  if (word === undefined) return undefined;
  if (slot === 'key') return referenceInBody(cursor, [...container, word.text]);
  return referenceInBody(cursor, container.concat(step), word.kind === 'number' ? Number(word.text) : word.text);
}

/** Returns the services that a request can belong to: the known one, or all. */
export function servicesFor(binding: Binding | undefined, services: readonly Service[]): readonly Service[] {
  return binding?.service ? [binding.service] : services;
}

/**
 * Returns the services whose header fields the request may have: none at an unknown host, and at an undocumented path, the services that
 * know its first word.
 */
export function headerServices(binding: Binding | undefined, services: readonly Service[]): readonly Service[] {
  if (binding === undefined || binding.service) return servicesFor(binding, services);
  // The description of an own service may not be read yet, and the fields of others are not meant.
  const { endpoint } = binding;
  if (endpoint !== undefined && !services.some(({ id }) => id === endpoint.service)) return [];
  if (binding.request.target.origin !== undefined) return [];
  const first = binding.segments[0]?.text;
  const knowing = services.filter(({ operations }) => operations.some(({ path }) => path.split('/')[1] === first));
  return knowing.length > 0 ? knowing : services;
}

function operationReference(binding: Binding | undefined) {
  const { match, operation: bound } = binding ?? {};
  const operation =
    match?.kind === 'near' ? match.operation : match?.kind === 'other-method' ? match.operations[0] : bound;
  return operation && ({ of: 'operation', operation: operation.id } as const);
}

function parameterAt(place: Span, parameters: readonly BoundParameter[] = []): BoundParameter | undefined {
  const isPlace = ({ start, end }: Span): boolean => start === place.start && end === place.end;
  return parameters.find(({ nameSpan, span }) => isPlace(nameSpan) || isPlace(span));
}
