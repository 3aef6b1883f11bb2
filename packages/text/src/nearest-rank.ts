/** Returns the smallest of the numbers that is at least as large as so many percent of them (nearest rank); 0 for none. */
export function nearestRank(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1] ?? 0;
}
