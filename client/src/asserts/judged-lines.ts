import type { AssertResult } from '@rulebook/sender/asserts';
import type { RequestPlan } from '@rulebook/sender/plan';
import type { RequestLines } from '../response/refused-requests';

/** The lines of a request that was judged, and the results that are about them. */
interface JudgedLines {
  readonly lines: RequestLines;
  readonly results: readonly AssertResult[];
}

/**
 * Returns where the results of a request are shown: at its asserts and at the tests of its scripts. What a script of all requests has tested would be
 * about another request with each one that is sent. Returns undefined for a request that nothing judges.
 */
export function judgedLines(
  { line, asserts = [], until, scripts = [] }: RequestPlan,
  results: readonly AssertResult[],
): JudgedLines | undefined {
  const own = scripts.filter((script) => script.isShared !== true).map(linesOfScript);
  if (line === undefined || asserts.length + own.length + (until ? 1 : 0) === 0) return undefined;
  const all = [line, ...asserts.map((one) => one.line), ...(until ? [until.line] : []), ...own.flat()];
  const isShared = ({ line: at, isTest }: AssertResult) =>
    isTest === true && at !== until?.line && !own.some(([first, last]) => first <= at && at <= last);
  return {
    lines: { first: Math.min(...all), last: Math.max(...all) },
    results: results.filter((result) => !isShared(result)),
  };
}

/** Returns the first and the last line of a script. */
function linesOfScript({ line, code = '' }: NonNullable<RequestPlan['scripts']>[number]): readonly [number, number] {
  return [line, line + code.split('\n').length - 1];
}

/** Returns what is written behind each line: one result, and one that does not hold before all others, since a loop makes several tests. */
export function resultPerLine(results: readonly AssertResult[]): readonly AssertResult[] {
  const shown = new Map<number, AssertResult>();
  for (const result of results) {
    const other = shown.get(result.line);
    if (other === undefined || (other.outcome === 'passed' && result.outcome !== 'passed'))
      shown.set(result.line, result);
  }
  return [...shown.values()];
}
