import type { DescribedSource } from '@rulebook/catalogue/facts';
import type { Need } from '@rulebook/catalogue/need';
import type { Operation, RequestBody, ResponseSpec, Webhook } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field, ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import { pointerStep } from '@rulebook/text/pointer';
import {
  anything,
  type CompiledBody,
  type CompiledChoice,
  type CompiledField,
  type CompiledList,
  type CompiledNeed,
  type CompiledObject,
  type CompiledOperation,
  type CompiledResponse,
  type CompiledShape,
  type CompiledSwitch,
  type CompiledWebhook,
} from './compiled';
import { lazyRecord, withLazy } from './lazy-members';
import { mergeShapes } from './merge-shapes';
import { credentialFields } from './credential-fields';
import {
  constraintsOf,
  exclusionsOf,
  isBare,
  isPlain,
  openObject,
  pointerOf,
  sourceAt,
  valueSetOf,
} from './described-facts';
import { describedOperation, type OperationFacts } from './described-operation';
import { addFinder } from './operation-finder';
import {
  takesLines,
  unpackOperation,
  unpackShape,
  type PackedDescription,
  type PackedLine,
  type PackedOperation,
} from './packed';

/** What a described service takes from elsewhere. */
export type ServiceParts = Pick<Service, 'id'> &
  Partial<Pick<Service, 'title' | 'headers' | 'defaultScheme' | 'namedShapes'>> & {
    /** The description's file, as `rulebook.json` names it. Absent for those of the package. */
    readonly file?: string;
  };

/**
 * Returns the service of a compiled description. `loadResponses` returns the description that has the further shapes of its responses.
 * Its operations are made when all of them are asked for, or one by one by `finderOf`, and everything in them is read on first use: a file
 * needs few of them, and recursive shapes have no end.
 */
export function createDescribedService(
  compiled: PackedDescription,
  parts: ServiceParts,
  loadResponses?: () => PackedDescription | undefined,
): Service {
  const { file: _, namedShapes: _named, ...ofService } = parts;
  const reader = new DescriptionReader(compiled, parts, loadResponses);
  const { title, version, link, baseUrls, relativeUrls, credentials } = compiled;
  const source = reader.source('#');
  const commonQuery = reader.fields(compiled.commonQuery, source);
  const { placeOf } = compiled;
  const service: Service = {
    title,
    headers: credentialFields(compiled, 'header', source),
    defaultScheme: 'Bearer',
    ...ofService,
    version,
    link,
    baseUrls,
    relativeUrls,
    credentials,
    get operations() {
      return reader.operations();
    },
    ...(compiled.webhooks && { webhooks: compiled.webhooks.map((webhook) => reader.webhook(webhook)) }),
    commonQuery: [...commonQuery, ...credentialFields(compiled, 'query', source)],
  };
  if (placeOf !== undefined)
    addFinder(service, (method, path) => {
      const place = placeOf(method, path);
      return place === undefined ? undefined : reader.operation(place);
    });
  return service;
}

class DescriptionReader {
  readonly #compiled: PackedDescription;
  readonly #service: ServiceParts;
  readonly #loadAnswers: () => PackedDescription | undefined;
  /** Behind those of the description; loaded with the first one. */
  #furtherShapes: PackedDescription['shapes'] | undefined;
  /** The operations that were asked for, by index. */
  readonly #operations: (Operation | undefined)[] = [];
  /** All of them, once they were asked for. */
  #allOperations: readonly Operation[] | undefined;
  /** The shapes that were asked for, by index. */
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #inProgress = new Set<number>();

  constructor(
    compiled: PackedDescription,
    service: ServiceParts,
    loadResponses: () => PackedDescription | undefined = () => undefined,
  ) {
    this.#compiled = compiled;
    this.#service = service;
    this.#loadAnswers = loadResponses;
  }

  source(pointer: string, link = this.#compiled.link): DescribedSource {
    const { title, version } = this.#compiled;
    const { id, file } = this.#service;
    return { kind: 'described', service: id, title, version, pointer, file, link };
  }

  operations(): readonly Operation[] {
    return (this.#allOperations ??= Array.from(
      this.#compiled.operations,
      (packed, index) => (this.#operations[index] ??= this.#operation(packed)),
    ));
  }

