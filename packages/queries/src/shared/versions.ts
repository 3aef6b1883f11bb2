/** What a name meant from a version on; undefined where it meant nothing from then on. */
interface Since<V> {
  readonly version: number;
  readonly value: V | undefined;
}

/** What all versions that follow each other share. */
interface History<V> {
  readonly byName: Map<string, Since<V>[]>;
  newest: number;
}

/**
 * A map that never changes, of which a changed one is made without copying it: what a long query does to its columns is many small steps. A map that is
 * changed in two ways is copied for the second.
 */
export class VersionedMap<V> implements ReadonlyMap<string, V> {
  readonly #history: History<V>;
  readonly #version: number;

  private constructor(history: History<V>, version: number) {
    this.#history = history;
    this.#version = version;
  }

  /** Returns a map with the entries of another one. */
  static of<V>(entries: ReadonlyMap<string, V>): VersionedMap<V> {
    if (entries instanceof VersionedMap) return entries as VersionedMap<V>;
    const byName = new Map<string, Since<V>[]>();
    for (const [name, value] of entries) byName.set(name, [{ version: 0, value }]);
    return new VersionedMap<V>({ byName, newest: 0 }, 0);
  }

  /** Returns the map with some other entries; undefined removes one. */
  with(changes: Iterable<readonly [string, V | undefined]>): VersionedMap<V> {
    if (this.#version !== this.#history.newest) return VersionedMap.of(new Map(this)).with(changes);
    const history = this.#history;
    const version = history.newest + 1;
    for (const [name, value] of changes) {
      const found = history.byName.get(name);
      if (found) found.push({ version, value });
      else if (value !== undefined) history.byName.set(name, [{ version, value }]);
    }
    history.newest = version;
    return new VersionedMap(history, version);
  }

  get(name: string): V | undefined {
    const found = this.#history.byName.get(name);
    if (found === undefined) return undefined;
    for (let at = found.length - 1; at >= 0; at--) {
      const one = found[at];
      if (one !== undefined && one.version <= this.#version) return one.value;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *entries(): MapIterator<[string, V]> {
    for (const name of this.#history.byName.keys()) {
      const value = this.get(name);
      if (value !== undefined) yield [name, value];
    }
  }

  *keys(): MapIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(look: (value: V, name: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [name, value] of this.entries()) look(value, name, this);
  }

  get size(): number {
    let count = 0;
    for (const name of this.#history.byName.keys()) if (this.has(name)) count++;
    return count;
  }
}
