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
  /** The file of the request, in a run of several. */
  readonly file?: string;
  /** Method and path of its operation, where it is known. */
  readonly operation?: string | undefined;
  /** The groups to which it belongs. */
  readonly tags?: readonly string[] | undefined;
  /** How often it was sent until it passed, or no more; absent for once. */
  readonly attempts?: number;
  /** Why it has failed the times before. */
  readonly earlierFailures?: readonly string[];
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

/** A file of a run of several. */
export interface RunFile {
  readonly path: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** Everything that a run has sent, in the order of the file. */
export interface RunReport {
  /** The path of the request file; of several, what the user named. */
  readonly path: string;
  /** The files of a run of several, in their order; each request names its own. */
  readonly files?: readonly RunFile[];
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
  /** How many have passed after they had failed; absent for none. */
  readonly flaky?: number;
  /** In milliseconds. */
  readonly duration: number;
}

/** Counts the requests of a run. A request whose response did not arrive counts as not sent. */
export function summariseRun({
  requests,
  duration,
}: Pick<RunReport, 'requests' | 'duration'> & { readonly path?: string }): RunSummary {
  const counted = (outcome: RequestOutcome) => requests.filter((request) => request.outcome === outcome).length;
  const sent = requests.filter(({ isSent }) => isSent).length;
  const passed = counted('passed');
  const flaky = requests.filter(isFlaky).length;
  return {
    requests: requests.length,
    sent,
    passed,
    failed: sent - passed,
    notSent: requests.length - sent,
    ...(flaky > 0 && { flaky }),
    duration: Math.round(duration),
  };
}

/** Returns whether a request has passed after it had failed. */
export function isFlaky({ outcome, attempts = 1 }: Pick<ReportedRequest, 'outcome' | 'attempts'>): boolean {
  return outcome === 'passed' && attempts > 1;
}

/** Returns the path of the file of a request. */
export function fileOfReported({ file }: ReportedRequest, { path }: Pick<RunReport, 'path'>): string {
  return file ?? path;
}

/** Returns the files of a run, each with its requests and its time. */
export function partsOfRun(
  report: RunReport,
): readonly (RunFile & { readonly requests: readonly ReportedRequest[] })[] {
  const { path, files, requests, duration } = report;
  if (files === undefined) return [{ path, requests, duration }];
  const byFile = new Map<string, ReportedRequest[]>();
  for (const request of requests) {
    const file = fileOfReported(request, report);
    const own = byFile.get(file) ?? [];
    own.push(request);
    byFile.set(file, own);
  }
  return files.map((file) => ({ ...file, requests: byFile.get(file.path) ?? [] }));
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

/** Returns the counts as a table of two lines. What got no response may nevertheless have been sent, so it is called unanswered. */
export function summaryTable(summary: RunSummary): string {
  const cells: readonly (readonly [title: string, value: string])[] = [
    ['requests', String(summary.requests)],
    ['answered', String(summary.sent)],
    ['passed', String(summary.passed)],
    ['failed', String(summary.failed)],
    ['unanswered', String(summary.notSent)],
    ...(summary.flaky === undefined ? [] : [['flaky', String(summary.flaky)] as const]),
    ['time', summary.duration < 1000 ? `${summary.duration} ms` : `${(summary.duration / 1000).toFixed(1)} s`],
  ];
  const line = (index: 0 | 1) => cells.map((cell) => cell[index].padStart(Math.max(...cell.map((one) => one.length))));
  return [line(0), line(1)].map((texts) => texts.join('  ')).join('\n');
}
