import type { DescribedOutcome, Verdict } from '@rulebook/sender/outcome';
import { hasFailed } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import {
  runAnnotations,
  summaryTable,
  summariseRun,
  timesOfRun,
  timesText,
  type ReportedRequest,
  type RunFile,
  type RunReport,
} from '@rulebook/sender/report';
import { count, visibleJson } from '@rulebook/text';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { writeUnguarded } from '../runner-log';
import type { RequestResult } from './request-result';
import type { FileEnd, FilesEnd } from './run-files';
import type { RunOptions } from './run-options';
import { writeReports } from './run-report';

declare const RULEBOOK_VERSION: string;

/** What is said at the end of a run. */
interface RunEnd {
  readonly options: RunOptions;
  readonly isSeveral: boolean;
  /** What the user named. */
  readonly title: string;
  readonly signal: CancelSignal;
  /** When it began, by its clock. */
  readonly start: number;
}

/** Says what a run of files has come to, writes its reports, and returns the exit code. */
export function finishRun({ files, isStopped }: FilesEnd, run: RunEnd): number {
  const { options, signal, isSeveral } = run;
  const problems = files.flatMap((file) => ('problem' in file ? [file.problem] : []));
  const started = files.reduce((sum, file) => sum + ('problem' in file ? 0 : file.started), 0);
  const isIncomplete = files.some((file) => !('problem' in file) && file.isIncomplete === true);
  if (started === 0 && problems.length === 0 && !isIncomplete && !isStopped && !signal.isCancelled) {
    complain(
      isSeveral ? `none of the ${count(files.length, 'file')} contains a request` : 'the file contains no request',
    );
    return exitCodes.usage;
  }
  // One file alone that cannot be run has said why.
  if (!isSeveral && problems[0] !== undefined) return problems[0].code;
  const report = reportOf(files, run);
  if (options.format === 'json') writeJson(files, report, isSeveral);
  if (options.format === 'github') for (const line of runAnnotations(report)) writeUnguarded(`${line}\n`);
  const marked = files.flatMap((file) =>
    'problem' in file ? [] : file.marked.map((result) => ({ path: file.path, result })),
  );
  const failed = marked.filter(({ result }) => hasFailed(result.described.verdict));
  if (options.all || options.repeat !== undefined || isSeveral) {
    // JSON holds the counts itself, and one request needs none.
    if (options.format !== 'json' && report.requests.length > 1) sayCounts(report, options);
    listMarked(marked, { ...run, isStopped });
    for (const { message } of isSeveral ? problems : []) sayOnError(`  ${message}`);
  } else
    for (const { result } of failed)
      for (const one of result.described.failedAsserts) complain(`${result.described.label}: ${one}`);
  const problem = writeReports(options.report, report);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.unsent;
  }
  if (signal.isCancelled) return exitCodes.cancelled;
  if (problems.some(({ code }) => code === exitCodes.usage)) return exitCodes.usage;
  const has = (verdict: Verdict) => failed.some(({ result }) => result.described.verdict === verdict);
  if (has('error') || problems.length > 0 || isIncomplete) return exitCodes.unsent;
  return has('failed') ? exitCodes.findings : exitCodes.success;
}

function reportOf(files: readonly FileEnd[], { options, isSeveral, title, start }: RunEnd): RunReport {
  const duration = performance.now() - start;
  const [first] = files;
  const named: ReportedRequest[] = [];
  for (const file of files) {
    const own = 'problem' in file ? [unreadRequest(file.path, file.problem.message)] : file.reported;
    for (const request of own) named.push(isSeveral ? { ...request, file: file.path } : request);
  }
  return {
    ...(isSeveral ? { path: title, files: filesOf(files) } : { path: first?.path ?? title }),
    requests: named,
    duration,
    ...(options.env !== undefined && { environment: options.env }),
    began: Date.now() - duration,
    version: RULEBOOK_VERSION,
  };
}

/** Returns each file once: of one, several lines may have been named. */
function filesOf(files: readonly FileEnd[]): readonly RunFile[] {
  const durations = new Map<string, number>();
  for (const file of files)
    durations.set(file.path, (durations.get(file.path) ?? 0) + ('problem' in file ? 0 : file.duration));
  return [...durations].map(([path, duration]) => ({ path, duration }));
}

/** Is in reports in place of a file of which nothing could be sent. */
function unreadRequest(label: string, reason: string): ReportedRequest {
  return { label, method: '', outcome: 'error', isSent: false, reason, asserts: [] };
}

function writeJson(files: readonly FileEnd[], report: RunReport, isSeveral: boolean): void {
  const requests = files.flatMap((file): readonly object[] => {
    const own = isSeveral ? { file: file.path } : {};
    return 'problem' in file
      ? [{ ...own, label: file.path, isSent: false, reason: file.problem.message }]
      : file.results.map(({ json, text }) => ({ ...own, ...json(), text: text() }));
  });
  const times = timesOfRun(report);
  const written = { version: 1, requests, summary: summariseRun(report), ...(times && { times }) };
  process.stdout.write(`${visibleJson(JSON.stringify(written, null, 2))}\n`);
}

function sayCounts(report: RunReport, { repeat = 1 }: RunOptions): void {
  const times = timesOfRun(report);
  // Of requests that others needed again, and of those that were sent once, reports say it.
  if (times !== undefined && times.requests.some(({ count }) => repeat > 1 || count > 2))
    sayOnError(`${timesText(times)}\n`);
  sayOnError(summaryTable(summariseRun(report)));
}

/** Lists what was not sent, has failed or is flaky, which may be far above by then. */
function listMarked(
  marked: readonly { readonly path: string; readonly result: RequestResult }[],
  { isSeveral, isStopped, signal }: RunEnd & { readonly isStopped: boolean },
): void {
  if (signal.isCancelled) complain('cancelled');
  else if (isStopped) complain('stopped at the first failure');
  /** How often each line is to be said: requests that are repeated fail alike. */
  const lines = new Map<string, number>();
  for (const { path, result } of marked) {
    const { described, earlier, outcome } = result;
    const { line } = outcome.plan;
    const place = isSeveral ? `${path}${line === undefined ? '' : `:${line + 1}`} ` : '';
    for (const one of hasFailed(described.verdict) ? reasonsOf(described) : [flakyReason(earlier)]) {
      const said = `  ${place}${described.label}: ${one}`;
      lines.set(said, (lines.get(said) ?? 0) + 1);
    }
  }
  for (const [said, times] of lines) sayOnError(times === 1 ? said : `${said} (${count(times, 'time')})`);
}

function reasonsOf({ reason, objections, failedAsserts }: DescribedOutcome): readonly string[] {
  return [...(reason === undefined ? [] : [reason]), ...objections, ...failedAsserts];
}

function flakyReason(earlier: readonly string[]): string {
  return `flaky: it passed when it was sent ${count(earlier.length + 1, 'time')}; before: ${earlier.at(-1) ?? ''}`;
}
