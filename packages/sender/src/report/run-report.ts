import type { ReportedDetails } from '../outcome/exchange-details';
import { nameOfAssert } from '@rulebook/text/name-of-assert';

/** What became of a request of a run. `error`: it was not sent, or its response did not arrive; `skipped`: the run ended before it, or leaves it out. */
type RequestOutcome = 'passed' | 'failed' | 'error' | 'skipped';

/** The result of an assert in a report; its texts hold no secret. */
export interface ReportedAssert {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly outcome: 'passed' | 'failed' | 'unevaluated';
  readonly expected?: string;
  readonly received?: string;
  /** Empty for an assert that has passed. */
  readonly message: string;
  /** It is a test of a script, and its text is the name of the test. */
  readonly isTest?: true;
  /** The lines of a snapshot that differ, each behind `-`, `+` or a blank. */
  readonly difference?: readonly string[];
}

/** A request of a run; its texts hold no secret. */
export interface ReportedRequest {
  readonly label: string;
  readonly method: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly url?: string;
  readonly endpoint?: string;
  /** The turn of a run that repeats its requests, counted from 1. */
  readonly turn?: number;
  readonly outcome: RequestOutcome;
  readonly isSent: boolean;
  readonly status?: number;
  /** In milliseconds. */
  readonly duration?: number;
  /** Why it failed, besides its asserts, or why it was not sent. */
  readonly reason?: string;
  readonly asserts: readonly ReportedAssert[];
  /** The log of its scripts. */
  readonly log?: readonly string[];
  /** What only a page shows. */
  readonly details?: ReportedDetails;
}

/** Everything that a run has sent, in the order of the file. */
export interface RunReport {
  /** The path of the request file. */
  readonly path: string;
  readonly requests: readonly ReportedRequest[];
  /** In milliseconds. */
  readonly duration: number;
  readonly environment?: string;
  /** When it began, in milliseconds since 1970. */
  readonly began?: number;
  /** The version of Rulebook. */
  readonly version?: string;
}

/** What a run counts. */
export interface RunSummary {
  readonly requests: number;
  readonly sent: number;
  readonly passed: number;
  readonly failed: number;
  readonly notSent: number;
  /** In milliseconds. */
  readonly duration: number;
}

/** Counts the requests of a run. A request whose response did not arrive counts as not sent. */
export function summariseRun({ requests, duration }: RunReport): RunSummary {
  const counted = (outcome: RequestOutcome) => requests.filter((request) => request.outcome === outcome).length;
  const sent = requests.filter(({ isSent }) => isSent).length;
  const passed = counted('passed');
  return {
    requests: requests.length,
    sent,
    passed,
    failed: sent - passed,
    notSent: requests.length - sent,
    duration: Math.round(duration),
  };
}

/** Returns what went wrong with a request, each with the line that it is about; empty when it has passed or was skipped. */
export function failuresOf(request: ReportedRequest): readonly { readonly line: number; readonly message: string }[] {
  const { line = 1, reason, outcome, asserts } = request;
  const own = reason === undefined || outcome === 'skipped' || outcome === 'passed' ? [] : [{ line, message: reason }];
  const ofAsserts = asserts
    .filter((assert) => assert.outcome !== 'passed')
    .map((assert) => ({
      line: assert.line,
      message: [`${nameOfAssert(assert)}: ${assert.message}`, ...(assert.difference ?? [])].join('\n'),
    }));
  return [...own, ...ofAsserts];
}

/** Returns the name of a request, with its turn when requests are repeated. */
export function nameOfReported({ label, turn }: ReportedRequest): string {
  return turn === undefined ? label : `${label} (turn ${turn})`;
}

/** Returns the counts as a table of two lines. */
export function summaryTable(summary: RunSummary): string {
  const cells: readonly (readonly [title: string, value: string])[] = [
    ['requests', String(summary.requests)],
    ['sent', String(summary.sent)],
    ['passed', String(summary.passed)],
    ['failed', String(summary.failed)],
    ['not sent', String(summary.notSent)],
    ['time', summary.duration < 1000 ? `${summary.duration} ms` : `${(summary.duration / 1000).toFixed(1)} s`],
  ];
  const line = (index: 0 | 1) => cells.map((cell) => cell[index].padStart(Math.max(...cell.map((one) => one.length))));
  return [line(0), line(1)].map((texts) => texts.join('  ')).join('\n');
}
