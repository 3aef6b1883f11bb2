import type { DurationStatistic } from '@rulebook/request-file/syntax/asserts/duration-statistics';
import { nearestRank } from '@rulebook/text/nearest-rank';

/** The part of all times that is at most as long, in percent. */
const percents: Readonly<Record<DurationStatistic, number>> = {
  ...{ median: 50, p50: 50, p90: 90, p95: 95, p99: 99, max: 100 },
};

/** Returns the time that an assert is about: that of the response, or a statistic of all responses to the request. */
export function assertedDuration(
  duration: number,
  durations: readonly number[] | undefined,
  statistic: DurationStatistic | undefined,
): number {
  return statistic === undefined ? duration : nearestRank(durations ?? [duration], percents[statistic]);
}
