import { deepest, asList, recordOf, typeNameOf, type NamedType, type Unread } from './schema';

/** What the parameters of a generic type stand for, by their names. */
export type Bindings = ReadonlyMap<string, Argument>;

/** A value of the schema, and what the parameters in it stand for. */
interface Argument {
  readonly value: unknown;
  readonly bindings: Bindings;
  /** Distinguishes it from other arguments. */
  readonly key: string;
}

export const noBindings: Bindings = new Map();

/** Longer names of arguments come from types that contain themselves with other arguments, without end. */
export const longestKey = 1_000;

/** Returns what the parameters of a generic type stand for where it is used. */
export function bindingsOf({ type }: NamedType, use: Unread, outer: Bindings): Bindings {
  const parameters = asList(type['generics']);
  if (parameters.length === 0) return noBindings;
  const given = asList(use['generics']);
  const bindings = new Map<string, Argument>();
  for (const [index, parameter] of parameters.entries()) {
    const name = typeNameOf(parameter);
    if (name === undefined) continue;
    const value = given[index] ?? { kind: 'user_defined_value' };
    bindings.set(name, { value, bindings: outer, key: bindingKey(value, outer) });
  }
  return bindings;
}

/** Returns a text that is the same for the same argument. */
function bindingKey(value: unknown, bindings: Bindings, depth = 0): string {
  if (depth > deepest) return '…'.repeat(longestKey);
  const { kind, type, generics, value: inner, items, key } = recordOf(value);
  switch (kind) {
    case 'instance_of': {
      const name = typeNameOf(type) ?? '?';
      const argument = bindings.get(name);
      if (argument !== undefined) return argument.key;
      const own = asList(generics).map((one) => bindingKey(one, bindings, depth + 1));
      return own.length === 0 ? name : `${name}<${own.join()}>`;
    }
    case 'array_of':
      return `[${bindingKey(inner, bindings, depth + 1)}]`;
    case 'dictionary_of':
      return `{${bindingKey(key, bindings, depth + 1)}:${bindingKey(inner, bindings, depth + 1)}}`;
    case 'union_of':
      return `(${asList(items)
        .map((item) => bindingKey(item, bindings, depth + 1))
        .join('|')})`;
    case 'literal_value':
      return JSON.stringify(inner ?? null);
    default:
      return '*';
  }
}
