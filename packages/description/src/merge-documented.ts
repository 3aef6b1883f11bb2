import type { Need } from '@rulebook/catalogue/need';
import type { Loss, Operation, QueryRelation, RequestBody } from '@rulebook/catalogue/operation';
import type { Fallback, Service } from '@rulebook/catalogue/service';
import type { Field } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';
import { mergeBodies, mergeOperations } from './merge-operations';
import { finderOf } from './operation-finder';
import { formOfPath } from './path-form';

/** The operations of a service's documents above those of its description. */
export interface LayeredService {
  readonly whole: Service;
  /** Returns an operation of the upper service with what the lower one adds to it; `whole` has the same object. */
  readonly merged: (operation: Operation) => Operation;
}

/**
 * Returns the upper service with the operations of the lower one that it does not have itself. Where both have an operation of the same method
 * and form of path, they are merged member by member. An outline, which says nothing but that the operation exists, gives way; what it says of
 * losses, of the path, of the query and of the body holds for the operation that takes its place. The list of all operations is made when it is asked for: most files need a few of them.
 * What is known of reading back is that of the product.
 */
export function mergeDocumented(upper: Service, lower: Service, product: Partial<Fallback> = {}): LayeredService {
  const { commonQuery: ofProduct = [] } = product;
  const merged = perObject((operation: Operation) => withQuery(withDescribed(operation, lower, upper), ofProduct));
  const upperQuery = [...upper.commonQuery, ...ofProduct];
  const known = new Set(upperQuery.map(({ name }) => name));
  let operations: readonly Operation[] | undefined;
  const whole: Service = {
    ...upper,
    statedOperations: upper.operations,
    version: lower.version ?? upper.version,
    credentials: lower.credentials ?? upper.credentials,
    ...(upper.readBacks && { readBacks: readBacksOf(upper.readBacks, product) }),
    commonQuery: [...upperQuery, ...lower.commonQuery.filter(({ name }) => !known.has(name))],
    get operations() {
      return (operations ??= allOperations(upper, lower, merged));
    },
  };
  return { whole, merged };
}

/** Returns how resources of a product are read back: without those of parts that it lacks, and with its own. */
function readBacksOf(
  readBacks: NonNullable<Service['readBacks']>,
  { lacks = [], readBacks: own = [] }: Partial<Fallback>,
): NonNullable<Service['readBacks']> {
  if (lacks.length + own.length === 0) return readBacks;
  const lacked = new Set(lacks.flatMap(({ words }) => words));
  const isLacked = (path: string): boolean => [path, ...path.split('/')].some((word) => lacked.has(word));
  const isOwn = (path: string): boolean => own.some(({ declares }) => formOfPath(declares.path) === formOfPath(path));
  return [...readBacks.filter(({ declares: { path } }) => !isLacked(path) && !isOwn(path)), ...own];
}

function allOperations(
  upper: Service,
  lower: Service,
  merged: (operation: Operation) => Operation,
): readonly Operation[] {
  const documented = upper.operations.filter(({ isOutline }) => isOutline !== true);
  const hidden = new Set(documented.flatMap(methodsAndPaths));
  const taken = new Set(documented.map(({ id }) => id));
  const described = new Set<string>();
  const outlined = saidByOutlines(upper);
  const added: Operation[] = [];
  const byForm = new Map<string, Operation>();
  indexed.set(lower, byForm);
  for (const operation of lower.operations) for (const form of methodsAndPaths(operation)) byForm.set(form, operation);
  for (const operation of lower.operations) {
    const forms = methodsAndPaths(operation);
    const methods = operation.methods.filter((_, index) => !hidden.has(forms[index] ?? ''));
    if (methods.length === 0) continue;
    for (const form of forms) if (!hidden.has(form)) described.add(form);
    const id = taken.has(operation.id) ? `${operation.id}.described` : operation.id;
    const said = [...new Set(forms.flatMap((form) => outlined.get(form) ?? []))];
    const losses = said.flatMap((one) => one.losses ?? []);
    const path = said.find((one) => one.path)?.path ?? [];
    const query = said.find((one) => one.query)?.query ?? [];
    const notes = said.find((one) => one.notes)?.notes ?? [];
    const queryRelations = said.flatMap((one) => one.queryRelations ?? []);
    const body = said.find((one) => one.body)?.body;
    const needs = said.find((one) => one.needs)?.needs;
    const got = methods.every((method) => method === 'HEAD') ? sameIn(lower, 'GET', operation) : undefined;
    const isSame =
      got === undefined && id === operation.id && methods.length === operation.methods.length && said.length === 0;
    added.push(
      isSame
        ? operation
        : derivedFrom(operation, methods, id, { losses, path, query, queryRelations, body, needs, notes, got }),
    );
  }
  const own = upper.operations.filter(
    (operation) => operation.isOutline !== true || !methodsAndPaths(operation).every((form) => described.has(form)),
  );
  return [...own.map((operation) => (operation.isOutline === true ? operation : merged(operation))), ...added];
}

