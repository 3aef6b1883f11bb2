/** How often a memo had what it was asked for. */
export interface MemoCounts {
  readonly hits: number;
  readonly misses: number;
}

/**
 * Keeps what was derived from objects that never change, such as the tree, the symbols or the diagnostics of a block. `basis` is what the value
 * depends on next to its object; parts are compared by identity, and of several bases only the newest is kept.
 */
interface Memo<K extends object, V> {
  /** Returns the value, computed unless it is kept. */
  of(key: K, basis: readonly unknown[], compute: () => V): V;
  /** Returns the value if it is kept for this basis; not counted. */
  kept(key: K, basis: readonly unknown[]): V | undefined;
  forget(key: K): void;
  readonly counts: MemoCounts;
}

interface Entry<V> {
  readonly basis: readonly unknown[];
  readonly value: V;
  readonly weight: number;
}

/** The bound of a memo: the values that were used least recently are dropped. */
interface MemoBound<K> {
  /** The greatest sum of weights. */
  readonly most: number;
  /** The weight of a key's value; 1 without this. */
  readonly weightOf?: (key: K) => number;
}

/** Creates a memo with a bound on what it keeps. */
export function createMemo<K extends object, V>({ most, weightOf = unitWeight }: MemoBound<K>): Memo<K, V> {
  // In the order of use: a map keeps the order in which its keys were set.
  const entries = new Map<K, Entry<V>>();
  const counts = { hits: 0, misses: 0 };
  let sum = 0;
  // Nearly all entries have the same one, so they share it.
  let newestBasis: readonly unknown[] = [];
  const forget = (key: K): void => {
    sum -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    counts,
    forget,
    kept(key, basis) {
      const entry = entries.get(key);
      return entry && isSame(entry.basis, basis) ? entry.value : undefined;
    },
    of(key, basis, compute) {
      const entry = entries.get(key);
      if (entry && isSame(entry.basis, basis)) {
        counts.hits++;
        entries.delete(key);
        entries.set(key, entry);
        return entry.value;
      }
      counts.misses++;
      const value = compute();
      forget(key);
      const weight = weightOf(key);
      if (!isSame(newestBasis, basis)) newestBasis = basis;
      entries.set(key, { basis: newestBasis, value, weight });
      sum += weight;
      for (const oldest of entries.keys()) {
        // The newest value is kept whatever it weighs: the next question is most likely about it.
        if (sum <= most || oldest === key) break;
        forget(oldest);
      }
      return value;
    },
  };
}

function unitWeight(): number {
  return 1;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/**
 * Keeps what follows from texts that come again and again, such as the beginnings of the files of a team: of the newest ones, and only of short
 * ones. A text that is kept is a copy, which keeps no file in memory that it was a part of.
 */
export function createTextMemo<V>({ most, longest }: { readonly most: number; readonly longest: number }) {
  const known = new Map<string, V>();
  return {
    /** Returns what is kept for a text. */
    of: (text: string): V | undefined => (text.length > longest ? undefined : known.get(text)),
    keep(text: string, value: V): void {
      if (text.length > longest) return;
      for (const oldest of known.keys()) {
        if (known.size < most) break;
        known.delete(oldest);
      }
      // Joining and cutting makes a text of its own of what may be a part of another.
      known.set(` ${text}`.slice(1), value);
    },
  };
}

/**
 * Returns the function with a memory for as long as its arguments live. For what follows from objects that never change and are kept anyway, such
 * as the shapes and services of a catalogue; what follows from the text of a file belongs into a memo with a bound.
 */
export function perObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  // The only WeakMap: an entry lives as long as its key, so it needs no other bound.
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    // What was computed may be undefined.
    if (found !== undefined || known.has(key)) return found as V;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Returns the function with a memory of its last argument, compared by identity. For what is asked several times in a row about an object that never
 * changes and comes from outside, such as the header fields of a response.
 */
export function ofLast<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
}

/**
 * Returns the function with a memory for so many texts, after which it forgets all of them: for what follows from a text alone that comes again and
 * again, from others than the user. Texts of more than 2,000 code units are not remembered.
 */
export function perText<V>(most: number, compute: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as V;
    const value = compute(text);
    if (text.length > longestText) return value;
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}

const longestText = 2000;
