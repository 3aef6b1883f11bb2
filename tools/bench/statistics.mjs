/**
 * Returns the value below which the share of the values lies (nearest rank).
 * @param {readonly number[]} values
 * @param {number} share from 0 to 1
 */
export function quantile(values, share) {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.max(0, Math.ceil(share * ordered.length) - 1))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Returns a generator of whole numbers below a bound, the same for each seed.
 * @param {number} seed
 * @returns {(below: number) => number}
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
