import type {
  CompiledChoice,
  CompiledConstraint,
  CompiledField,
  CompiledObject,
  CompiledShape,
  CompiledValue,
  DescriptionProblem,
} from '../compiled';
import { shortened } from '../short-text';
import { factsOf } from './facts';
import {
  listOf,
  recordOf,
  textOf,
  textsOf,
  typeNameOf,
  versionOf,
  type NamedType,
  type Schema,
  type Unread,
} from './schema';

/** Where a value stands: a list in a path or query is written with commas, and every value there is a string. */
export type Use = 'body' | 'parameter';

/** What the parameters of a generic type stand for, by their names. */
type Bindings = ReadonlyMap<string, Argument>;

/** A value of the schema, and what the parameters in it stand for. */
interface Argument {
  readonly value: unknown;
  readonly bindings: Bindings;
  /** Distinguishes it from other arguments. */
  readonly key: string;
}

type Inline = Exclude<CompiledShape, number>;

/** Deeper values are not read: no schema has them, and a broken one must not overflow the call stack. */
const deepest = 64;
/** Longer names of arguments come from types that contain themselves with other arguments, without end. */
const longestKey = 1_000;

/** An open type with so many members leaves out few. */
const longList = 20;

const noBindings: Bindings = new Map();
const anything: Inline = { type: 'any' };
const text: Inline = { type: 'string' };

/** Compiles the types of a schema that are asked for, and those that they need, into one list of shapes. */
export class ShapeCompiler {
  readonly shapes: CompiledShape[] = [];
  /** Types that have an index already. They wait, because chains of types are longer than a call stack should be. */
  readonly #pending: (() => void)[] = [];
  readonly #schema: Schema;
  readonly #report: (problem: DescriptionProblem) => void;
  /** The index of each named type with its arguments. */
  readonly #known = new Map<string, CompiledShape>();

  constructor(schema: Schema, report: (problem: DescriptionProblem) => void) {
    this.#schema = schema;
    this.#report = report;
  }

  /** Compiles the types that the shapes so far need; `shapes` is complete then. */
  finish(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
  }

  /** Returns the shape of a value of the schema. */
  shape(value: unknown, use: Use, pointer: string, bindings: Bindings = noBindings, depth = 0): CompiledShape {
    if (depth > deepest) return this.#unknown(pointer, 'is nested too deeply');
    const one = recordOf(value);
    switch (one['kind']) {
      case 'instance_of':
        return this.#instance(one, use, pointer, bindings, depth);
      case 'array_of':
        return { type: 'array', items: this.shape(one['value'], use, pointer, bindings, depth + 1) };
      case 'dictionary_of':
        return this.#dictionary(one, use, pointer, bindings, depth);
      case 'union_of':
        return this.#union(listOf(one['items']), use, pointer, bindings, depth);
      case 'user_defined_value':
        return anything;
      case 'literal_value':
        return literalShape(one['value']);
      default:
        return this.#unknown(pointer, `has the kind ${JSON.stringify(one['kind'] ?? null)}, which is not known`);
    }
  }

