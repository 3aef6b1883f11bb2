import { anything, unlessEmpty, type CompiledField, type CompiledShape, type DescriptionProblem } from '../compiled';
import { bindingsOf, longestKey, noBindings, type Bindings } from './bindings';
import { choiceOf } from '../choice';
import type { Compilation, Use } from './compilation';
import { factsOf } from './facts';
import { objectShape, oneMember } from './object-shape';
import {
  deepest,
  asList,
  recordOf,
  asText,
  asTexts,
  typeNameOf,
  type NamedType,
  type Schema,
  type Unread,
} from './schema';
import { enumShape, literalShape, wellKnown } from './simple-types';
import { taggedUnion } from './tagged-union';
import { keyNameOf } from './type-names';

/** Compiles the types of a schema that are asked for, and those that they need, into one list of shapes. */
export class ShapeCompiler implements Compilation {
  readonly schema: Schema;
  readonly shapes: CompiledShape[] = [];
  /** Types that have an index already. They wait, because chains of types are longer than a call stack should be. */
  readonly #pending: (() => void)[] = [];
  readonly #report: (problem: DescriptionProblem) => void;
  /** The index of each named type with its arguments. */
  readonly #known = new Map<string, CompiledShape>();

  constructor(schema: Schema, report: (problem: DescriptionProblem) => void) {
    this.schema = schema;
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
        return this.#union(asList(one['items']), use, pointer, bindings, depth);
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
    for (const [index, one] of asList(properties).entries()) {
      const property = recordOf(one);
      const name = asText(property['name']);
      if (name === undefined) continue;
      fields.set(name, this.#field(name, property, use, `${pointer}/${String(index)}`, bindings, depth));
    }
    return [...fields.values()];
  }

  /** Returns a named type of the schema. */
  named(name: string | undefined): NamedType | undefined {
    return name === undefined ? undefined : this.schema.types.get(name);
  }

  #field(name: string, property: Unread, use: Use, pointer: string, bindings: Bindings, depth: number): CompiledField {
    const shape = this.shape(property['type'], use, `${pointer}/type`, bindings, depth + 1);
    const aliases = asTexts(property['aliases']).filter((alias) => alias !== name);
    const standard = property['serverDefault'];
    const isSwitch = use === 'parameter' && typeof shape === 'object' && shape.type === 'boolean';
    return {
      name,
      ...factsOf(property),
      aliases: unlessEmpty(aliases),
      required: property['required'] === true || undefined,
      default: isPlain(standard) ? JSON.stringify(standard) : undefined,
      // Servers take a flag without a value as set.
      bare: isSwitch ? 'true' : undefined,
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
    const type = this.schema.types.get(name);
    if (type === undefined) return this.#missing(name, pointer);
    const own = bindingsOf(type, instance, bindings);
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
    const object = objectShape(this, type, type.type['properties'], bindings, depth);
    const shortcut = asText(type.type['shortcutProperty']);
    const short = shortcut === undefined ? undefined : object.fields?.find(({ name }) => name === shortcut)?.shape;
    return short === undefined ? object : { type: 'choice', options: [short, object] };
  }

  #alias(type: NamedType, use: Use, bindings: Bindings, depth: number): CompiledShape {
    const variants = recordOf(type.type['variants']);
    const value = recordOf(type.type['type']);
    const pointer = `${type.pointer}/type`;
    if (value['kind'] === 'union_of') {
      // The tag is in front of the name of the result, and only if the request asks for it.
      if (variants['kind'] === 'external_tag') return anything;
      const tag = variants['kind'] === 'internal_tag' ? asText(variants['tag']) : undefined;
      const tagged = tag === undefined ? undefined : taggedUnion(this, type, tag, bindings, depth);
      if (tagged !== undefined) return tagged;
    }
    return this.shape(value, use, pointer, bindings, depth + 1);
  }

  #dictionary(dictionary: Unread, use: Use, pointer: string, bindings: Bindings, depth: number): CompiledShape {
    const shape = this.shape(dictionary['value'], use, pointer, bindings, depth + 1);
    return {
      type: 'object',
      name: 'map',
      entries: { keyName: keyNameOf(dictionary['key']), shape },
      constraints: dictionary['singleKey'] === true ? [oneMember([])] : undefined,
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

  #missing(name: string, pointer: string): CompiledShape {
    const [namespace] = name.split(':');
    // The parameter of an operation that takes anything, such as a document.
    const isParameter = this.schema.types.has(namespace?.replace(/\.([^.]+)$/, ':$1') ?? '');
    return isParameter ? anything : this.#unknown(pointer, `names the type \`${name}\`, which the schema lacks`);
  }

  #unknown(pointer: string, what: string): CompiledShape {
    this.#report({ severity: 'warning', message: `This value ${what}. It is not checked.`, pointer });
    return anything;
  }
}

/** A type that is written out where it is used, because it is not longer than a reference. */
function isSmall({ kind, type }: NamedType): boolean {
  return (
    kind === 'type_alias' && recordOf(type['type'])['kind'] === 'instance_of' && asList(type['generics']).length === 0
  );
}

function isPlain(value: unknown): boolean {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.length < 20 && value.every((item) => item === null || typeof item !== 'object'))
  );
}
