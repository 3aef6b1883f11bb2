type Entry<Value> = readonly [key: string, value: Value];
/** An entry with its place in the order in which the keys came. */
type Placed<Value> = readonly [key: string, value: Value, place: number];

/** A part of a table: some entries, or sixteen parts by the next four bits of the keys' hashes. */
type Node<Value> = Leaf<Value> | Branch<Value>;
interface Leaf<Value> {
  readonly entries: readonly Placed<Value>[];
}
interface Branch<Value> {
  readonly children: readonly Node<Value>[];
}

/** The values of one key in two tables; undefined where it is missing. */
interface TableChange<Value> {
  readonly key: string;
  readonly before: Value | undefined;
  readonly now: Value | undefined;
}

const bits = 4;
const width = 1 << bits;
/** A leaf with more entries becomes a branch, as long as the hash has bits left. */
const fullLeaf = 8;
const deepest = 32 / bits;
const emptyLeaf: Leaf<never> = { entries: [] };

/**
 * An immutable map from strings (a hash array mapped trie). A changed table shares all but a few small parts with
 * the former one, so a change costs the same in a small and in a large table, and two tables are compared by what they do not share. State
 * files need this comparison, which the libraries in use do not offer.
 */
export class Table<Value> {
  readonly size: number;
  readonly #root: Node<Value>;
  /** The place of the next new key. */
  readonly #next: number;

  private constructor(size: number, root: Node<Value>, next: number) {
    this.size = size;
    this.#root = root;
    this.#next = next;
  }

  /** Returns a table without entries. */
  static empty<Value>(): Table<Value> {
    return new Table<Value>(0, emptyLeaf, 0);
  }

  /** Returns a table of these entries; of several with one key the last one counts. */
  static from<Value>(entries: Iterable<Entry<Value>>): Table<Value> {
    let table = Table.empty<Value>();
    for (const [key, value] of entries) table = table.with(key, value);
    return table;
  }

  /** Returns a table of the members of an object. */
  static of<Value>(record: Readonly<Record<string, Value>>): Table<Value> {
    return Table.from(Object.entries(record));
  }

  get(key: string): Value | undefined {
    return this.#find(key)?.[1];
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Returns a table in which the key has this value; a known key keeps its place. */
  with(key: string, value: Value): Table<Value> {
    const known = this.#find(key);
    if (known?.[1] === value && value !== undefined) return this;
    const entry = [key, value, known?.[2] ?? this.#next] as const;
    const root = putEntry(this.#root, 0, hashOf(key), entry);
    return known === undefined
      ? new Table(this.size + 1, root, this.#next + 1)
      : new Table(this.size, root, this.#next);
  }

  /** Returns a table without the key. */
  without(key: string): Table<Value> {
    if (!this.has(key)) return this;
    if (this.size === 1) return Table.empty();
    return new Table(this.size - 1, remove(this.#root, 0, hashOf(key), key), this.#next);
  }

  /** Returns the entries in the order in which their keys came. */
  ordered(): readonly Entry<Value>[] {
    return [...placedIn(this.#root)].sort((a, b) => a[2] - b[2]).map(([key, value]) => [key, value]);
  }

  /** The entries without a defined order. */
  *entries(): Generator<Entry<Value>, undefined> {
    for (const [key, value] of placedIn(this.#root)) yield [key, value];
    return undefined;
  }

  *values(): Generator<Value, undefined> {
    for (const [, value] of placedIn(this.#root)) yield value;
    return undefined;
  }

  /** Returns the keys whose values differ from those in an earlier table. Shared parts are skipped. */
  changesSince(before: Table<Value>): readonly TableChange<Value>[] {
    const changes: TableChange<Value>[] = [];
    compare(before.#root, this.#root, 0, changes);
    return changes;
  }

  /** Makes `JSON.stringify` write an object, in which names such as `__proto__` are ordinary keys. */
  toJSON(): Readonly<Record<string, Value>> {
    return Object.fromEntries(this.ordered());
  }

  #find(key: string): Placed<Value> | undefined {
    const hash = hashOf(key);
    let node = this.#root;
    for (let depth = 0; 'children' in node; depth++) node = node.children[slotOf(hash, depth)] ?? emptyLeaf;
    return node.entries.find(([other]) => other === key);
  }
}

function putEntry<Value>(node: Node<Value>, depth: number, hash: number, entry: Placed<Value>): Node<Value> {
  if ('children' in node) {
    const slot = slotOf(hash, depth);
    return {
      children: replaced(node.children, slot, putEntry(node.children[slot] ?? emptyLeaf, depth + 1, hash, entry)),
    };
  }
  const entries = [...node.entries.filter(([other]) => other !== entry[0]), entry];
  return entries.length > fullLeaf && depth < deepest ? split(entries, depth) : { entries };
}

function replaced<Item>(items: readonly Item[], at: number, item: Item): readonly Item[] {
  const copy = [...items];
  copy[at] = item;
  return copy;
}

function split<Value>(entries: readonly Placed<Value>[], depth: number): Branch<Value> {
  const slots = Array.from({ length: width }, (): Placed<Value>[] => []);
  for (const entry of entries) slots[slotOf(hashOf(entry[0]), depth)]?.push(entry);
  const children = slots.map((some): Node<Value> => {
    if (some.length === 0) return emptyLeaf;
    return some.length > fullLeaf && depth + 1 < deepest ? split(some, depth + 1) : { entries: some };
  });
  return { children };
}

function remove<Value>(node: Node<Value>, depth: number, hash: number, key: string): Node<Value> {
  if (!('children' in node)) return { entries: node.entries.filter(([other]) => other !== key) };
  const slot = slotOf(hash, depth);
  const children = replaced(node.children, slot, remove(node.children[slot] ?? emptyLeaf, depth + 1, hash, key));
  // A branch with few entries becomes a leaf again, so that a table shrinks after deletions.
  const leaves = children.flatMap((child) => ('children' in child ? [] : [child.entries]));
  const entries = leaves.length === width ? leaves.flat() : undefined;
  return entries && entries.length <= fullLeaf / 2 ? { entries } : { children };
}

function* placedIn<Value>(node: Node<Value>): Generator<Placed<Value>, undefined> {
  if ('children' in node) for (const child of node.children) yield* placedIn(child);
  else yield* node.entries;
  return undefined;
}

function compare<Value>(before: Node<Value>, now: Node<Value>, depth: number, changes: TableChange<Value>[]): void {
  if (before === now) return;
  if ('children' in before && 'children' in now) {
    for (let slot = 0; slot < width; slot++) {
      compare(before.children[slot] ?? emptyLeaf, now.children[slot] ?? emptyLeaf, depth + 1, changes);
    }
    return;
  }
  const left = new Map<string, Value>();
  for (const [key, value] of placedIn(before)) left.set(key, value);
  for (const [key, value] of placedIn(now)) {
    const earlier = left.get(key);
    left.delete(key);
    if (earlier !== value) changes.push({ key, before: earlier, now: value });
  }
  for (const [key, value] of left) changes.push({ key, before: value, now: undefined });
}

function slotOf(hash: number, depth: number): number {
  return (hash >>> (depth * bits)) & (width - 1);
}

/** Spreads keys evenly (FNV-1a, mixed once more). */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
