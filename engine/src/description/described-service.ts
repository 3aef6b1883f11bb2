import type { Constraint } from '../catalogue/constraints';
import type { DescribedSource, Fact, ServiceId } from '../catalogue/facts';
import type { Operation, RequestBody, ResponseSpec } from '../catalogue/operation';
import type { Credential, Service } from '../catalogue/service';
import type { Field, ObjectShape, Shape, SwitchShape } from '../catalogue/shape';
import type { AllowedValue, ValueSet } from '../catalogue/values';
import type {
  CompiledBody,
  CompiledChoice,
  CompiledConstraint,
  CompiledFact,
  CompiledField,
  CompiledObject,
  CompiledOperation,
  CompiledResponse,
  CompiledShape,
  CompiledSwitch,
  CompiledValues,
} from './compiled';
import { describedOperation, type OperationFacts } from './described-operation';
import { takesLines, unpackOperation, unpackShape, type PackedDescription, type PackedOperation } from './packed';

/** What a described service takes from elsewhere. */
export type ServiceParts = Pick<Service, 'id'> &
  Partial<Pick<Service, 'title' | 'headers' | 'defaultScheme'>> & {
    /** The description's file, as `rulebook.json` names it. Absent for those of the package. */
    readonly file?: string;
  };

/**
 * Returns the service of a compiled description. `loadAnswers` returns the description that has the further shapes of its responses.
 * At once its operations are known by their paths only. Everything in them is read on first use: a file needs few of them, and
 * recursive shapes have no end.
 */
export function createDescribedService(
  compiled: PackedDescription,
  parts: ServiceParts,
  loadAnswers?: () => PackedDescription | undefined,
): Service {
  const { file, ...ofService } = parts;
  const reader = new DescriptionReader(compiled, { id: parts.id, ...(file !== undefined && { file }) }, loadAnswers);
  const { title, version, link, baseUrls, credentials = [] } = compiled;
  const source = reader.source('#');
  const commonQuery = reader.fields(compiled.commonQuery, source);
  return {
    title,
    headers: credentialFields(credentials, 'header', source),
    defaultScheme: 'Bearer',
    ...ofService,
    version,
    ...(link !== undefined && { link }),
    ...(baseUrls && { baseUrls }),
    ...(compiled.credentials && { credentials }),
    operations: compiled.operations.map((operation) => reader.operation(operation)),
    commonQuery: [...commonQuery, ...credentialFields(credentials, 'query', source)],
  };
}

/** Returns the header fields or query parameters that requests authenticate with. */
function credentialFields(
  credentials: readonly Credential[],
  kind: 'header' | 'query',
  provenance: DescribedSource,
): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const credential of credentials) {
    const isAuthorization = kind === 'header' && (credential.kind === 'basic' || credential.kind === 'bearer');
    const name = isAuthorization ? 'Authorization' : credential.kind === kind ? credential.field : undefined;
    if (name === undefined || fields.has(name)) continue;
    const { summary = 'The credential of the request.' } = credential;
    fields.set(name, { name, summary, shape: { type: 'string', format: 'password' }, provenance });
  }
  return [...fields.values()];
}

class DescriptionReader {
  readonly #compiled: PackedDescription;
  readonly #service: ServiceId;
  readonly #file: string | undefined;
  readonly #loadAnswers: () => PackedDescription | undefined;
  /** Behind those of the description; loaded with the first one. */
  #furtherShapes: PackedDescription['shapes'] | undefined;
  /** The shapes that were asked for, by index. */
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #inProgress = new Set<number>();

  constructor(
    compiled: PackedDescription,
    { id, file }: Pick<ServiceParts, 'id' | 'file'>,
    loadAnswers: () => PackedDescription | undefined = () => undefined,
  ) {
    this.#compiled = compiled;
    this.#service = id;
    this.#file = file;
    this.#loadAnswers = loadAnswers;
  }

  source(pointer: string, link = this.#compiled.link): DescribedSource {
    const { title, version } = this.#compiled;
    return {
      kind: 'described',
      service: this.#service,
      title,
      version,
      pointer,
      ...(this.#file !== undefined && { file: this.#file }),
      ...(link !== undefined && { link }),
    };
  }

  operation(packed: CompiledOperation | PackedOperation): Operation {
    const { id, methods, path, slashParameters } = packed;
    const identity = {
      id: `${this.#service}.${id}`,
      service: this.#service,
      methods,
      path,
      slashParameters,
      takesLines: takesLines(packed),
    };
    return describedOperation(identity, () => {
      const compiled = this.#undamaged(() => unpackOperation(packed, this.#compiled));
      if (compiled !== undefined) return this.#facts(compiled);
      return Object.assign(this.#facts({ id, methods, path, title: `${methods.join(', ')} ${path}` }), {
        isOutline: true,
      });
    });
  }