  /** Returns the fields of a list of properties. */
  fields(
    properties: unknown,
    use: Use,
    pointer: string,
    bindings: Bindings = noBindings,
    depth = 0,
  ): readonly CompiledField[] {
    const fields = new Map<string, CompiledField>();
    for (const [index, one] of listOf(properties).entries()) {
      const property = recordOf(one);
      const name = textOf(property['name']);
      if (name === undefined) continue;
      fields.set(name, this.#field(name, property, use, `${pointer}/${String(index)}`, bindings, depth));
    }
    return [...fields.values()];
  }

  /** Returns the properties of a type as an object: those of the types that it inherits from come first. */
  object(type: NamedType, properties: unknown, bindings: Bindings = noBindings, depth = 0): CompiledObject {
    const fields = new Map<string, CompiledField>();
    let entries: CompiledObject['entries'];
    let isNearlyWhole = false;
    for (const ancestor of this.#ancestors(type, bindings)) {
      const { pointer } = ancestor.type;
      const own = ancestor.type === type ? properties : ancestor.type.type['properties'];
      const part = type.kind === 'interface' || ancestor.type !== type ? 'properties' : 'body/properties';
      for (const field of this.fields(own, 'body', `${pointer}/${part}`, ancestor.bindings, depth + 1)) {
        fields.set(field.name, field);
      }
      for (const behavior of listOf(ancestor.type.type['behaviors']).map(recordOf)) {
        const name = typeNameOf(behavior['type']);
        if (name !== '_spec_utils:AdditionalProperties' && name !== '_spec_utils:AdditionalProperty') continue;
        const [key, value] = listOf(behavior['generics']);
        // A long list is nearly whole, so that a name that nearly is on it can be reported.
        if (recordOf(value)['kind'] === 'user_defined_value' && fields.size >= longList) {
          isNearlyWhole = true;
          continue;
        }
        const { key: keyName, description } = recordOf(behavior['meta']);
        const summary = shortened(textOf(description));
        entries = {
          keyName: textOf(keyName) ?? keyNameOf(key),
          ...(summary !== '' && { summary }),
          shape: this.shape(value, 'body', `${pointer}/behaviors`, ancestor.bindings, depth + 1),
        };
      }
    }
    const container = recordOf(type.type['variants']);
    const isContainer = container['kind'] === 'container';
    const beside = isContainer ? this.#besideContainer(type) : [];
    return {
      type: 'object',
      name: wordsOf(textOf(recordOf(type.type['name'])['name']) ?? 'object'),
      ...(fields.size > 0 && { fields: [...fields.values()] }),
      ...(entries !== undefined && { entries }),
      ...((isNearlyWhole || (isContainer && container['nonExhaustive'] === true)) && {
        isOpen: true as const,
        isMisspeltReported: true as const,
      }),
      // Keys of users may stand where a container has further members.
      ...(isContainer && entries === undefined && { constraints: [oneMember(beside)] }),
      pointer: type.pointer,
    };
  }

  /** Returns the members of a container that may stand beside the one that it holds. */
  #besideContainer(type: NamedType): readonly string[] {
    return this.#ancestors(type, noBindings)
      .flatMap((ancestor) => listOf(ancestor.type.type['properties']).map(recordOf))
      .flatMap((property) => {
        const name = textOf(property['name']);
        return property['containerProperty'] === true && name !== undefined
          ? [name, ...textsOf(property['aliases'])]
          : [];
      });
  }

  /** Returns a named type of the schema. */
  named(name: string | undefined): NamedType | undefined {
    return name === undefined ? undefined : this.#schema.types.get(name);
  }

  /** Returns the type and those that it inherits from, the most general first. */
  #ancestors(type: NamedType, bindings: Bindings) {
    const found: { readonly type: NamedType; readonly bindings: Bindings }[] = [];
    const seen = new Set<NamedType>();
    let current: { readonly type: NamedType; readonly bindings: Bindings } | undefined = { type, bindings };
    while (current !== undefined && !seen.has(current.type) && seen.size < deepest) {
      seen.add(current.type);
      found.unshift(current);
      const parent = recordOf(current.type.type['inherits']);
      const next = this.named(typeNameOf(parent['type']));
      current = next && { type: next, bindings: this.#bindingsOf(next, parent, current.bindings) };
    }
    return found;
  }