function withDescribed(operation: Operation, lower: Service, upper: Service): Operation {
  const [first, ...others] = new Set(operation.methods.flatMap((method) => sameIn(lower, method, operation) ?? []));
  if (first === undefined) return operation;
  return mergeOperations(operation, [first, ...others], upper);
}

/** Returns an operation with query parameters that each operation of a product takes. */
function withQuery(operation: Operation, fields: readonly Field[]): Operation {
  if (fields.length === 0) return operation;
  let parameters: Operation['parameters'] | undefined;
  const read = (): Operation['parameters'] => {
    const { query } = operation.parameters;
    const names = new Set(query.map(({ name }) => name));
    return { ...operation.parameters, query: [...query, ...fields.filter(({ name }) => !names.has(name))] };
  };
  return Object.create(operation, {
    parameters: { enumerable: true, get: () => (parameters ??= read()) },
  }) as Operation;
}

/** The last operation of each method and form of a path, of services whose operations were all looked at. */
const indexed = new WeakMap<Service, ReadonlyMap<string, Operation>>();

/**
 * Returns the operation of a service with a method and the form of a path; of several the last one. A search is quicker than an index of all
 * operations, since a file needs few of them and most paths differ in their first letters.
 */
function sameIn(service: Service, method: string, { path }: Operation): Operation | undefined {
  const index = indexed.get(service);
  if (index !== undefined) return index.get(`${method} ${formOfPath(path)}`);
  const find = finderOf(service);
  if (find !== undefined) return find(method, path);
  const { operations } = service;
  // What is in front of all parameters and behind them is alike, and V8 compares it faster than code that has just been loaded.
  const beginning = path.slice(0, path.indexOf('{') + 1) || path;
  const end = path.slice(path.lastIndexOf('}') + 1);
  for (let index = operations.length - 1; index >= 0; index--) {
    const other = operations[index];
    if (other === undefined || !other.path.startsWith(beginning) || !other.path.endsWith(end)) continue;
    if (hasSameForm(other.path, path) && other.methods.includes(method)) return other;
  }
  return undefined;
}

/** Returns whether two paths differ in nothing but the names of their parameters. */
function hasSameForm(one: string, other: string): boolean {
  let at = 0;
  let otherAt = 0;
  for (; at < one.length && otherAt < other.length; at++, otherAt++) {
    const code = one.charCodeAt(at);
    if (code !== other.charCodeAt(otherAt)) return false;
    if (code !== openingBrace) continue;
    const end = endOfName(one, at);
    const otherEnd = endOfName(other, otherAt);
    if ((end === at) !== (otherEnd === otherAt)) return false;
    at = end;
    otherAt = otherEnd;
  }
  return at === one.length && otherAt === other.length;
}

const openingBrace = 123;

/** Returns where the name of a parameter ends that begins with this brace; the place of the brace when it begins none. */
function endOfName(path: string, brace: number): number {
  const end = path.indexOf('}', brace);
  const next = path.indexOf('{', brace + 1);
  return end < 0 || (next >= 0 && next < end) ? brace : end;
}

