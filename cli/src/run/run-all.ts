import { setImmediate } from 'node:timers/promises';
import { runSteps, stepNamesOf } from '@rulebook/sender/send';
import { hasFailed, judge, reportedDetails, type DescribedOutcome, type Verdict } from '@rulebook/sender/outcome';
import type { CancelSignal, RequestPlan } from '@rulebook/sender/plan';
import { visibleJson } from '@rulebook/text';
import {
  reportedRequest,
  runAnnotations,
  summaryTable,
  summariseRun,
  type ReportedRequest,
  type RunReport,
} from '@rulebook/sender/report';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { writeUnguarded } from '../runner-log';
import { placeOfResult, resultOf, type RequestResult } from './request-result';
import { stopsAtFailure } from './send-policy';
import { runRequest, type RequestEnd, type RunContext } from './run-request';
import { hasPage, leftRequest, writeReports } from './run-report';

/** What is sent, and with what. */
interface RunAllContext extends RunContext {
  /** The path of the request file, as the user wrote it. */
  readonly path: string;
  readonly signal: CancelSignal;
}

declare const RULEBOOK_VERSION: string;

/** The state of a run. */
interface Run {
  /** When it began, by the clock of the run. */
  readonly start: number;
  readonly context: RunAllContext;
  /** Only where something needs all of them. */
  readonly results: RequestResult[];
  readonly reported: ReportedRequest[];
  readonly failed: DescribedOutcome[];
}

/** Sends the plans, each turn after the one before, prints the responses, and returns the exit code. */
export async function runAll(plans: Iterable<RequestPlan>, context: RunAllContext): Promise<number> {
  const { options, signal } = context;
  const start = performance.now();
  const run: Run = { start, context, results: [], reported: [], failed: [] };
  const turns = options.repeat ?? 1;
  // Planned while the requests before are being sent, unless all are needed again.
  const repeated = turns > 1 ? [...plans] : plans;
  let isStopped = false;
  for (let turn = 1; turn <= turns; turn++) {
    const steps = rememberLast(repeated);
    if (!isStopped) {
      const end = await sendIteration(steps, run, turns > 1 ? turn : undefined);
      steps.release(end.started);
      if (end.started === 0 && !signal.isCancelled) {
        complain('the file contains no request');
        return exitCodes.usage;
      }
      isStopped = end.isStopped || (stopsAtFailure(context.options) && run.failed.length > 0) || signal.isCancelled;
    }
    // A report names what the run did not reach, too.
    if (isStopped && options.report.length === 0) break;
    if (isStopped) for (const plan of steps) run.reported.push(leftRequest(plan, turns > 1 ? turn : undefined));
  }
  await context.output.end();
  return finish(run, performance.now() - start, isStopped);
}

async function sendIteration(steps: Iterable<RequestPlan>, run: Run, turn: number | undefined) {
  const { context } = run;
  return runSteps<RequestPlan, RequestEnd>({
    steps,
    send: (plan, turnOfOutput) => runRequest(plan, context, turnOfOutput),
    onOutcome: ({ outcome, facts, ended }) => receive(resultOf(outcome, facts), ended, run, turn),
    hasFailed: ({ outcome }) => hasFailed(judge(outcome).verdict),
    iterationsOf: context.sender.turnsOf,
    stopsAtFailure: stopsAtFailure(context.options),
    ...(context.options.parallel !== undefined && { parallel: context.options.parallel }),
    namesOf: stepNamesOf,
    signal: context.signal,
    yieldToEvents: () => setImmediate(),
  });
}

/** Plans that are read once, and of which the last one can be given back when it was taken and not sent. */
interface Plans extends Iterable<RequestPlan> {
  readonly release: (started: number) => void;
}

function rememberLast(plans: Iterable<RequestPlan>): Plans {
  const steps = plans[Symbol.iterator]();
  let taken: RequestPlan[] = [];
  let count = 0;
  let back: RequestPlan[] = [];
  return {
    release: (started) => {
      if (count > started) back = taken;
    },
    *[Symbol.iterator]() {
      yield* back;
      for (let next = steps.next(); next.done !== true; next = steps.next()) {
        taken = [next.value];
        count++;
        yield next.value;
      }
    },
  };
}

async function receive(result: RequestResult, ended: number, run: Run, turn: number | undefined): Promise<void> {
  const { outcome, described } = result;
  const { format, report } = run.context.options;
  if (hasFailed(described.verdict)) run.failed.push(described);
  if (format === 'json') run.results.push(result);
  // Only reports and annotations name places.
  const place = report.length === 0 && format !== 'github' ? {} : placeOfResult(result);
  const duration = outcome.sent.kind === 'answered' ? outcome.sent.response.duration : 0;
  run.reported.push(
    reportedRequest(outcome, described, {
      ...place,
      ...(turn !== undefined && { turn }),
      ...(hasPage(report) && { details: reportedDetails(outcome, described, ended - duration - run.start) }),
    }),
  );
  await show(result, run.context);
}

async function show({ outcome, isWritten, text }: RequestResult, { options, output }: RunAllContext): Promise<void> {
  if (options.format === 'json') return;
  if (outcome.sent.kind === 'answered') {
    const shown = text();
    await output.write(isWritten || options.format === 'github' ? shown : `${shown}\n`);
    return;
  }
  await output.end();
  sayOnError(text());
}

async function finish(run: Run, duration: number, isStopped: boolean): Promise<number> {
  const { context, failed, results } = run;
  const { options, path, signal } = context;
  const report: RunReport = {
    ...{ path, requests: run.reported, duration },
    ...(options.env !== undefined && { environment: options.env }),
    began: Date.now() - duration,
    version: RULEBOOK_VERSION,
  };
  if (options.format === 'json') {
    const requests = results.map(({ json, text }) => ({ ...json(), text: text() }));
    const summary = summariseRun(report);
    process.stdout.write(`${visibleJson(JSON.stringify({ version: 1, requests, summary }, null, 2))}\n`);
  }
  if (options.format === 'github') for (const line of runAnnotations(report)) writeUnguarded(`${line}\n`);
  if (options.all || options.repeat !== undefined) {
    // JSON holds the counts itself, and one request needs none.
    if (options.format !== 'json' && report.requests.length > 1) sayOnError(summaryTable(summariseRun(report)));
    listFailures(failed, isStopped, signal.isCancelled);
  } else for (const { label, failedAsserts } of failed) for (const one of failedAsserts) complain(`${label}: ${one}`);
  const problem = writeReports(options.report, report);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.unsent;
  }
  if (signal.isCancelled) return exitCodes.cancelled;
  const has = (verdict: Verdict) => failed.some((one) => one.verdict === verdict);
  return has('error') ? exitCodes.unsent : has('failed') ? exitCodes.findings : exitCodes.success;
}

/** Lists what was not sent or has failed, which may be far above by then. */
function listFailures(failed: readonly DescribedOutcome[], isStopped: boolean, isCancelled: boolean): void {
  if (isCancelled) complain('cancelled');
  else if (isStopped) complain('stopped at the first failure');
  for (const { label, reason, objections, failedAsserts } of failed)
    for (const one of [...(reason === undefined ? [] : [reason]), ...objections, ...failedAsserts])
      sayOnError(`  ${label}: ${one}`);
}
