import type { Catalogue, Service } from '@rulebook/catalogue/service';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Field } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';
import type {
  Block,
  HeaderField,
  PathSegment,
  QueryParameter,
  RequestSyntax,
} from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { headerNamed } from './field-of';
import type { BoundParameter } from './model';
import { isForeignForm, isUnlistedMember, queryFieldOf } from './query-field';

/** Relates the segments of a path to documented fields. */
export function bindPath(
  operation: Operation | undefined,
  parameters: ReadonlyMap<string, PathSegment>,
  { isSent }: Block,
): BoundParameter[] {
  if (!operation || parameters.size === 0) return [];
  const known = byName(operation.parameters.path);
  const bound: BoundParameter[] = [];
  for (const [name, segment] of parameters) {
    const field = known.get(name);
    if (!field) continue;
    const parameter: BoundParameter = {
      kind: 'path',
      field,
      nameSpan: segment.span,
      span: segment.span,
      text: segment.text,
      hasValue: segment.text !== '',
      hasPlaceholder: segment.hasPlaceholder,
    };
    bound.push(isSent ? { ...parameter, isSent } : parameter);
  }
  return bound;
}

/** Of fields with the same name, the first one counts. */
const byName = perObject(
  (fields: readonly Field[]): ReadonlyMap<string, Field> =>
    new Map([...fields].reverse().map((field) => [field.name, field])),
);

const queryFieldsOf = perObject(({ parameters }: Operation) =>
  perObject((common: readonly Field[]) => byName([...parameters.query, ...common])),
);

const noFields: readonly Field[] = [];

/** Relates the query parameters to documented fields. */
export function bindQuery({ request, isSent }: Block, operation: Operation | undefined, service: Service | undefined) {
  const query: BoundParameter[] = [];
  const unknownQuery: QueryParameter[] = [];
  if (!operation) return { query, unknownQuery };
  if (request === undefined || request.target.query.length === 0) return { query, unknownQuery };
  const known = queryFieldsOf(operation)(service?.commonQuery ?? noFields);
  for (const parameter of request.target.query) {
    const field = queryFieldOf(parameter.name.text, known);
    // Of an outline, only texts in a language are known.
    if (operation.isOutline === true && !(field?.shape.type === 'string' && field.shape.query)) continue;
    if (field === undefined || isForeignForm(parameter.name.text, field, service)) {
      if (operation.isQueryOpen !== true) unknownQuery.push(parameter);
    }
    // A member of an object whose members are not listed can have any value.
    else if (!isUnlistedMember(parameter.name.text, field))
      query.push({ ...parameterOf('query', field, parameter), ...(isSent && { isSent }) });
  }
  return { query, unknownQuery };
}

/** Relates the header fields to documented fields. */
export function bindHeaders(
  request: RequestSyntax,
  operation: Operation | undefined,
  service: Service | undefined,
  catalogue: Catalogue,
) {
  // A request to an unknown service may be a recorded delivery that is sent to test a receiver.
  const ofService = service ? [service] : catalogue.services.map(deliveriesOf);
  const ofOperation = operation?.parameters.header ?? noFields;
  const lists =
    ofOperation.length === 0 ? ofService : [{ headers: ofOperation, vendorNames: service?.vendorNames }, ...ofService];
  const headers: BoundParameter[] = [];
  const unknownHeaders: HeaderField[] = [];
  for (const header of request.headers) {
    let field: Field | undefined;
    for (const list of lists) field ??= headerNamed(list.headers, header.name.text, list.vendorNames);
    if (field) headers.push(parameterOf('header', field, header));
    else unknownHeaders.push(header);
  }
  return { headers, unknownHeaders };
}

const deliveriesOf = perObject(
  ({ deliveryHeaders = noFields, vendorNames }: Service): Pick<Service, 'headers' | 'vendorNames'> => ({
    headers: deliveryHeaders.filter(isOwn),
    ...(vendorNames && { vendorNames }),
  }),
);

/** Returns whether the field belongs to the service alone; others, such as `Accept`, are common. */
function isOwn({ name }: Field): boolean {
  return name.startsWith('X-');
}

function parameterOf(kind: 'query' | 'header', field: Field, part: QueryParameter | HeaderField): BoundParameter {
  const behindName: Span = { start: part.name.span.end, end: part.name.span.end };
  return {
    kind,
    field,
    nameSpan: part.name.span,
    span: part.value?.span ?? behindName,
    text: part.value?.text ?? '',
    hasValue: part.value !== undefined,
    hasPlaceholder: part.hasPlaceholder,
  };
}
