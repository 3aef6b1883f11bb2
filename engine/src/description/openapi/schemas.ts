import type { CompiledChoice, CompiledConstraint, CompiledField, CompiledObject, CompiledShape } from '../compiled';
import { constraintsOf, formatOf, isComparable, memberChoice } from './constraints-of';
import {
  childOf,
  isSet,
  itemsAt,
  memberOf,
  membersAt,
  objectOf,
  placeBelow,
  pointerIn,
  textOf,
  textsOf,
  topOf,
  type Place,
} from './place';
import type { ProblemList } from './problems';
import { reportUnknownMembers } from './members';
import { isReference, type ReferenceReader } from './references';
import { factsAt, spelledOut } from './wording';
import type { Dialect } from './dialect';
import { describedValues, firstOf, jsonOf, exampleAt } from './schema-texts';
import {
  type SimpleType,
  annotations,
  uncheckedKeywords,
  isSmall,
  isBare,
  onlyRequirement,
  isNullableType,
  allowsNull,
  hasNull,
  schemaHas,
  typeOfValue,
  inferredTypes,
} from './schema-keywords';

/** Schemas that are nested deeper than this, without a reference in between, are not checked. */
const deepest = 64;

/** A description that needs more shapes than this is not checked further. */
const mostShapes = 150_000;

/** Combinations of alternatives that are written out. */
const mostCombinations = 256;

/** Objects of alternatives with more members than this are open. */
const mostBorrowedMembers = 300;

/** What a value is for: members that are only read are not sent, those that are only written are not answered. */
export type Use = 'request' | 'response';

/** Where a schema stands, for the shape that is made of it. */
export interface SchemaContext {
  readonly use: Use;
  /** What an object is called that has no name of its own. */
  readonly name: string;
  readonly depth: number;
}

/** The schemas that a value must fulfil together. */
interface Parts {
  readonly schemas: Place[];
  /** Alternatives of which the value must fulfil one. */
  readonly groups: Group[];
  /** Schemas whose members may be present too. */
  readonly borrowed: Place[];
  /** What was collected, so that recursion ends. */
  readonly visited: Set<unknown>;
  /** A discriminator has led here, and is not followed again. */
  readonly isDecided?: true;
  /** Which of several members must be present. */
  readonly required?: readonly CompiledConstraint[];
}

interface Group {
  readonly kind: 'oneOf' | 'anyOf';
  /** The schema that has the alternatives. */
  readonly owner: Place;
  readonly options: readonly Place[];
}

const simpleTypes: readonly string[] = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'];

const anything: CompiledShape = { type: 'any' };

/** Makes shapes of the schemas of a description. A schema that is referred to becomes a shape in the pool, which may refer to itself. */
export class SchemaCompiler {
  readonly #pool: CompiledShape[] = [];
  readonly #open: { readonly index: number; readonly schema: Place; readonly context: SchemaContext }[] = [];
  readonly #indexes: Readonly<Record<Use, Map<unknown, number>>> = { request: new Map(), response: new Map() };
  readonly #inline: Readonly<Record<Use, Set<unknown>>> = { request: new Set(), response: new Set() };
  readonly #references: ReferenceReader;
  readonly #problems: ProblemList;
  readonly #dialect: Dialect;
  readonly #root: Place;
  /** The schemas whose members were looked at. */
  readonly #listed = new Set<unknown>();
  #children: ReadonlyMap<unknown, readonly Child[]> | undefined;
  #count = 0;

  constructor(root: Place, dialect: Dialect, references: ReferenceReader, problems: ProblemList) {
    this.#root = root;
    this.#dialect = dialect;
    this.#references = references;
    this.#problems = problems;
  }

