/** Returns numbers from 0 to 1 that only depend on the seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What takes the place of a value. */
const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'object',
  '#',
  '#/',
  '#/paths',
  '(a+)+$',
  '__proto__',
  [],
  [[]],
  [null],
  {},
  { $ref: '#' },
  { $ref: '#/components/schemas' },
  { $ref: 1 },
  { type: ['object', 'array', 'null'] },
  { allOf: [{ $ref: '#' }] },
  { oneOf: [], anyOf: {}, discriminator: 1 },
  { constructor: {}, toString: 1 },
];

/** Returns a copy of a tree in which a few values are missing, are others, or are elsewhere. */
export function mutated(tree: unknown, random: () => number): unknown {
  const copy = structuredClone(tree);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  for (let changes = 1 + Math.floor(random() * 6); changes > 0; changes--) {
    const parents = parentsIn(copy);
    const parent = pick(parents);
    const key = parent && pick(Object.keys(parent));
    if (parent === undefined || key === undefined) continue;
    const choice = random();
    if (choice < 0.3) {
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else Reflect.deleteProperty(parent, key);
    } else if (choice < 0.7) {
      set(parent, key, structuredClone(pick(strange)));
    } else if (choice < 0.85) {
      // Also a value that contains itself.
      set(parent, key, pick(parents));
    } else {
      const keyword = pick(['$ref', 'type', 'in', '__proto__', 'allOf', 'items', '']) ?? '';
      set(parent, Array.isArray(parent) ? '0' : keyword, structuredClone(pick(strange)));
    }
  }
  return copy;
}

/** Sets a member as a file would, also one with the name of a built-in property. */
function set(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}

function parentsIn(tree: unknown): readonly object[] {
  const found = new Set<object>();
  const open: unknown[] = [tree];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || found.has(next)) continue;
    found.add(next);
    open.push(...(Object.values(next) as unknown[]));
  }
  return [...found];
}