  #field(name: string, property: Unread, use: Use, pointer: string, bindings: Bindings, depth: number): CompiledField {
    const shape = this.shape(property['type'], use, `${pointer}/type`, bindings, depth + 1);
    const aliases = textsOf(property['aliases']).filter((alias) => alias !== name);
    const standard = property['serverDefault'];
    const isSwitch = use === 'parameter' && typeof shape === 'object' && shape.type === 'boolean';
    return {
      name,
      ...factsOf(property),
      ...(aliases.length > 0 && { aliases }),
      ...(property['required'] === true && { required: true as const }),
      ...(isPlain(standard) && { default: JSON.stringify(standard) }),
      // Servers take a flag without a value as set.
      ...(isSwitch && { bare: 'true' }),
      shape,
    };
  }

  #instance(instance: Unread, use: Use, pointer: string, bindings: Bindings, depth: number): CompiledShape {
    const name = typeNameOf(instance['type']);
    if (name === undefined) return this.#unknown(pointer, 'names no type');
    const argument = bindings.get(name);
    if (argument !== undefined) return this.shape(argument.value, use, pointer, argument.bindings, depth + 1);
    const known = wellKnown(name, use);
    if (known !== undefined) return known;
    const type = this.#schema.types.get(name);
    if (type === undefined) return this.#missing(name, pointer);
    const own = this.#bindingsOf(type, instance, bindings);
    const key = `${use} ${name}${[...own.values()].map((one) => ` ${one.key}`).join('')}`;
    if (key.length > longestKey) return this.#unknown(pointer, 'contains itself with other arguments, without end');
    const former = this.#known.get(key);
    if (former !== undefined) return former;
    if (isSmall(type)) {
      const shape = this.#type(type, use, own, depth);
      this.#known.set(key, shape);
      return shape;
    }
    const index = this.shapes.push(anything) - 1;
    this.#known.set(key, index);
    this.#pending.push(() => (this.shapes[index] = this.#type(type, use, own, 0)));
    return index;
  }

  #type(type: NamedType, use: Use, bindings: Bindings, depth: number): CompiledShape {
    switch (type.kind) {
      case 'interface':
        return this.#interface(type, bindings, depth);
      case 'enum':
        return enumShape(type.type, use);
      case 'type_alias':
        return this.#alias(type, use, bindings, depth);
      default:
        return this.#unknown(type.pointer, `has the kind ${JSON.stringify(type.kind)}, which no value can have`);
    }
  }

  #interface(type: NamedType, bindings: Bindings, depth: number): CompiledShape {
    const object = this.object(type, type.type['properties'], bindings, depth);
    const shortcut = textOf(type.type['shortcutProperty']);
    const short = shortcut === undefined ? undefined : object.fields?.find(({ name }) => name === shortcut)?.shape;
    return short === undefined ? object : { type: 'choice', options: [short, object] };
  }

  #alias(type: NamedType, use: Use, bindings: Bindings, depth: number): CompiledShape {
    const variants = recordOf(type.type['variants']);
    const value = recordOf(type.type['type']);
    const pointer = `${type.pointer}/type`;
    if (value['kind'] === 'union_of') {
      // The tag stands in front of the name of the result, and only if the request asks for it.
      if (variants['kind'] === 'external_tag') return anything;
      const tag = variants['kind'] === 'internal_tag' ? textOf(variants['tag']) : undefined;
      const tagged = tag === undefined ? undefined : this.#tagged(type, tag, bindings, depth);
      if (tagged !== undefined) return tagged;
    }
    return this.shape(value, use, pointer, bindings, depth + 1);
  }

  /** Returns the switch for a union whose members carry the text that distinguishes them. */
  #tagged(type: NamedType, tag: string, bindings: Bindings, depth: number): CompiledShape | undefined {
    const variants = recordOf(type.type['variants']);
    const cases = new Map<string, CompiledShape>();
    for (const item of listOf(recordOf(type.type['type'])['items'])) {
      const shape = this.shape(item, 'body', `${type.pointer}/type`, bindings, depth + 1);
      for (const value of this.#tagsOf(item, tag)) if (!cases.has(value)) cases.set(value, shape);
    }
    if (cases.size === 0) return undefined;
    const isOpen = variants['nonExhaustive'] === true;
    const standard = textOf(variants['defaultTag']);
    const absent = standard === undefined ? undefined : cases.get(standard);
    const name = wordsOf(type.name.slice(type.name.indexOf(':') + 1));
    return {
      type: 'switch',
      name,
      on: tag,
      of: 'self',
      cases: Object.fromEntries(cases),
      ...(absent !== undefined && { absent }),
      otherwise: {
        type: 'object',
        name,
        isOpen: true,
        fields: [
          {
            name: tag,
            ...(absent === undefined && { required: true as const }),
            shape: { type: 'string', values: { values: [...cases.keys()], ...(isOpen && { isOpen }) } },
          },
        ],
        pointer: type.pointer,
      },
    };
  }

  /** Returns the texts that the member `tag` of an object can have. */
  #tagsOf(item: unknown, tag: string, depth = 0): readonly string[] {
    const type = this.named(typeNameOf(recordOf(item)['type']));
    if (type === undefined || depth > deepest) return [];
    if (type.kind === 'type_alias') {
      const value = recordOf(type.type['type']);
      const items = value['kind'] === 'union_of' ? listOf(value['items']) : [value];
      return items.flatMap((one) => this.#tagsOf(one, tag, depth + 1));
    }
    const properties = this.#ancestors(type, noBindings).flatMap((one) =>
      listOf(one.type.type['properties']).map(recordOf),
    );
    const property = properties.filter(({ name }) => name === tag).at(-1);
    return property === undefined ? [] : this.#literalsOf(property['type'], depth);
  }

  #literalsOf(value: unknown, depth: number): readonly string[] {
    if (depth > deepest) return [];
    const { kind, value: literal, items, type } = recordOf(value);
    if (kind === 'literal_value') return typeof literal === 'string' ? [literal] : [];
    if (kind === 'union_of') return listOf(items).flatMap((item) => this.#literalsOf(item, depth + 1));
    const named = kind === 'instance_of' ? this.named(typeNameOf(type)) : undefined;
    if (named?.kind !== 'enum') return [];
    return listOf(named.type['members']).flatMap((member) => textOf(recordOf(member)['name']) ?? []);
  }

  #dictionary(dictionary: Unread, use: Use, pointer: string, bindings: Bindings, depth: number): CompiledShape {
    const shape = this.shape(dictionary['value'], use, pointer, bindings, depth + 1);
    const isSingle = dictionary['singleKey'] === true;
    return {
      type: 'object',
      name: 'map',
      entries: { keyName: keyNameOf(dictionary['key']), shape },
      ...(isSingle && { constraints: [oneMember([])] }),
    };
  }

  #union(items: readonly unknown[], use: Use, pointer: string, bindings: Bindings, depth: number): CompiledShape {
    const options = items.map((item) => this.shape(item, use, pointer, bindings, depth + 1));
    if (use === 'parameter') {
      // One or several: several with commas, of which one is the simplest case.
      const list = options.find((option) => typeof option === 'object' && option.type === 'array');
      if (list !== undefined && options.length === 2) return list;
    }
    return choiceOf(options);
  }

  /** Returns what the parameters of a generic type stand for where it is used. */
  #bindingsOf({ type }: NamedType, use: Unread, outer: Bindings): Bindings {
    const parameters = listOf(type['generics']);
    if (parameters.length === 0) return noBindings;
    const given = listOf(use['generics']);
    const bindings = new Map<string, Argument>();
    for (const [index, parameter] of parameters.entries()) {
      const name = typeNameOf(parameter);
      if (name === undefined) continue;
      const value = given[index] ?? { kind: 'user_defined_value' };
      bindings.set(name, { value, bindings: outer, key: keyOf(value, outer) });
    }
    return bindings;
  }

  #missing(name: string, pointer: string): CompiledShape {
    const [namespace] = name.split(':');
    // The parameter of an operation that takes anything, such as a document.
    const isParameter = this.#schema.types.has(namespace?.replace(/\.([^.]+)$/, ':$1') ?? '');
    return isParameter ? anything : this.#unknown(pointer, `names the type \`${name}\`, which the schema lacks`);
  }

  #unknown(pointer: string, what: string): CompiledShape {
    this.#report({ severity: 'warning', message: `This value ${what}. It is not checked.`, pointer });
    return anything;
  }
}