  /** Returns the shape of a schema. It is complete after `finish`. */
  shapeOf(schema: Place, context: SchemaContext): CompiledShape {
    if (!this.#isAffordable(schema, context.depth)) return anything;
    const { value } = schema;
    if (isReference(value) && !this.#hasOwnKeywords(schema)) {
      const target = this.#references.resolved(schema);
      return target === undefined ? anything : this.#referredTo(target, context);
    }
    if (typeof value === 'object' && value !== null) {
      // A parameter that operations share, or an alias of YAML, is the same object in two places.
      if (this.#inline[context.use].has(value) && !isSmall(objectOf(value) ?? {})) return this.#pooled(schema, context);
      this.#inline[context.use].add(value);
    }
    return this.#shapeOfParts(this.#collected([schema]), context);
  }

  /** Returns a member or parameter with the shape of a schema. */
  fieldOf(name: string, schemas: readonly Place[], context: Omit<SchemaContext, 'name'>): CompiledField {
    const inner = { ...context, name: spelledOut(name) || 'object', depth: context.depth + 1 };
    const [only] = schemas;
    // Many schemas that describe the same member take time together.
    this.#count += schemas.length - 1;
    const shape =
      only === undefined
        ? anything
        : schemas.length === 1
          ? this.shapeOf(only, inner)
          : this.#shapeOfParts(this.#collected(schemas), inner);
    const described = schemas.flatMap((schema) => this.annotated(schema));
    const standard = firstOf(described, (place) => jsonOf(place, 'default'));
    const example = firstOf(described, exampleAt);
    return {
      ...factsAt(described),
      name,
      shape,
      ...(standard !== undefined && { default: standard }),
      ...(example !== undefined && !/\$(?:\d|\{)/.test(example) && { example }),
    };
  }

  /** Returns the schemas that say something about the value as a whole: the schema, what it refers to, and what it extends. */
  annotated(schema: Place, depth = 0): readonly Place[] {
    if (depth > 3 || objectOf(schema.value) === undefined) return [];
    if (isReference(schema.value)) {
      const target = this.#references.resolved(schema);
      return [schema, ...(target === undefined ? [] : this.annotated(target, depth + 1))];
    }
    const extended = itemsAt(childOf(schema, 'allOf'));
    return [schema, ...extended.flatMap((item) => this.annotated(item, depth + 1))];
  }

  /** Completes the shapes that were asked for, and returns the pool. */
  finish(): readonly CompiledShape[] {
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const { index, schema, context } = next;
      const shape = this.#shapeOfParts(this.#collected([schema]), context);
      this.#pool[index] = withPointer(shape, schema);
    }
    return this.#pool;
  }

  #isAffordable(schema: Place, depth: number): boolean {
    this.#count++;
    if (this.#count > mostShapes) {
      this.#problems.summary(
        'shapes',
        () => 'The description is too large. From here on, values are not checked.',
        schema,
      );
      return false;
    }
    if (depth <= deepest) return true;
    this.#problems.information(`Schemas that are nested more than ${deepest} levels deep are not checked.`, schema);
    return false;
  }

