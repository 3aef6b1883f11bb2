/** What is taken of all times of a request: `?? duration p95 < 300`. */
export const durationStatistics = ['median', 'p50', 'p90', 'p95', 'p99', 'max'] as const;

/** A statistic of durations. */
export type DurationStatistic = (typeof durationStatistics)[number];

/** Returns the statistic that a word names. */
export function durationStatisticNamed(word: string): DurationStatistic | undefined {
  return durationStatistics.find((name) => name === word);
}
