import { nameOfAssert } from '@rulebook/text/name-of-assert';
import { visibleLine } from '@rulebook/text/visible';

/** What became of an assert. `unevaluated`: it could not be compared, which counts as an error and never as passed. */
export type AssertOutcome = 'passed' | 'failed' | 'unevaluated';

/** A snapshot that a response does not fit. Both texts are masked. */
export interface SnapshotDifference {
  /** The name of its request, under which it is in its file. */
  readonly name: string;
  /** What is in the file, and what would be in its place. */
  readonly expected: string;
  readonly received: string;
  /** The lines that differ, with a few around them, each behind `-`, `+` or a blank. */
  readonly lines: readonly string[];
}

/** The result of an assert. No text in it holds a secret, and all are short. */
export interface AssertResult {
  /** Without the question marks. */
  readonly text: string;
  /** The line in the file, counted from 0. */
  readonly line: number;
  readonly outcome: AssertOutcome;
  /** What was expected, for example `201` or `includes "json"`. */
  readonly expected?: string;
  /** What was received, for example `400`, `no value`. */
  readonly received?: string;
  /** A few sentences; empty for an assert that has passed, unless it is that of `@until`, which says how often the request was sent. */
  readonly message: string;
  /** The snapshot that differs; only its texts are long. */
  readonly snapshot?: SnapshotDifference;
  /** It is a test of a script or `@until`, and its text is its name. */
  readonly isTest?: true;
  /** The test looks at the status. */
  readonly judgesStatus?: true;
  /** The mistake is in its text, so a finding of the file says it already. */
  readonly isMalformed?: true;
}

/** Returns the result of an assert in one line, with its line counted from 1. */
export function describeAssertResult(result: AssertResult): string {
  const { outcome, line, message } = result;
  const words = { passed: 'Passed', failed: 'FAILED', unevaluated: 'ERROR' };
  const where = outcome === 'passed' ? '' : ` (line ${line + 1})`;
  return visibleLine(`${words[outcome]}: ${nameOfAssert(result)}${where}${message === '' ? '' : `: ${message}`}`);
}

/** Returns whether an assert about the status is among the results: the status alone then says nothing about success. */
export function judgesStatus(results: readonly AssertResult[]): boolean {
  return results.some(
    ({ text, outcome, isTest, judgesStatus: ofScript }) =>
      outcome === 'passed' && (isTest ? ofScript === true : /^(?:status\b|js\s+response\.statusCode\b)/.test(text)),
  );
}

/** Returns the lines of a result: what it says, and of a snapshot the lines that differ. */
export function linesOfResult(result: AssertResult): readonly string[] {
  const { snapshot } = result;
  return [describeAssertResult(result), ...(snapshot?.lines ?? []).map((line) => `  ${visibleLine(line)}`)];
}