  /** Returns the shape of a schema that has a place of its own: small ones are written out, others are shared. */
  #referredTo(target: Place, context: SchemaContext): CompiledShape {
    const object = objectOf(target.value);
    if (object === undefined || isSmall(object)) return this.#shapeOfParts(this.#collected([target]), context);
    return this.#pooled(target, context);
  }

  #pooled(schema: Place, { use, name }: SchemaContext): number {
    const known = this.#indexes[use].get(schema.value);
    if (known !== undefined) return known;
    const index = this.#pool.push(anything) - 1;
    this.#indexes[use].set(schema.value, index);
    this.#open.push({ index, schema, context: { use, name: componentName(schema) ?? name, depth: 0 } });
    return index;
  }

  /** Returns whether a schema with a `$ref` says more than descriptions of it. */
  #hasOwnKeywords(schema: Place): boolean {
    const own = Object.keys(objectOf(schema.value) ?? {}).filter(
      (key) => key !== '$ref' && !annotations.has(key) && !key.startsWith('x-'),
    );
    if (own.length === 0) return isSet(schema, 'x-nullable');
    if (this.#dialect === 'openapi-3.1' || this.#dialect === 'openapi-3.2') return true;
    // Many descriptions write it, and mean it.
    const isNullable = isSet(schema, 'nullable') || isSet(schema, 'x-nullable');
    const ignored = own.filter((key) => key !== 'nullable');
    if (ignored.length > 0)
      this.#problems.information(`Beside \`$ref\`, ${listed(ignored)} has no effect in this version.`, schema);
    return isNullable;
  }

  #collected(schemas: readonly Place[]): Parts {
    const parts: Parts = { schemas: [], groups: [], borrowed: [], visited: new Set() };
    for (const schema of schemas) this.#collect(schema, parts, 0);
    return parts;
  }

  /** Adds a schema, what it refers to, and everything that it extends. */
  #collect(schema: Place, parts: Parts, depth: number): void {
    const { value } = schema;
    if (value === true) return;
    if (value === false) {
      this.#problems.information('The schema `false` is not checked.', schema);
      return;
    }
    if (objectOf(value) === undefined) {
      this.#problems.error('A schema must be an object.', schema);
      return;
    }
    if (parts.visited.has(value)) return;
    parts.visited.add(value);
    if (depth > deepest) {
      this.#problems.information('Schemas that extend so many others are not checked.', schema);
      return;
    }
    if (isReference(value)) {
      const target = this.#references.resolved(schema);
      if (this.#hasOwnKeywords(schema)) this.#add(schema, parts, depth);
      if (target) this.#collect(target, parts, depth + 1);
      return;
    }
    this.#add(schema, parts, depth);
  }

  #add(schema: Place, parts: Parts, depth: number): void {
    parts.schemas.push(schema);
    this.#reportUnchecked(schema);
    const extended = childOf(schema, 'allOf');
    if (extended && !Array.isArray(extended.value))
      this.#problems.error('`allOf` must be a list of schemas.', extended);
    for (const item of itemsAt(extended)) this.#collect(item, parts, depth + 1);
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const list = childOf(schema, kind);
      if (list === undefined) continue;
      const options = itemsAt(list);
      if (options.length === 0) this.#problems.error(`\`${kind}\` must be a list of schemas that is not empty.`, list);
      else parts.groups.push({ kind, owner: schema, options });
    }
  }

  #shapeOfParts(parts: Parts, context: SchemaContext): CompiledShape {
    const bySwitch = parts.isDecided ? undefined : this.#switchOf(parts, context);
    if (bySwitch !== undefined) return bySwitch;
    const [group, ...others] = parts.groups;
    if (group === undefined) return this.#plainShape(parts, context);
    return this.#choiceOf(group, { ...parts, groups: others }, context);
  }

  /** Writes out the alternatives of a group, each together with everything else. */
  #choiceOf(group: Group, rest: Parts, context: SchemaContext): CompiledShape {
    const targets = group.options.map((option) => this.#references.resolved(option));
    // An alternative that is already a part is fulfilled.
    if (targets.some((target) => target !== undefined && rest.visited.has(target.value))) {
      return this.#shapeOfParts(rest, context);
    }
    const choices = targets.map((target) => target && onlyRequirement(target.value));
    if (choices.every((name): name is string => name !== undefined)) {
      const required = memberChoice(group.kind, choices);
      return this.#shapeOfParts({ ...rest, required: [...(rest.required ?? []), required] }, context);
    }
    this.#count += group.options.length;
    const combinations = [group, ...rest.groups].reduce((product, { options }) => product * options.length, 1);
    if (combinations > mostCombinations || this.#count > mostShapes) {
      this.#problems.information(`\`${group.kind}\` has too many alternatives to be checked.`, group.owner);
      const plain = this.#plainShape({ ...rest, groups: [] }, context);
      return typeof plain === 'object' && plain.type === 'object' ? { ...plain, isOpen: true } : anything;
    }
    const isAlone = rest.groups.length === 0 && rest.borrowed.length === 0 && rest.schemas.every(isBare);
    const lenders = group.kind === 'anyOf' ? targets.flatMap((target) => (target ? [target] : [])) : [];
    const lends = lenders.filter((lender) => this.#propertiesOf(lender).length > 0).length > 1;
    const inner = { ...context, depth: context.depth + 1 };
    const options = group.options.map((option, index) => {
      if (isAlone && !lends) return this.shapeOf(option, inner);
      const parts: Parts = {
        schemas: [...rest.schemas],
        groups: [...rest.groups],
        borrowed: lends ? [...rest.borrowed, ...lenders.filter((lender) => lender !== targets[index])] : rest.borrowed,
        visited: new Set(rest.visited),
        ...(rest.isDecided && { isDecided: true }),
        ...(rest.required && { required: rest.required }),
      };
      this.#collect(option, parts, 0);
      return this.#isAffordable(option, inner.depth) ? this.#shapeOfParts(parts, inner) : anything;
    });
    if (isAlone && rest.schemas.some(hasNull)) options.push({ type: 'null' });
    return choice(options);
  }

  /** Returns the members of a schema, with those of the schemas that it extends. */
  #propertiesOf(schema: Place): readonly Place[] {
    return this.#collected([schema]).schemas.flatMap((part) => this.#propertiesAt(part));
  }

  /** Returns the switch of a discriminator; undefined if there is none that can be followed. */
  #switchOf(parts: Parts, context: SchemaContext): CompiledShape | undefined {
    const group = parts.groups.find(({ owner }) => objectOf(memberOf(owner.value, 'discriminator')) !== undefined);
    const owner = group?.owner ?? parts.schemas[0];
    if (owner === undefined) return undefined;
    const discriminator = childOf(owner, 'discriminator');
    if (discriminator === undefined) return undefined;
    // Swagger 2.0 names the member alone.
    if (objectOf(discriminator.value))
      reportUnknownMembers('discriminator', discriminator, this.#dialect, this.#problems);
    if (schemaHas(discriminator, 'defaultMapping'))
      this.#problems.information('`defaultMapping` is not checked.', discriminator);
    const on = typeof discriminator.value === 'string' ? discriminator.value : textOf(discriminator, 'propertyName');
    if (on === undefined) {
      this.#problems.error('`discriminator` must name a member in `propertyName`.', discriminator);
      return undefined;
    }
    const cases = new Map<string, Place>();
    const add = (name: string, place: Place): void => {
      const target = this.#references.resolved(place);
      if (target && !cases.has(name) && !parts.visited.has(target.value)) cases.set(name, target);
    };
    for (const entry of membersAt(childOf(discriminator, 'mapping'))) {
      const target = this.#mapped(entry);
      if (target) add(entry.key, target);
    }
    const named = new Set([...cases.values()].map(({ value }) => value));
    if (group) {
      for (const option of group.options) {
        const target = this.#references.resolved(option);
        if (target === undefined || named.has(target.value)) continue;
        const values = this.#valuesOf(target, on);
        if (values.length > 0) for (const value of values) add(value, target);
        else if (isReference(option.value)) add(componentName(target) ?? '', target);
      }
    } else {
      for (const { name, schema } of this.#childrenOf(owner)) if (!named.has(schema.value)) add(name, schema);
    }
    cases.delete('');
    if (cases.size === 0) return undefined;
    // A list has no member that decides, but shows by itself which option it is.
    const lists = group ? [...cases].filter(([, target]) => textOf(target, 'type') === 'array') : [];
    for (const [name] of lists) cases.delete(name);
    if (cases.size === 0) return undefined;
    const rest = group ? parts.groups.filter((other) => other !== group) : parts.groups;
    const inner = { ...context, depth: context.depth + 1 };
    // A case that does not list the deciding member has it all the same.
    const decided = topOf(owner.file, { properties: { [on]: { type: 'string' } } });
    const base = (): Parts => ({
      schemas: [...parts.schemas],
      groups: [...rest],
      borrowed: [...parts.borrowed, decided],
      visited: new Set(parts.visited),
      isDecided: true,
      ...(parts.required && { required: parts.required }),
    });
    const isAlone = parts.schemas.every(isBare) && rest.length === 0 && parts.borrowed.length === 0;
    const made: Record<string, CompiledShape> = {};
    for (const [value, target] of cases) {
      const isWhole = group && isAlone && this.#propertiesOf(target).some(({ key }) => key === on);
      const shape = isWhole ? this.#pooled(target, inner) : this.#caseOf(base(), target, inner);
      // A name such as `__proto__` must become a member too.
      Object.defineProperty(made, value, { value: shape, enumerable: true });
    }
    const requires = (part: Parts): boolean => this.#requiredOf(part.schemas).has(on);
    const isRequired = requires(parts) || [...cases.values()].every((target) => requires(this.#collected([target])));
    const plain = this.#plainShape({ ...base(), groups: [] }, context);
    const fallback = typeof plain === 'object' && plain.type === 'object' ? plain : undefined;
    const decider: CompiledField = {
      name: on,
      shape: { type: 'string', values: { values: [...cases.keys()] } },
      ...(isRequired && { required: true }),
    };
    const isTextElsewhere = fallback?.fields?.find(({ name }) => name === on);
    const otherwise: CompiledObject = {
      type: 'object',
      name: fallback?.name ?? this.#nameOf(parts, context),
      fields: [
        // The values of an abstract schema are those of its children.
        { ...isTextElsewhere, ...decider },
        ...(fallback?.fields ?? []).filter(({ name }) => name !== on),
      ],
      isOpen: true,
    };
    const result: CompiledShape = {
      type: 'switch',
      name: otherwise.name ?? 'object',
      on,
      of: 'self',
      cases: made,
      otherwise,
    };
    const isNullable = isSet(owner, 'nullable') || parts.schemas.some((schema) => isNullableType(schema));
    const others: CompiledShape[] = lists.map(([, target]) => this.#pooled(target, inner));
    if (isNullable) others.push({ type: 'null' });
    return others.length > 0 ? choice([result, ...others]) : result;
  }

  #caseOf(parts: Parts, target: Place, context: SchemaContext): CompiledShape {
    this.#collect(target, parts, 0);
    const name = componentName(target);
    // The discriminator of the schema that is extended has done its work.
    const [first] = parts.groups;
    const named = name === undefined ? context : { ...context, name };
    if (!this.#isAffordable(target, context.depth)) return anything;
    return first === undefined
      ? this.#plainShape(parts, named)
      : this.#choiceOf(first, { ...parts, groups: parts.groups.slice(1) }, named);
  }

  /** Returns the schema that a discriminator maps a value to: a reference, or the name of a schema. */
  #mapped(entry: Place): Place | undefined {
    if (typeof entry.value !== 'string') {
      this.#problems.error('A discriminator maps values to references or names of schemas.', entry);
      return undefined;
    }
    const named = /^[\w.-]+$/.test(entry.value) ? this.#component(entry.value) : undefined;
    if (named) return named;
    return this.#references.target({ ...entry, value: { $ref: entry.value } });
  }

  #component(name: string): Place | undefined {
    const schemas = this.#components();
    return schemas && childOf(schemas, name);
  }

  #components(): Place | undefined {
    return this.#dialect === 'swagger-2.0'
      ? childOf(this.#root, 'definitions')
      : placeBelow(this.#root, 'components', 'schemas');
  }

  /** Returns the schemas that extend a schema by `allOf`, with their names. */
  #childrenOf(parent: Place): readonly Child[] {
    if (this.#children === undefined) {
      const children = new Map<unknown, Child[]>();
      for (const schema of membersAt(this.#components())) {
        for (const item of itemsAt(childOf(schema, 'allOf'))) {
          if (!isReference(item.value)) continue;
          const target = this.#references.resolved(item);
          if (target === undefined) continue;
          const known = children.get(target.value);
          const child = { name: schema.key, schema };
          if (known) known.push(child);
          else children.set(target.value, [child]);
        }
      }
      this.#children = children;
    }
    return this.#children.get(parent.value) ?? [];
  }

  /** Returns the only values that a member may have in a schema. */
  #valuesOf(schema: Place, member: string): readonly string[] {
    for (const part of this.#collected([schema]).schemas) {
      const property = placeBelow(part, 'properties', member);
      const target = property && this.#references.resolved(property);
      const constant = textOf(target, 'const');
      if (constant !== undefined) return [constant];
      const values = textsOf(target, 'enum');
      if (values.length > 0 && values.length <= 3) return values;
    }
    return [];
  }

  #plainShape(parts: Parts, context: SchemaContext): CompiledShape {
    const { schemas } = parts;
    const isNullable = allowsNull(schemas);
    const listedValues = this.#enumOf(schemas);
    const types = this.#typesOf(parts, listedValues);
    if (types.includes('boolean') && listedValues?.filter((value) => typeof value === 'boolean').length === 1)
      this.#problems.information('Which boolean is allowed is not checked.', schemas[0] ?? this.#root);
    const options = types.map((type) => this.#shapeOfType(type, parts, listedValues, context));
    if (options.length === 0) return anything;
    if (isNullable && !types.includes('null')) options.push({ type: 'null' });
    return choice(options);
  }

  #shapeOfType(
    type: SimpleType,
    parts: Parts,
    listedValues: readonly unknown[] | undefined,
    context: SchemaContext,
  ): CompiledShape {
    const { schemas } = parts;
    switch (type) {
      case 'string': {
        const texts = listedValues?.filter((value): value is string => typeof value === 'string');
        const values = texts && { values: describedValues(texts, schemas) };
        const open = this.#openValuesOf(schemas);
        const format = formatOf(schemas);
        return {
          type,
          ...(values ? { values } : open && { values: open }),
          ...(!values && format && { format }),
          ...(values ? {} : constraintsOf(schemas, 'string', this.#problems)),
        };
      }
      case 'integer':
      case 'number': {
        const numbers = listedValues?.filter((value): value is number => typeof value === 'number');
        if (numbers) return { type, values: { values: describedValues(numbers, schemas) } };
        return { type, ...constraintsOf(schemas, 'number', this.#problems) };
      }
      case 'array':
        return {
          type,
          items: this.#itemsOf(schemas, context),
          ...constraintsOf(schemas, 'array', this.#problems),
        };
      case 'object':
        return this.#objectOf(parts, context);
      case 'boolean':
      case 'null':
        return { type };
    }
  }

  /** Returns the values that all lists of values allow. */
  #enumOf(schemas: readonly Place[]): readonly unknown[] | undefined {
    let known: readonly unknown[] | undefined;
    for (const schema of schemas) {
      const list = childOf(schema, 'enum');
      if (list && !Array.isArray(list.value)) this.#problems.error('`enum` must be a list of values.', list);
      const constant = childOf(schema, 'const');
      const values: readonly unknown[] | undefined = constant
        ? [constant.value]
        : list && Array.isArray(list.value)
          ? (list.value as readonly unknown[])
          : undefined;
      if (values === undefined) continue;
      if (values.some((value) => typeof value === 'object' && value !== null))
        this.#problems.information('Listed values that are objects or lists are not checked.', list ?? schema);
      const before = known;
      known = before === undefined ? values : before.filter((value) => values.includes(value));
      if (known.length > 0) continue;
      // The lists contradict each other, or there is no value at all.
      this.#problems.warning('No value is allowed here, so values are not checked.', constant ?? list ?? schema);
      return undefined;
    }
    return known;
  }

  #openValuesOf(schemas: readonly Place[]) {
    for (const schema of schemas) {
      const values = textsOf(schema, 'x-extensible-enum');
      if (values.length > 0) return { values, isOpen: true as const };
    }
    return undefined;
  }

  #typesOf({ schemas, borrowed }: Parts, listedValues: readonly unknown[] | undefined): readonly SimpleType[] {
    let types: readonly SimpleType[] | undefined;
    for (const schema of schemas) {
      const named = this.#namedTypes(schema);
      if (named === undefined) continue;
      if (types === undefined) {
        types = named;
        continue;
      }
      const before = types;
      const both = before.flatMap((type): readonly SimpleType[] => {
        if (named.includes(type)) return [type];
        if (type === 'number' && named.includes('integer')) return ['integer'];
        return type === 'integer' && named.includes('number') ? [type] : [];
      });
      if (both.length === 0) this.#problems.warning('The types of these schemas exclude each other.', schema);
      else types = both;
    }
    if (listedValues) {
      const listed = new Set(listedValues.map(typeOfValue));
      if (types === undefined) return [...listed];
      const fitting = types.filter(
        (type) => listed.has(type) || (type === 'number' && listed.has('integer')) || type === 'null',
      );
      if (fitting.length > 0) return fitting;
      this.#problems.warning('The listed values do not have the type of the schema.', schemas[0] ?? this.#root);
      return [...listed];
    }
    return types ?? inferredTypes([...schemas, ...borrowed]);
  }

  #namedTypes(schema: Place): readonly SimpleType[] | undefined {
    const type = childOf(schema, 'type');
    if (type === undefined) return undefined;
    const words: readonly unknown[] = Array.isArray(type.value) ? type.value : [type.value];
    const known: SimpleType[] = [];
    for (const word of words) {
      if (typeof word === 'string' && simpleTypes.includes(word)) known.push(word as SimpleType);
      // A file is sent as it is.
      else if (word === 'file' && this.#dialect === 'swagger-2.0') known.push('string');
      else if (word === null) known.push('null');
      else {
        this.#problems.error(`\`type\` must be one of ${simpleTypes.map((one) => `\`${one}\``).join(', ')}.`, type);
        return undefined;
      }
    }
    return known.length === 0 ? undefined : known;
  }

  #itemsOf(schemas: readonly Place[], context: SchemaContext): CompiledShape {
    const items = schemas.flatMap((schema) => {
      const found = childOf(schema, 'items');
      if (found === undefined) return [];
      if (!Array.isArray(found.value) && !schemaHas(schema, 'prefixItems')) return [found];
      this.#problems.information('Items that depend on their position are not checked.', schema);
      return [];
    });
    const [only] = items;
    if (only === undefined) return anything;
    const inner = { ...context, depth: context.depth + 1 };
    return items.length === 1 ? this.shapeOf(only, inner) : this.#shapeOfParts(this.#collected(items), inner);
  }

  #objectOf(parts: Parts, context: SchemaContext): CompiledObject {
    const { schemas, borrowed } = parts;
    const { use, depth } = context;
    const properties = new Map<string, Place[]>();
    for (const schema of schemas) {
      for (const property of this.#propertiesAt(schema)) {
        const known = properties.get(property.key);
        if (known === undefined) properties.set(property.key, [property]);
        else if (!known.some(({ value }) => value === property.value)) known.push(property);
      }
    }
    const lent = borrowed.flatMap((schema) => this.#propertiesOf(schema));
    const isTooMuch = lent.length > mostBorrowedMembers;
    if (!isTooMuch) {
      for (const property of lent) if (!properties.has(property.key)) properties.set(property.key, [property]);
    }
    const required = this.#requiredOf(schemas);
    const fields: CompiledField[] = [];
    const patterns: { readonly pattern: string; readonly summary?: string; readonly shape: CompiledShape }[] = [];
    for (const [name, places] of properties) {
      const described = places.flatMap((place) => this.annotated(place));
      const isHidden = described.some((place) => isSet(place, use === 'request' ? 'readOnly' : 'writeOnly'));
      if (isHidden) {
        // It may be there, but nothing is expected of it.
        const { summary } = factsAt(described);
        patterns.push({
          pattern: `^${name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}$`,
          summary: `${use === 'request' ? 'Read-only: the service sets it.' : 'Write-only.'} ${summary ?? ''}`.trim(),
          shape: anything,
        });
        continue;
      }
      const field = this.fieldOf(name, places, { use, depth });
      fields.push(required.has(name) ? { ...field, required: true } : field);
    }
    const entries = this.#entriesOf(schemas, context);
    for (const name of required) {
      if (!properties.has(name)) fields.push({ name, shape: entries.shape ?? anything, required: true });
    }
    const named = this.#patternsOf(schemas, context);
    const isUnclear =
      named.length < schemas.flatMap((schema) => membersAt(childOf(schema, 'patternProperties'))).length;
    patterns.push(...named);
    const isOpen =
      entries.shape === undefined &&
      (isUnclear ||
        (entries.isOpen ?? (isTooMuch || use === 'response' || (properties.size === 0 && patterns.length === 0))));
    const constraints = [
      ...(constraintsOf(schemas, 'object', this.#problems).constraints ?? []),
      ...(parts.required ?? []),
    ];
    return {
      type: 'object',
      name: this.#nameOf(parts, context),
      ...(fields.length > 0 && { fields }),
      ...(entries.shape !== undefined && { entries: { shape: entries.shape, ...entries.facts } }),
      ...(patterns.length > 0 && { patterns }),
      ...(isOpen && { isOpen }),
      ...(constraints.length > 0 && { constraints }),
    };
  }

  #propertiesAt(schema: Place): readonly Place[] {
    let properties = childOf(schema, 'properties');
    if (properties && isReference(properties.value)) {
      // The format does not foresee it; many tools follow it.
      this.#problems.information('`properties` lists members; its `$ref` is followed all the same.', properties);
      properties = this.#references.resolved(properties);
    }
    if (properties && objectOf(properties.value) === undefined)
      this.#problems.error('`properties` must be an object.', properties);
    return membersAt(properties);
  }

  #requiredOf(schemas: readonly Place[]): ReadonlySet<string> {
    const required = new Set<string>();
    for (const schema of schemas) {
      const list = childOf(schema, 'required');
      if (list === undefined) continue;
      for (const name of textsOf(schema, 'required')) required.add(name);
    }
    return required;
  }

  /** Returns what other members may be: the shape of all of them, or whether there may be any. */
  #entriesOf(
    schemas: readonly Place[],
    context: SchemaContext,
  ): { readonly shape?: CompiledShape; readonly isOpen?: boolean; readonly facts?: { readonly summary?: string } } {
    const places = schemas.flatMap((schema) => {
      const found = childOf(schema, 'additionalProperties') ?? childOf(schema, 'unevaluatedProperties');
      return found === undefined ? [] : [found];
    });
    if (places.some(({ value }) => value === false)) return { isOpen: false };
    const place = places.find(({ value }) => (objectOf(value) ? Object.keys(value as object).length > 0 : false));
    if (place === undefined) return places.length > 0 ? { isOpen: true } : {};
    const { summary } = factsAt(this.annotated(place));
    const shape = this.shapeOf(place, { ...context, depth: context.depth + 1 });
    return { shape, ...(summary !== undefined && { facts: { summary } }) };
  }

  #patternsOf(schemas: readonly Place[], context: SchemaContext) {
    return schemas.flatMap((schema) =>
      membersAt(childOf(schema, 'patternProperties')).flatMap((entry) => {
        if (!isComparable(entry.key, entry, this.#problems)) return [];
        const { summary } = factsAt(this.annotated(entry));
        const shape = this.shapeOf(entry, { ...context, depth: context.depth + 1 });
        return { pattern: entry.key, ...(summary !== undefined && { summary }), shape };
      }),
    );
  }

  #nameOf({ schemas }: Parts, { name }: SchemaContext): string {
    const title = schemas[0] && textOf(schemas[0], 'title');
    return title !== undefined && title.length <= 60 ? title : name;
  }

  #reportUnchecked(schema: Place): void {
    if (!this.#listed.has(schema.value)) reportUnknownMembers('schema', schema, this.#dialect, this.#problems);
    this.#listed.add(schema.value);
    for (const keyword of Object.keys(objectOf(schema.value) ?? {})) {
      if (uncheckedKeywords.has(keyword)) this.#problems.information(`\`${keyword}\` is not checked.`, schema);
    }
    const required = childOf(schema, 'required');
    // Older descriptions write `required: true` at the member itself.
    if (required && !Array.isArray(required.value))
      this.#problems.warning('`required` must be a list of names.', required);
    const dialect = childOf(schema, '$schema');
    if (dialect && !usualDialects.test(String(dialect.value)))
      this.#problems.information('Another dialect of JSON Schema is read as that of OpenAPI.', dialect);
    for (const entry of membersAt(childOf(schema, 'dependencies'))) {
      if (!Array.isArray(entry.value)) this.#problems.information('`dependencies` by a schema is not checked.', entry);
    }
  }
}