/** Returns the constraint of an object that holds one member. With members of its own beside it, the one may be absent. */
function oneMember(besides: readonly string[]): CompiledConstraint {
  if (besides.length === 0) return { rule: 'member-count', options: { minimum: 1, maximum: 1 } };
  return { rule: 'member-count', options: { maximum: 1, besides } };
}

/** Returns the shape of a type whose name says what it takes. */
function wellKnown(name: string, use: Use): Inline | undefined {
  switch (name) {
    case '_builtins:string':
      return text;
    case '_builtins:boolean':
      return { type: 'boolean' };
    case '_builtins:number':
    case '_types:float':
    case '_types:double':
      return { type: 'number' };
    case '_types:byte':
    case '_types:short':
    case '_types:integer':
    case '_types:long':
    case '_types:uint':
    case '_types:ulong':
      return { type: 'integer' };
    case '_builtins:null':
      return { type: 'null' };
    case '_builtins:binary':
    case '_builtins:void':
    case '_builtins:object':
      return anything;
    case '_types:Duration':
    case '_types:DurationLarge': {
      const time: Inline = { type: 'string', format: 'time-value' };
      return use === 'parameter' ? time : { type: 'choice', options: [time, { type: 'integer' }] };
    }
    case '_types:ByteSize': {
      const size: Inline = { type: 'string', format: 'byte-size' };
      return use === 'parameter' ? size : { type: 'choice', options: [size, { type: 'integer' }] };
    }
    default:
      return undefined;
  }
}

