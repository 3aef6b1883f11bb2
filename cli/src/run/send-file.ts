import { runSteps, stepNamesOf } from '@rulebook/sender/send';
import { hasFailed, judge, reportedDetails } from '@rulebook/sender/outcome';
import type { CancelSignal, RequestPlan } from '@rulebook/sender/plan';
import { reportedRequest, type ReportedRequest } from '@rulebook/sender/report';
import { attemptsOf, lineOfResult, placeOfResult, resultOf, type RequestResult } from './request-result';
import { expectRequests } from '@rulebook/node/compiled-parts';
import { nextTurn } from '@rulebook/node/next-turn';
import { stopsAtFailure } from './send-policy';
import { runRequest, type RequestEnd, type RunContext } from './run-request';
import { hasPage, leftRequest } from './run-report';

/** What a file is sent with. */
export interface FileContext extends RunContext {
  /** The path of the request file, as the user wrote it. */
  readonly path: string;
  /** How many of its requests are chosen. */
  readonly chosen: number;
  /** When the run began, by its clock. */
  readonly start: number;
  /** How many of its requests are sent at a time. */
  readonly parallel: number | undefined;
  /** Returns whether no further request may be sent, since one of any file has failed. */
  readonly isStopped: () => boolean;
  readonly onFailure: () => void;
}

/** What was sent of a file. */
export interface SentFile {
  readonly path: string;
  readonly reported: readonly ReportedRequest[];
  /** Only where something needs all of them. */
  readonly results: readonly RequestResult[];
  /** Those that have failed, or were sent more than once. */
  readonly marked: readonly RequestResult[];
  /** In milliseconds. */
  readonly duration: number;
  /** How many requests were begun. */
  readonly started: number;
  /** Requests were left, because one failed or the user cancelled. */
  readonly isStopped: boolean;
  /** A workflow could not go on, though no request of it has failed. */
  readonly isIncomplete?: boolean;
}

/** How what was sent is shown. */
type ShowContext = Pick<FileContext, 'options' | 'start' | 'output' | 'isCompact'>;

/** The state of a file that is being sent. */
export interface Sending {
  readonly context: ShowContext;
  readonly results: RequestResult[];
  readonly reported: ReportedRequest[];
  readonly marked: RequestResult[];
}

/** Sends the plans of a file, each turn after the one before, and prints the responses. */
export async function sendFile(plans: Iterable<RequestPlan>, context: FileContext): Promise<SentFile> {
  const { options, path, signal } = context;
  const begun = performance.now();
  const file: Sending = { context, results: [], reported: [], marked: [] };
  const turns = options.repeat ?? 1;
  // Planned while the requests before are being sent, unless all are needed again.
  const repeated = turns > 1 ? [...plans] : plans;
  let started = 0;
  let isStopped = false;
  for (let turn = 1; turn <= turns; turn++) {
    const steps = rememberLast(repeated);
    if (!isStopped) {
      const end = await sendTurn(steps, file, context, turns > 1 ? turn : undefined);
      steps.release(end.started);
      started += end.started;
      isStopped = end.isStopped || context.isStopped() || signal.isCancelled;
      if (end.started === 0) break;
    }
    // A report names what the run did not reach, too.
    if (isStopped && options.report.length === 0) break;
    if (isStopped) for (const plan of steps) file.reported.push(leftRequest(plan, turns > 1 ? turn : undefined));
  }
  const { reported, results, marked } = file;
  return { path, reported, results, marked, duration: performance.now() - begun, started, isStopped };
}

async function sendTurn(steps: Iterable<RequestPlan>, file: Sending, context: FileContext, turn: number | undefined) {
  let isBegun = false;
  return runSteps<RequestPlan, RequestEnd>({
    steps,
    send: (plan, turnOfOutput) => {
      if (!isBegun) expectRequests(context.chosen * (context.options.repeat ?? 1));
      isBegun = true;
      return runRequest(plan, context, turnOfOutput);
    },
    onOutcome: (end) => receive(end, file, turn),
    hasFailed: ({ outcome }) => {
      const isFailure = hasFailed(judge(outcome).verdict);
      if (isFailure) context.onFailure();
      return isFailure;
    },
    iterationsOf: context.sender.turnsOf,
    stopsAtFailure: stopsAtFailure(context.options),
    ...(context.parallel !== undefined && { parallel: context.parallel }),
    namesOf: stepNamesOf,
    signal: stopSignal(context),
    yieldToEvents: nextTurn,
  });
}

/** Returns a signal that ends the file when the user cancels the run, and when a request of another file has failed. */
function stopSignal({ signal, isStopped }: FileContext): CancelSignal {
  return {
    get isCancelled() {
      return signal.isCancelled || isStopped();
    },
    onCancel: (listener) => signal.onCancel(listener),
  };
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

/** Keeps what has become of a request for the reports of its file, and prints it. */
export async function receive(
  { outcome, facts, ended }: RequestEnd,
  file: Sending,
  turn: number | undefined,
): Promise<void> {
  const { context } = file;
  const { format, report } = context.options;
  const result = resultOf(outcome, facts);
  const { described, earlier } = result;
  if (hasFailed(described.verdict) || earlier.length > 0) file.marked.push(result);
  if (format === 'json') file.results.push(result);
  // Only reports and annotations name all of a place.
  const place = report.length === 0 && format !== 'github' ? lineOfResult(result) : placeOfResult(result);
  const duration = outcome.sent.kind === 'answered' ? outcome.sent.response.duration : 0;
  file.reported.push(
    reportedRequest(outcome, described, {
      ...place,
      ...attemptsOf(outcome, facts),
      ...(turn !== undefined && { turn }),
      ...(hasPage(report) && { details: reportedDetails(outcome, described, ended - duration - context.start) }),
    }),
  );
  await show(result, context);
}

async function show({ outcome, isWritten, text, line }: RequestResult, context: ShowContext): Promise<void> {
  const { options, output, isCompact } = context;
  if (options.format === 'json') return;
  if (isCompact) await output.write(line());
  else if (outcome.sent.kind === 'answered') {
    const shown = text();
    await output.write(isWritten || options.format === 'github' ? shown : `${shown}\n`);
  } else await output.say(text());
}