const usualDialects = /^https:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.)/;

interface Child {
  readonly name: string;
  readonly schema: Place;
}

/** Returns the name of a schema that has one: `#/components/schemas/Pet`, or a file of its own. */
function componentName(schema: Place): string | undefined {
  const holder = schema.parent?.key;
  if (holder === 'schemas' || holder === 'definitions' || holder === '$defs') return schema.key;
  if (schema.parent !== undefined) return schema.parent.parent === undefined ? spelledOut(schema.key) : undefined;
  const file = schema.file.slice(schema.file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return file === '' ? undefined : spelledOut(file);
}

/** Returns a choice among shapes, each of them once; a single one is not a choice. */
function choice(options: readonly CompiledShape[]): CompiledShape {
  const known = new Map<string, CompiledShape>();
  const add = (option: CompiledShape): void => {
    if (typeof option === 'object' && option.type === 'choice' && option.constraints === undefined)
      option.options.forEach(add);
    else known.set(typeof option === 'number' ? String(option) : keyOf(option, known.size), option);
  };
  options.forEach(add);
  const distinct = [...known.values()];
  const [only] = distinct;
  if (distinct.length === 1 && only !== undefined) return only;
  return { type: 'choice', options: distinct } satisfies CompiledChoice;
}

/** Large shapes are not compared. */
function keyOf(shape: Exclude<CompiledShape, number>, index: number): string {
  return shape.type === 'object' || shape.type === 'switch' || shape.type === 'array'
    ? `#${index}`
    : JSON.stringify(shape);
}

function withPointer(shape: CompiledShape, schema: Place): CompiledShape {
  if (typeof shape !== 'object' || shape.type !== 'object') return shape;
  return { ...shape, pointer: pointerIn(schema) };
}

function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
