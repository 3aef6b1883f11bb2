/** What is taken of all times of a request: `?? duration p95 < 300`. */
export const durationStatistics = ['median', 'p50', 'p90', 'p95', 'p99', 'max'] as const;

/** A statistic of durations. */
export type DurationStatistic = (typeof durationStatistics)[number];

/** Returns the statistic with which a word begins; an operator may follow it without a blank. */
export function durationStatisticIn(word: string): DurationStatistic | undefined {
  const [, named] = /^([a-z0-9]+)(?=[=!<>]|$)/.exec(word) ?? [];
  return durationStatistics.find((name) => name === named);
}