/** A type that is written out where it is used, because it is not longer than a reference. */
function isSmall({ kind, type }: NamedType): boolean {
  return (
    kind === 'type_alias' && recordOf(type['type'])['kind'] === 'instance_of' && listOf(type['generics']).length === 0
  );
}

function literalShape(value: unknown): Inline {
  if (typeof value === 'string') return { type: 'string', values: { values: [value] } };
  if (typeof value === 'number')
    return { type: Number.isInteger(value) ? 'integer' : 'number', values: { values: [value] } };
  return typeof value === 'boolean' ? { type: 'boolean' } : anything;
}

function enumShape(type: Unread, use: Use): CompiledShape {
  const values: (string | CompiledValue)[] = [];
  const seen = new Set<string>();
  for (const one of listOf(type['members'])) {
    const member = recordOf(one);
    const value = textOf(member['name']);
    if (value === undefined) continue;
    const summary = shortened(textOf(member['description']));
    const since = versionOf(recordOf(recordOf(member['availability'])['stack'])['since']) ?? versionOf(member['since']);
    const facts = { ...(summary !== '' && { summary }), ...(since && { since }) };
    for (const name of [value, ...textsOf(member['aliases'])]) {
      if (seen.has(name)) continue;
      seen.add(name);
      values.push(Object.keys(facts).length === 0 ? name : { value: name, ...facts });
    }
  }
  const words: Inline = {
    type: 'string',
    values: { values, ...(type['isOpen'] === true && { isOpen: true as const }) },
  };
  // A flag that got more values: the words are accepted as booleans, too.
  const isFlag = seen.has('true') || seen.has('false');
  return isFlag && use === 'body' ? { type: 'choice', options: [words, { type: 'boolean' }] } : words;
}

/** Returns a choice without repeated options, or the only option. */
function choiceOf(options: readonly CompiledShape[]): CompiledShape {
  const distinct = new Map(options.map((option) => [JSON.stringify(option), option]));
  const [only, ...others] = distinct.values();
  if (only === undefined) return anything;
  if (others.length === 0) return only;
  const choice: CompiledChoice = { type: 'choice', options: [only, ...others] };
  return choice;
}

/** Returns a text that is the same for the same argument. */
function keyOf(value: unknown, bindings: Bindings, depth = 0): string {
  if (depth > deepest) return '…'.repeat(longestKey);
  const { kind, type, generics, value: inner, items, key } = recordOf(value);
  switch (kind) {
    case 'instance_of': {
      const name = typeNameOf(type) ?? '?';
      const argument = bindings.get(name);
      if (argument !== undefined) return argument.key;
      const own = listOf(generics).map((one) => keyOf(one, bindings, depth + 1));
      return own.length === 0 ? name : `${name}<${own.join()}>`;
    }
    case 'array_of':
      return `[${keyOf(inner, bindings, depth + 1)}]`;
    case 'dictionary_of':
      return `{${keyOf(key, bindings, depth + 1)}:${keyOf(inner, bindings, depth + 1)}}`;
    case 'union_of':
      return `(${listOf(items)
        .map((item) => keyOf(item, bindings, depth + 1))
        .join('|')})`;
    case 'literal_value':
      return JSON.stringify(inner ?? null);
    default:
      return '*';
  }
}

/** Returns what a key of a map is called: `field` for a name of a field. */
function keyNameOf(key: unknown): string {
  const name = typeNameOf(recordOf(key)['type']);
  if (name === undefined || name.startsWith('_builtins:')) return 'name';
  const words = wordsOf(name.slice(name.indexOf(':') + 1));
  return words.endsWith(' name') ? words.slice(0, -' name'.length) : words;
}

/** `QueryContainer` is called `query container`. */
function wordsOf(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase();
}

function isPlain(value: unknown): boolean {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.length < 20 && value.every((item) => item === null || typeof item !== 'object'))
  );
}
