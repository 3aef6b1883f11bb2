import type { DurationStatistic } from '@rulebook/request-file/syntax/asserts/duration-statistics';

/** The part of all times that is at most as long, in percent. */
const percents: Readonly<Record<DurationStatistic, number>> = {
  median: 50,
  p50: 50,
  p90: 90,
  p95: 95,
  p99: 99,
  max: 100,
};

/** Returns a statistic of times: the one of them that so many are at most as long as (nearest rank). */
export function durationStatistic(durations: readonly number[], statistic: DurationStatistic): number {
  const sorted = [...durations].sort((a, b) => a - b);
  const rank = Math.ceil((percents[statistic] / 100) * sorted.length);
  return sorted[Math.max(rank, 1) - 1] ?? 0;
}
