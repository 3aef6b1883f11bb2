/** A member that is computed: where an object keeps what computes it, and how it is read. */
interface ComputedMember {
  readonly key: symbol;
  readonly descriptor: PropertyDescriptor;
}

/** By the names of members, of which the types of shapes and operations have a few dozen. */
const members = new Map<string, ComputedMember>();

function memberOf(name: string): ComputedMember {
  const known = members.get(name);
  if (known !== undefined) return known;
  const key = Symbol(name);
  const get = function (this: Readonly<Record<symbol, (() => unknown) | undefined>>): unknown {
    return this[key]?.();
  };
  const made = { key, descriptor: { get, enumerable: true, configurable: true } };
  members.set(name, made);
  return made;
}

/**
 * Adds a member that a function computes when it is read. What reads it is the same in all objects: an object with a getter of its own shares its
 * layout with no other, and becomes a table in which each member is looked up.
 */
function addComputed(made: object, name: string, compute: () => unknown): void {
  const { key, descriptor } = memberOf(name);
  Object.defineProperty(made, key, { value: compute, configurable: true });
  Object.defineProperty(made, name, descriptor);
}

/** Functions that compute members, by their names. */
type Computes = Readonly<Record<string, (() => unknown) | undefined>>;

type WithComputed<T, C extends Computes> = T & { readonly [K in keyof C]: ReturnType<NonNullable<C[K]>> };

/** Returns the object with members that are computed whenever they are read. */
export function withGetters<T extends object, C extends Computes>(made: T, computes: C): WithComputed<T, C> {
  for (const name of Object.keys(computes)) {
    const compute = computes[name];
    if (compute !== undefined) addComputed(made, name, compute);
  }
  return made as WithComputed<T, C>;
}

/** Adds members that are computed on first use and kept. */
export function withLazy<T extends object, C extends Computes>(made: T, computes: C): WithComputed<T, C> {
  for (const name of Object.keys(computes)) {
    const compute = computes[name];
    if (compute !== undefined) addComputed(made, name, perAccess(compute));
  }
  return made as WithComputed<T, C>;
}

/** Returns an object with these members, each of which is made when it is read first: of fifty forms that an object may have, requests show few. */
export function lazyRecord<V>(names: Iterable<string>, make: (name: string) => V): Readonly<Record<string, V>> {
  const record: Record<string, V> = {};
  for (const name of names) {
    const get = (): V => {
      const value = make(name);
      Object.defineProperty(record, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(record, name, { get, enumerable: true, configurable: true });
  }
  return record;
}

/** Returns a function that computes the value once. */
export function perAccess<V>(compute: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** Returns a copy without some members. What is computed there is still computed when it is read. */
export function copyWithout<T extends object>(of: T, left: readonly (keyof T & string)[]): T {
  const copy = {} as T;
  for (const name of Object.keys(of) as (keyof T & string)[]) {
    if (left.includes(name)) continue;
    if (isComputed(of, name)) addComputed(copy, name, () => of[name]);
    else copy[name] = of[name];
  }
  return copy;
}

function isComputed(of: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(of, name)?.get !== undefined;
}
