import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { BodyAction, Operation, RequestBody, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { mergeFields, mergeShapes, type MergedSources } from './merge-shapes';
import { withLanguages } from './with-languages';

/**
 * Returns the operation of the upper layer with what that of the lower one adds to it, member by member: parameters of the query, members of
 * the body and responses. What neither needs is not read.
 */
export function mergeOperations(
  upper: Operation,
  described: readonly [Operation, ...Operation[]],
  { commonQuery }: Pick<Service, 'commonQuery'>,
): Operation {
  const [lower] = described;
  return Object.create(upper, {
    described: { value: described, enumerable: true },
    ...once('parameters', () => ({ ...upper.parameters, query: mergedQuery(upper, lower, commonQuery) })),
    ...once('body', () => upper.body && mergeBodies(upper.body, lower.body)),
    ...(upper.needs === undefined && once('needs', () => lower.needs)),
    ...once('responses', () => mergeResponses(upper.responses, lower.responses)),
  }) as Operation;
}

/** A property that is computed when it is read first. */
function once<V>(name: string, compute: () => V): PropertyDescriptorMap {
  let known: { readonly value: V } | undefined;
  return { [name]: { enumerable: true, configurable: true, get: () => (known ??= { value: compute() }).value } };
}

function mergedQuery(upper: Operation, lower: Operation, common: readonly Field[]): readonly Field[] {
  const own = upper.parameters.query;
  const others = new Map(lower.parameters.query.map((field) => [field.name, field]));
  const taken = new Set([...own, ...common].flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const misplaced = new Set(upper.misplacedQuery?.map(({ name }) => name));
  return [
    ...own.map((field) => {
      const other = others.get(field.name);
      return other === undefined ? field : mergeFields(field, other, sourcesOf(field, lower));
    }),
    ...lower.parameters.query.filter(({ name }) => !taken.has(name) && !misplaced.has(name)),
  ];
}

function sourcesOf(upper: { readonly provenance: Operation['provenance'] }, lower: Operation): MergedSources {
  return { upper: upper.provenance, lower: lower.provenance };
}

/** Returns the body of the upper layer with what the lower one adds to it. */
export function mergeBodies(upper: RequestBody, lower: RequestBody | undefined): RequestBody {
  if (lower === undefined) return upper;
  const sources = { upper: upper.provenance, lower: lower.provenance };
  return Object.create(upper, {
    ...once('shape', () => mergeOfBody(upper, upper.shape, lower.shape, sources)),
    ...(upper.lines &&
      lower.lines?.length === upper.lines.length &&
      once('lines', () => mergeLines(upper, lower, sources))),
    ...(upper.actions && lower.actions && once('actions', () => mergeActions(upper, lower, sources))),
  }) as RequestBody;
}

function mergeOfBody({ isForLanguages }: RequestBody, upper: Shape, lower: Shape, sources: MergedSources): Shape {
  return isForLanguages ? withLanguages(lower, upper) : mergeShapes(upper, lower, sources);
}

function mergeLines(upper: RequestBody, lower: RequestBody, sources: MergedSources): readonly Shape[] | undefined {
  return upper.lines?.map((line, at) => {
    const other = lower.lines?.[at];
    return other === undefined ? line : mergeOfBody(upper, line, other, sources);
  });
}

function mergeActions(
  upper: RequestBody,
  lower: RequestBody,
  sources: MergedSources,
): readonly BodyAction[] | undefined {
  return upper.actions?.map((action) => {
    const other = lower.actions?.find(({ name }) => name === action.name)?.document;
    if (action.document === undefined || other === undefined) return action;
    return { ...action, document: mergeShapes(action.document, other, sources) };
  });
}

/** The statuses of the upper layer, then those that only the lower one has. */
function mergeResponses(upper: readonly ResponseSpec[], lower: readonly ResponseSpec[]): readonly ResponseSpec[] {
  const known = new Set(upper.map(({ status }) => status));
  return [
    ...upper.map((response) => {
      const other = lower.find(({ status, lastStatus }) => status === response.status && lastStatus === undefined);
      return other === undefined ? response : mergeResponse(response, other);
    }),
    ...lower.filter(({ status }) => !known.has(status)),
  ];
}

function mergeResponse(upper: ResponseSpec, lower: ResponseSpec): ResponseSpec {
  return Object.create(upper, {
    ...once('shape', () => {
      if (upper.shape === undefined || lower.shape === undefined) return upper.shape ?? lower.shape;
      return mergeShapes(upper.shape, lower.shape, { upper: upper.provenance, lower: lower.provenance });
    }),
  }) as ResponseSpec;
}