  operation(index: number): Operation | undefined {
    const known = this.#operations[index];
    if (known !== undefined) return known;
    const packed = this.#compiled.operations.at(index);
    return packed && (this.#operations[index] = this.#operation(packed));
  }

  #operation(packed: CompiledOperation | PackedOperation): Operation {
    const { id, methods, path, slashParameters } = packed;
    const service = this.#service.id;
    const facts = { methods, path, slashParameters, takesLines: takesLines(packed) };
    return describedOperation({ id: `${service}.${id}`, service, ...facts }, () => {
      const compiled = this.#undamaged(() => unpackOperation(packed, this.#compiled));
      if (compiled !== undefined) return this.#facts(compiled);
      const outline = this.#facts({ id, methods, path, title: `${methods.join(', ')} ${path}` });
      return Object.assign(outline, { isOutline: true });
    });
  }

  webhook({ shape, ...webhook }: CompiledWebhook): Webhook {
    const source = this.source(`#/webhooks${pointerStep(webhook.name)}`);
    return withLazy(webhook, { shape: shape === undefined ? undefined : () => this.shape(shape, source) });
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
    const {
      pathParameters,
      query,
      headers,
      cookies,
      body,
      responses = [],
      callbacks,
      needs,
      notes = [],
      exclusions = [],
      summary = '',
      ...facts
    } = compiled;
    const source = this.source(pointerOf(compiled), compiled.link);
    const made = {
      ...facts,
      summary,
      provenance: source,
      credentials: facts.credentials ?? this.#compiled.usualCredentials,
      needs: needs?.map((need) => this.#need(need, source)),
      notes: notes.map((message) => ({ message, provenance: source })),
      ...(exclusions.length > 0 && {
        queryRelations: exclusionsOf(exclusions, (pointer) => (pointer === undefined ? source : this.source(pointer))),
      }),
    };
    return withLazy(made, {
      parameters: () => ({
        path: this.fields(pathParameters, source),
        query: this.fields(query, source),
        header: this.fields(headers, source),
        ...(cookies && { cookie: this.fields(cookies, source) }),
      }),
      body: body && (() => this.#body(body, source)),
      responses: () => responses.map((response) => this.#response(response, source)),
      callbacks:
        callbacks &&
        (() =>
          callbacks.map(({ shape, ...sent }) => ({
            ...sent,
            ...(shape !== undefined && { shape: this.shape(shape, source) }),
          }))),
    });
  }

  #need({ source: other, ...need }: CompiledNeed, source: DescribedSource): Need {
    const publication = other === undefined ? undefined : this.#compiled.needSources?.[other];
    return { ...need, provenance: publication === undefined ? source : { ...source, ...publication } };
  }

  fields(compiled: readonly CompiledField[] | undefined, source: DescribedSource): readonly Field[] {
    return (compiled ?? []).map(({ content, ...field }) => {
      const ofContent = content === undefined ? {} : { content: this.shape(content, source) };
      const { shape, summary = '' } = field;
      // Most are plain values, which cost less to make than to make later.
      if (isPlain(shape) && content === undefined)
        return { ...field, summary, provenance: source, shape: this.shape(shape, source) };
      return this.#shaped({ ...field, ...ofContent, provenance: source }, source);
    });
  }

  #shaped<T extends { readonly summary?: string; readonly shape: CompiledShape }>(
    compiled: T,
    source: DescribedSource,
  ) {
    const { shape, ...facts } = compiled;
    return withLazy(Object.assign(facts, { summary: compiled.summary ?? '' }), {
      shape: () => this.shape(shape, source),
    });
  }

  #body(compiled: CompiledBody, source: DescribedSource): RequestBody {
    const { shape = anything, actions, lines, forms, text } = compiled;
    return {
      ...compiled,
      shape: this.shape(shape, source),
      provenance: source,
      actions: actions?.map(({ name, document, need }) => ({
        name,
        need: need && this.#need(need, source),
        document: document === undefined ? undefined : this.shape(document, source),
      })),
      lines: lines?.map((line) => this.shape(line, source)),
      text: text && this.fields([text], source)[0],
      forms: forms?.map((form) => ({ ...form, shape: this.#object(form.shape, source) })),
    };
  }

  #response({ shape, answer, headers, ...facts }: CompiledResponse, source: DescribedSource): ResponseSpec {
    const known = shape ?? (this.#compiled.answers === undefined ? undefined : answer);
    const made = { ...facts, provenance: source };
    return withLazy(made, {
      shape: known === undefined ? undefined : () => this.shape(known, source),
      headers: headers && (() => this.fields(headers, source)),
    });
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
    if (compiled === undefined || this.#inProgress.has(index)) return { type: 'any' };
    this.#inProgress.add(index);
    const made = this.shape(this.#undamaged(() => unpackShape(compiled)) ?? anything, {
      ...source,
      shared: source.shared ?? 'place',
    });
    this.#inProgress.delete(index);
    this.#shapes[index] = made;
    return made;
  }

  #packedShape(index: number): CompiledShape | PackedLine | undefined {
    const { shapes, answers } = this.#compiled;
    if (index < shapes.length || answers === undefined) return shapes.at(index);
    this.#furtherShapes ??= this.#loadAnswers()?.shapes ?? [];
    return this.#furtherShapes.at(index - shapes.length);
  }

  #made(compiled: Exclude<CompiledShape, number>, source: DescribedSource): Shape {
    const made = this.#madeAlone(compiled, source);
    const conditions = compiled.type === 'switch' ? undefined : compiled.conditions;
    // A shape that the documents name is that of several places.
    const isNamed = compiled.type === 'object' && this.#service.namedShapes?.[compiled.name ?? ''] !== undefined;
    if (conditions === undefined || isNamed) return made;
    return withLazy(isPlain(compiled) ? { ...made } : made, {
      conditions: () =>
        conditions.map(({ when, then, otherwise }) => ({
          when,
          then: then && this.shape(then, source),
          otherwise: otherwise && this.shape(otherwise, source),
        })),
    });
  }

  #madeAlone(compiled: Exclude<CompiledShape, number>, source: DescribedSource): Shape {
    switch (compiled.type) {
      case 'any':
      case 'boolean':
      case 'null':
        return compiled as Shape;
      case 'string':
      case 'integer':
      case 'number': {
        if (isBare(compiled)) return compiled;
        const { conditions: _, values, ...facts } = compiled;
        return { ...facts, constraints: constraintsOf(compiled, source), values: values && valueSetOf(values, source) };
      }
      case 'array': {
        const { positions } = compiled;
        return withLazy(
          { type: compiled.type, constraints: constraintsOf(compiled, source) },
          {
            items: () => this.shape(compiled.items, source),
            positions: positions && (() => this.#positions(positions, source)),
          },
        );
      }
      case 'object':
        return this.#madeObject(compiled, source);
      case 'switch':
        return this.#madeSwitch(compiled, source);
      case 'choice':
        return withLazy(
          { type: compiled.type, constraints: constraintsOf(compiled, source) },
          { options: () => this.#options(compiled, source) },
        );
    }
  }

  #positions({ first, rest }: NonNullable<CompiledList['positions']>, source: DescribedSource) {
    return { first: first.map((one) => this.shape(one, source)), rest: this.shape(rest, source) };
  }

  #madeObject(compiled: CompiledObject, operation: DescribedSource): ObjectShape {
    const { type, name = 'object', pointer, entries, patterns, isOpen, isClosed, isMisspeltReported } = compiled;
    const source = sourceAt(pointer, operation);
    const misspelt = isMisspeltReported && ('warning' as const);
    const made = {
      type,
      name,
      isOpen,
      isClosed,
      misspelt,
      provenance: source,
      constraints: constraintsOf(compiled, source),
    };
    const described: ObjectShape = withLazy(made, {
      fields: () => this.fields(compiled.fields, source),
      entries: entries && (() => this.#shaped({ ...entries, keyName: entries.keyName ?? 'name' }, source)),
      patterns: patterns && (() => patterns.map((pattern) => this.#shaped(pattern, source))),
    });
    const known = this.#service.namedShapes?.[name];
    if (known === undefined) return described;
    const merged = mergeShapes(known, described, { upper: known.provenance ?? source, lower: source });
    return merged.type === 'object' ? merged : known;
  }

  #madeSwitch(compiled: CompiledSwitch, source: DescribedSource): SwitchShape {
    const { type, name = 'object', on, of, cases, absent, otherwise } = compiled;
    const made = { type, name, on, of };
    return withLazy(made, {
      cases: () => lazyRecord(Object.keys(cases), (value) => this.#case(cases[value] ?? anything, source)),
      absent: absent === undefined ? undefined : () => this.#case(absent, source),
      otherwise: () => this.#case(otherwise, source),
    });
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
