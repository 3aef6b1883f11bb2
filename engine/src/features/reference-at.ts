import { headerNamed } from '../binding/field-of';
import type { Binding } from '../binding/model';
import { neutralMediaType } from '../binding/vendor-name';
import type { Operation } from '../catalogue/operation';
import type { Service } from '../catalogue/service';
import { touches, type Span } from '../text/span';
import type { ElementReference } from './element';
import { lineOf, textsAt, type BodyCursor, type Cursor } from './cursor-at';

/** The element at a cursor, and its span. */
export interface Located {
  readonly reference: ElementReference;
  readonly span: Span;
}

/** Returns the documented element at the cursor. */
export function referenceAt(cursor: Cursor, binding: Binding | undefined, text: string): Located | undefined {
  switch (cursor.kind) {
    case 'method':
      return whole(operationOf(binding), cursor.span);
    case 'path':
      return pathReference(cursor, binding);
    case 'query-name':
    case 'query-value': {
      const parameter = binding?.query.find(({ nameSpan, span }) => isOneOf(cursor.span, nameSpan, span));
      if (!parameter || !binding?.operation) return undefined;
      const value = cursor.kind === 'query-value' ? { value: parameter.text } : {};
      const reference = { of: 'query', operation: binding.operation.id, name: parameter.field.name, ...value } as const;
      return { reference, span: cursor.span };
    }
    case 'header-name':
    case 'header-value': {
      const parameter = binding?.headers.find(({ nameSpan, span }) => isOneOf(cursor.span, nameSpan, span));
      if (!parameter || !binding?.service) return undefined;
      const value =
        cursor.kind === 'header-value' ? { value: neutralMediaType(parameter.text, binding.service.vendorNames) } : {};
      const { name } = parameter.field;
      const isOfOperation = binding.operation?.parameters.header?.includes(parameter.field) === true;
      const at = isOfOperation && binding.operation ? { operation: binding.operation.id } : {};
      const reference = { of: 'header', service: binding.service.id, ...at, name, ...value } as const;
      return { reference, span: cursor.span };
    }
    case 'form': {
      const { operation, form } = binding ?? {};
      const bound = form?.bound.find(({ nameSpan, span }) => isOneOf(cursor.span, nameSpan, span));
      if (operation === undefined || form === undefined || bound === undefined) return undefined;
      const { mediaType } = form;
      const value = cursor.slot === 'value' ? { value: bound.text } : {};
      const reference = { of: 'form', operation: operation.id, mediaType, name: bound.field.name, ...value } as const;
      return { reference, span: cursor.span };
    }
    case 'response-header': {
      const field = headerNamed(binding?.service?.responseHeaders ?? [], cursor.name, binding?.service?.vendorNames);
      if (!field || !binding?.service) return undefined;
      return { reference: { of: 'response-header', service: binding.service.id, name: field.name }, span: cursor.span };
    }
    case 'directive-name':
      return {
        reference: { of: 'directive', name: text.slice(cursor.span.start, cursor.span.end) },
        span: cursor.span,
      };
    case 'directive-value':
      return { reference: { of: 'directive', name: cursor.name }, span: cursor.span };
    case 'body':
      return bodyReference(cursor);
    case 'variable':
    case 'ignored-rule':
    case 'body-start':
      return undefined;
  }
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
  if (binding.request.target.origin !== undefined) return [];
  const first = binding.segments[0]?.text;
  const knowing = services.filter(({ operations }) => operations.some(({ path }) => path.split('/')[1] === first));
  return knowing.length > 0 ? knowing : services;
}

function whole(operation: Operation | undefined, span: Span): Located | undefined {
  return operation && { reference: { of: 'operation', operation: operation.id }, span };
}

function operationOf(binding: Binding | undefined): Operation | undefined {
  if (binding?.match.kind === 'near') return binding.match.operation;
  if (binding?.match.kind === 'other-method') return binding.match.operations[0];
  return binding?.operation;
}

function pathReference(
  cursor: Extract<Cursor, { readonly kind: 'path' }>,
  binding: Binding | undefined,
): Located | undefined {
  const operation = operationOf(binding);
  const parameter = binding?.path.find(
    ({ span }) => touches(span, cursor.segment.start) && touches(span, cursor.segment.end),
  );
  if (!operation || !parameter) return whole(operation, cursor.span);
  return { reference: { of: 'path', operation: operation.id, name: parameter.field.name }, span: cursor.segment };
}

function bodyReference(cursor: BodyCursor): Located | undefined {
  const { place, operation } = cursor;
  if (place.word === undefined) return undefined;
  const at = { operation: operation.id };
  const base = [...cursor.prefix, ...place.container];
  const isKey = place.slot === 'key';
  const below = isKey ? [place.word.text] : place.step === undefined ? [] : [place.step];
  const path = [...base, ...below];
  const isNumber = place.word.kind === 'number';
  const texts = textsAt(cursor, [...place.container, ...below]);
  const value = isKey ? {} : { value: isNumber ? Number(place.word.text) : place.word.text };
  const reference: ElementReference =
    cursor.of === 'body'
      ? {
          of: 'body',
          ...lineOf(cursor),
          ...at,
          path,
          ...value,
          ...texts,
        }
      : { of: 'response', ...at, status: cursor.status, path, ...value, ...texts };
  return { reference, span: place.word.span };
}

function isOneOf(span: Span, ...places: readonly Span[]): boolean {
  return places.some(({ start, end }) => start === span.start && end === span.end);
}
