import type { AssertResult } from '../asserts/assert-result';

/** Returns the result as reports have it: of a snapshot, only the lines that differ. */
export function reportedAssert({ snapshot, ...result }: AssertResult): ReportedResult {
  return snapshot === undefined ? result : { ...result, difference: snapshot.lines };
}

/** The result of an assert in a report. */
type ReportedResult = Omit<AssertResult, 'snapshot'> & { readonly difference?: readonly string[] };
