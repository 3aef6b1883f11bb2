/** Returns the smallest of the numbers that is at least as large as so many percent of them (nearest rank); 0 for none. */
export function nearestRank(numbers: readonly number[], percent: number): number {
  // Numbers alone are sorted without a function that compares two of them.
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1] ?? 0;
}