/** An operation computes its parts on first use, and must go on doing so. */
function derivedFrom(
  operation: Operation,
  methods: readonly string[],
  id: string,
  {
    losses = [],
    path = [],
    query = [],
    queryRelations = [],
    body,
    needs,
    notes = [],
    got,
  }: OfOutline & { readonly got: Operation | undefined },
): Operation {
  // At once, not with the first use: a shape of several operations names the first that was read.
  const { parameters } = operation;
  return Object.create(operation, {
    methods: { value: methods, enumerable: true },
    id: { value: id, enumerable: true },
    ...(losses.length > 0 && { losses: { value: losses, enumerable: true } }),
    ...(queryRelations.length > 0 && { queryRelations: { value: queryRelations, enumerable: true } }),
    ...(notes.length > 0 && { notes: { value: [...operation.notes, ...notes], enumerable: true } }),
    ...(needs && { needs: { value: needs, enumerable: true } }),
    ...(body && { body: { get: () => limitedBody(body, operation.body), enumerable: true } }),
    ...((path.length + query.length > 0 || got !== undefined) && {
      parameters: {
        value: {
          ...parameters,
          path: limitedBy(parameters.path, path),
          query: queryOf(queryOf(parameters.query, query), got?.parameters.query ?? []),
        },
        enumerable: true,
      },
    }),
  }) as Operation;
}

/** Returns the body with what the outline says of its value and of its absence. */
function limitedBody(outlined: RequestBody, body: RequestBody | undefined): RequestBody {
  const { required = body?.required } = outlined;
  const merged = mergeBodies(outlined, body);
  return {
    ...outlined,
    ...body,
    shape: merged.shape,
    ...(merged.lines && { lines: merged.lines }),
    ...(required !== undefined && { required }),
  };
}

/** Returns parameters of the query, and further ones: those of an outline, and for `HEAD` those of the same request with `GET`, which is handled alike. */
function queryOf(query: readonly Field[], further: readonly Field[]): readonly Field[] {
  const own = new Set(query.map(({ name }) => name));
  return [...query.map((field) => withLanguage(field, further)), ...further.filter(({ name }) => !own.has(name))];
}

/** Returns a parameter with the language of its text, which no description says. */
function withLanguage(field: Field, further: readonly Field[]): Field {
  const same = further.find(({ name, shape }) => name === field.name && isQuery(shape));
  return same === undefined ? field : { ...field, shape: same.shape };
}

function isQuery(shape: Field['shape']): boolean {
  return shape.type === 'string' && shape.query !== undefined;
}

/** Returns the parameters of a path with the limits of those in the same places of the outline. */
function limitedBy(fields: readonly Field[], outlined: readonly Field[]): readonly Field[] {
  return fields.map((field, at) => {
    const limits = outlined[at]?.shape.constraints ?? [];
    const { shape } = field;
    if (limits.length === 0 || shape.type === 'switch') return field;
    return { ...field, shape: { ...shape, constraints: [...(shape.constraints ?? []), ...limits] } };
  });
}

/** What an outline says besides that the operation exists. */
interface OfOutline {
  readonly losses?: readonly Loss[];
  readonly path?: readonly Field[];
  readonly query?: readonly Field[];
  readonly queryRelations?: readonly QueryRelation[];
  readonly notes?: Operation['notes'];
  readonly body?: RequestBody | undefined;
  readonly needs?: readonly Need[] | undefined;
}

/** Returns what a service says of the operations of which it has only an outline, by method and form of path. */
function saidByOutlines({ operations }: Service): ReadonlyMap<string, OfOutline> {
  return new Map(
    operations.flatMap((operation) => {
      const { isOutline, losses, parameters, queryRelations, body, notes, correctsNeeds } = operation;
      const needs = correctsNeeds ? operation.needs : undefined;
      const isLimited = parameters.path.some(({ shape }) => (shape.constraints ?? []).length > 0);
      const hasQuery = parameters.query.some(({ shape }) => isQuery(shape));
      const isBare = !(losses ?? queryRelations ?? body ?? needs) && !isLimited && !hasQuery;
      if (isOutline !== true || isBare) return [];
      const said: OfOutline = {
        ...(losses && { losses }),
        ...(queryRelations && { queryRelations }),
        ...(parameters.query.length > 0 && { query: parameters.query }),
        ...(notes.length > 0 && { notes }),
        ...(body && { body }),
        ...(needs && { needs }),
        ...(isLimited && { path: parameters.path }),
      };
      return methodsAndPaths(operation).map((form) => [form, said] as const);
    }),
  );
}

function methodsAndPaths({ methods, path }: Operation): readonly string[] {
  const form = formOfPath(path);
  return methods.map((method) => `${method} ${form}`);
}