  #undamaged<T>(unpack: () => T): T | undefined {
    try {
      return unpack();
    } catch {
      this.#compiled.onDamaged?.();
      return undefined;
    }
  }

  #facts(compiled: CompiledOperation): OperationFacts {
    const { title, tags, examples, body } = compiled;
    const source = this.source(pointerOf(compiled), compiled.link);
    const credentials = compiled.credentials ?? this.#compiled.usualCredentials;
    const made = {
      ...factsOf(compiled, source),
      title,
      ...(tags && { tags }),
      ...(credentials && { credentials }),
      ...(examples && { examples }),
      notes: (compiled.notes ?? []).map((message) => ({ message, provenance: source })),
    };
    return withLazy(made, {
      parameters: () => ({
        path: this.fields(compiled.pathParameters, source),
        query: this.fields(compiled.query, source),
        header: this.fields(compiled.headers, source),
      }),
      ...(body && { body: () => this.#body(body, source) }),
      responses: () => (compiled.responses ?? []).map((response) => this.#response(response, source)),
    });
  }

  fields(compiled: readonly CompiledField[] | undefined, source: DescribedSource): readonly Field[] {
    return (compiled ?? []).map((field) => this.#field(field, source));
  }

  #field(compiled: CompiledField, source: DescribedSource): Field {
    const { name, aliases, required, default: standard, example, bare, isRepeatable } = compiled;
    const made = {
      ...factsOf(compiled, source),
      name,
      ...(aliases && { aliases }),
      ...(required && { required }),
      ...(standard !== undefined && { default: standard }),
      ...(example !== undefined && { example }),
      ...(bare !== undefined && { bare }),
      ...(isRepeatable && { isRepeatable }),
    };
    return withLazy(made, { shape: () => this.shape(compiled.shape, source) });
  }

  #body(compiled: CompiledBody, source: DescribedSource): RequestBody {
    const { required, isNullable, actions, lines, forms, mediaTypes } = compiled;
    return {
      shape: compiled.shape === undefined ? anything : this.shape(compiled.shape, source),
      provenance: source,
      ...(required && { required }),
      ...(isNullable && { isNullable }),
      ...(actions && {
        actions: actions.map(({ name, document }) => ({
          name,
          ...(document !== undefined && { document: this.shape(document, source) }),
        })),
      }),
      ...(lines && { lines: lines.map((shape) => this.shape(shape, source)) }),
      ...(forms && {
        forms: forms.map(({ mediaType, shape }) => ({ mediaType, shape: this.#object(shape, source) })),
      }),
      ...(mediaTypes && { mediaTypes }),
    };
  }

  #response({ status, lastStatus, summary, shape, answer }: CompiledResponse, source: DescribedSource): ResponseSpec {
    const made = { status, summary, provenance: source, ...(lastStatus !== undefined && { lastStatus }) };
    const known = shape ?? (this.#compiled.answers === undefined ? undefined : answer);
    return known === undefined ? made : withLazy(made, { shape: () => this.shape(known, source) });
  }

  shape(compiled: CompiledShape, source: DescribedSource): Shape {
    return typeof compiled === 'number' ? this.#shared(compiled, source) : this.#made(compiled, source);
  }

  /** A shape of the list is one object, so that what is remembered of it holds everywhere. */
  #shared(index: number, source: DescribedSource): Shape {
    const known = this.#shapes[index];
    if (known !== undefined) return known;
    const compiled = this.#packedShape(index);
    // A shape that is only itself means nothing.
    if (compiled === undefined || this.#inProgress.has(index)) return anything;
    this.#inProgress.add(index);
    const made = this.shape(this.#undamaged(() => unpackShape(compiled)) ?? { type: 'any' }, source);
    this.#inProgress.delete(index);
    this.#shapes[index] = made;
    return made;
  }

  #packedShape(index: number): PackedDescription['shapes'][number] | undefined {
    const { shapes, answers } = this.#compiled;
    if (index < shapes.length || answers === undefined) return shapes[index];
    this.#furtherShapes ??= this.#loadAnswers()?.shapes ?? [];
    return this.#furtherShapes[index - shapes.length];
  }

  #made(compiled: Exclude<CompiledShape, number>, source: DescribedSource): Shape {
    switch (compiled.type) {
      case 'any':
      case 'boolean':
      case 'null':
        return { type: compiled.type };
      case 'string': {
        const { format } = compiled;
        return {
          type: 'string',
          ...valueSetOf(compiled, source),
          ...(format && { format }),
          ...limitFacts(compiled, source),
        };
      }
      case 'integer':
      case 'number':
        return { type: compiled.type, ...valueSetOf(compiled, source), ...limitFacts(compiled, source) };
      case 'array':
        return withLazy(
          { type: 'array' as const, ...limitFacts(compiled, source) },
          { items: () => this.shape(compiled.items, source) },
        );
      case 'object':
        return this.#madeObject(compiled, source);
      case 'switch':
        return this.#madeSwitch(compiled, source);
      case 'choice':
        return withLazy(
          { type: 'choice' as const, ...limitFacts(compiled, source) },
          { options: () => this.#options(compiled, source) },
        );
    }
  }

  #madeObject(compiled: CompiledObject, operation: DescribedSource): ObjectShape {
    const { name = 'object', pointer, entries, patterns, isOpen, isMisspeltReported } = compiled;
    const source = pointer === undefined ? operation : { ...operation, pointer };
    const made = {
      type: 'object' as const,
      name,
      ...(isOpen && { isOpen }),
      ...(isMisspeltReported && { misspelt: 'warning' as const }),
      provenance: source,
      ...limitFacts(compiled, source),
    };
    return withLazy(made, {
      fields: () => this.fields(compiled.fields, source),
      ...(entries && {
        entries: () => {
          const { keyName = 'name', summary = '' } = entries;
          return withLazy({ keyName, summary }, { shape: () => this.shape(entries.shape, source) });
        },
      }),
      ...(patterns && {
        patterns: () =>
          patterns.map(({ pattern, summary = '', shape }) =>
            withLazy({ pattern, summary }, { shape: () => this.shape(shape, source) }),
          ),
      }),
    });
  }

  #madeSwitch(compiled: CompiledSwitch, source: DescribedSource): SwitchShape {
    const { name = 'object', on, of, cases, absent, otherwise } = compiled;
    return withLazy(
      { type: 'switch' as const, name, on, of },
      {
        cases: () =>
          Object.fromEntries(Object.entries(cases).map(([value, shape]) => [value, this.#case(shape, source)])),
        ...(absent !== undefined && { absent: () => this.#case(absent, source) }),
        otherwise: () => this.#case(otherwise, source),
      },
    );
  }

  #case(compiled: CompiledShape, source: DescribedSource): ObjectShape | SwitchShape {
    const shape = this.shape(compiled, source);
    return shape.type === 'switch' ? shape : this.#object(compiled, source);
  }

  /** What is not an object is not checked. */
  #object(compiled: CompiledShape, source: DescribedSource): ObjectShape {
    const shape = this.shape(compiled, source);
    if (shape.type === 'object') return shape;
    // An object that may also be null.
    const [only, ...others] = shape.type === 'choice' ? shape.options.filter(({ type }) => type !== 'null') : [];
    return only?.type === 'object' && others.length === 0 ? only : openObject;
  }

  /** Of a choice among choices, one list. */
  #options(compiled: CompiledChoice, source: DescribedSource): readonly Exclude<Shape, { type: 'choice' }>[] {
    return compiled.options.flatMap((option) => {
      const shape = this.shape(option, source);
      return shape.type === 'choice' ? shape.options : [shape];
    });
  }
}

const anything: Shape = { type: 'any' };
const openObject: ObjectShape = { type: 'object', name: 'object', fields: [], isOpen: true };

function factsOf(compiled: CompiledFact, source: DescribedSource): Fact {
  const { summary = '', since, deprecated, deprecatedSince, removed, lackedBy, stability, link } = compiled;
  return {
    summary,
    provenance: source,
    ...(since && { since }),
    ...(deprecated !== undefined && { deprecated }),
    ...(deprecatedSince && { deprecatedSince }),
    ...(removed && { removed }),
    ...(lackedBy && { lackedBy }),
    ...(stability && { stability }),
    ...(link !== undefined && { link }),
  };
}

function valueSetOf({ values }: { readonly values?: CompiledValues }, source: DescribedSource): { values?: ValueSet } {
  if (values === undefined) return {};
  const known = values.values.map((value): AllowedValue => (typeof value === 'object' ? value : { value }));
  return { values: { values: known, closed: values.isOpen !== true, provenance: source } };
}

function limitFacts(
  { constraints }: { readonly constraints?: readonly CompiledConstraint[] },
  source: DescribedSource,
): { constraints?: readonly Constraint[] } {
  return constraints === undefined
    ? {}
    : { constraints: constraints.map((constraint): Constraint => ({ ...constraint, provenance: source })) };
}

/** Adds members that are computed on first use and kept. */
function withLazy<T extends object, L extends Readonly<Record<string, (() => unknown) | undefined>>>(
  made: T,
  lazy: L,
): T & { readonly [K in keyof L]: ReturnType<NonNullable<L[K]>> } {
  for (const [name, compute] of Object.entries(lazy)) {
    if (compute === undefined) continue;
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = compute();
        Object.defineProperty(made, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return made as T & { readonly [K in keyof L]: ReturnType<NonNullable<L[K]>> };
}

function pointerOf({ pointer, path, methods }: CompiledOperation): string {
  return pointer ?? `#/paths/${escapePointer(path)}/${(methods[0] ?? 'get').toLowerCase()}`;
}

function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}
