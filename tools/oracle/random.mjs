// A seeded generator: the same seed and name give the same stories on every machine.

/**
 * @typedef {object} Random
 * @property {(min: number, max: number) => number} int a whole number, both bounds included
 * @property {<T>(list: readonly T[]) => T} pick one of the list
 * @property {(p: number) => boolean} chance true with the probability `p`
 * @property {<T>(list: readonly T[]) => T[]} shuffle the whole list in another order
 * @property {<T>(list: readonly T[]) => T[]} some at least one of the list, in its order
 */

/**
 * Returns a number for a text, so that each area has a sequence of its own.
 * @param {string} text
 */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * Returns the generator of a seed; `name` keeps areas apart.
 * @param {number} seed
 * @param {string} [name]
 * @returns {Random}
 */
export function randomOf(seed, name = '') {
  let state = (Math.imul(seed, 0x9e3779b9) ^ hashOf(name)) >>> 0;
  // This is mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
  /** @type {Random['int']} */
  const int = (min, max) => min + Math.floor(next() * (max - min + 1));
  /** @type {Random['shuffle']} */
  const shuffle = (list) => {
    const copy = [...list];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = int(0, last);
      [copy[last], copy[other]] = [copy[other], copy[last]];
    }
    return copy;
  };
  /** @type {Random['pick']} */
  const pick = (list) => list[int(0, list.length - 1)];
  return {
    int,
    pick,
    shuffle,
    chance: (p) => next() < p,
    some: (list) => {
      const chosen = list.filter(() => next() < 0.5);
      return chosen.length > 0 ? chosen : [pick(list)];
    },
  };
}
