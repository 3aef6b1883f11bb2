import * as vscode from 'vscode';
import { runSteps } from '@rulebook/sender/send';
import type { Objection } from '@rulebook/sender/plan';
import { hasFailed, judge } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import { confirmTrust } from '../credentials/trust';
import type { RunBodies } from './run-bodies';
import type { RunAbout } from './run-report';
import { summaryEntryOf, type RunSummary, type SummaryEntry } from './run-summary';
import { describeSent } from './outcome-words';
import { failureText } from '../response/failure-text';
import { isShownAsText } from '../response/shown-as-text';
import type { NextStep, RunStep } from '../response/view/shown-responses';
import { answeredRequestOf } from './show-outcome';
import type { Outcome, RequestPlace, SendChoices } from './attempt';
import { isRefusedHere } from './cannot-send';
import { hasRequestLanguage } from '../editing/request-language';
import { sendIterations } from './send-request';
import { circumstancesOf } from './request-values';
import type { SendServices } from './send-services';
import { resourceScheme, type KeptRequest } from '../../../server/src/protocol';

/** The requests of a run. */
export interface SendScope {
  readonly uri: vscode.Uri;
  /** First and last lines, zero-based. Absent: the whole file. */
  readonly lines?: readonly (readonly [first: number, last: number])[];
  readonly withDependencies?: boolean;
  /** The requests of this sequence of the file, instead of those on lines. */
  readonly sequence?: string;
}

/** One request of a run: where it is, and how it is sent if not as its file says. */
interface Step extends Omit<SendChoices, 'run'> {
  readonly line: number;
  /** Absent: the document of the run. */
  readonly uri?: vscode.Uri;
}

/** Sends the requests of a scope in order, stops at the first failure unless the user has decided otherwise, and shows a summary. */
export async function sendSeveral(services: SendServices, summary: RunSummary, scope: SendScope): Promise<void> {
  const document = await services.openDocument(scope.uri);
  if (!(await hasRequestLanguage(document))) return;
  const isOne = scope.lines?.length === 1 && scope.lines[0]?.[0] === scope.lines[0]?.[1];
  // Whoever sends several, or asks for those before, wants them sent.
  const isReusing = isOne && scope.withDependencies !== true && scope.sequence === undefined;
  const order = await services.order({
    uri: document.uri.toString(),
    version: document.version,
    ...(scope.lines && { lines: scope.lines }),
    ...(scope.withDependencies && { withDependencies: true }),
    ...(scope.sequence !== undefined && { sequence: scope.sequence }),
    ...(isReusing && { kept: services.reused.of(document.uri.toString(), circumstancesOf(services, document.uri)) }),
  });
  if ('reason' in order) {
    void vscode.window.showWarningMessage(order.reason);
    return;
  }
  const root = document.uri.toString();
  const steps = order.steps.map(({ uri, line, given, imports }): Step => {
    return { line, uri: vscode.Uri.parse(uri), root, ...(given && { given }), ...(imports && { imports }) };
  });
  const [only] = steps;
  if (steps.length === 1 && only !== undefined && order.reused.length === 0) {
    const { line, uri = scope.uri, ...choices } = only;
    await sendOne(services, summary, { uri, line }, choices);
    return;
  }
  if (isOne) {
    const needed = { document, steps, reused: order.reused };
    await sendWithNeeded(services, needed, () => sendSeveral(services, summary, scope));
    return;
  }
  await runAndSummarise(services, summary, {
    ...{ document, steps, entries: [], began: Date.now() },
    stopsAtFailure: scope.sequence !== undefined || stopsAtFailure(scope.uri),
  });
}

/** Sends one request after those that it needs, and shows its response; of a run that ends earlier, that of the last request. */
async function sendWithNeeded(
  services: SendServices,
  {
    document,
    steps,
    reused,
  }: {
    readonly document: vscode.TextDocument;
    readonly steps: readonly Step[];
    readonly reused: readonly KeptRequest[];
  },
  again: () => Promise<void>,
): Promise<void> {
  const { responses } = services;
  const arriving = responses.begin(
    steps.length === 1 ? vscode.l10n.t('1 request') : vscode.l10n.t('{0} requests', steps.length),
  );
  const ran = await reusedSteps(services, document, reused);
  let last: Outcome | undefined;
  const onOutcome = async (outcome: Outcome) => {
    last = outcome;
    const answered = answeredRequestOf(outcome, Date.now());
    const { label, verdict } = describeSent(outcome);
    if (answered !== undefined) ran.push({ uri: await responses.keep(answered), label, hasFailed: hasFailed(verdict) });
  };
  await runAll(services, { document, steps, stopsAtFailure: true, onOutcome });
  if (last?.sent.kind === 'answered') {
    await responses.showOfRun(ran);
    return;
  }
  const { label, reason } = last === undefined ? unsentWords(steps.length) : describeSent(last);
  const message = reason ?? '';
  const retry: NextStep = { title: vscode.l10n.t('Send Again'), run: again };
  await arriving.fail({ label, text: failureText(label, { url: '' }, message), message, steps: [retry] });
}

/** Says which responses are reused, where the requests of a run are listed and in the status bar. */
async function reusedSteps(
  { responses, reused }: SendServices,
  document: vscode.TextDocument,
  requests: readonly KeptRequest[],
): Promise<RunStep[]> {
  const steps: RunStep[] = [];
  for (const request of requests) {
    const found = reused.find(document.uri.toString(), request);
    const answered = found && answeredRequestOf(found.outcome, found.time);
    if (found === undefined || answered === undefined) continue;
    const time = new Date(found.time).toLocaleTimeString([], { timeStyle: 'short' });
    const label = vscode.l10n.t('{0}: reused, sent at {1}', request.name, time);
    steps.push({ uri: await responses.keep(answered), label, hasFailed: false });
  }
  if (steps.length > 0) vscode.window.setStatusBarMessage(steps.map(({ label }) => label).join(' · '), 10_000);
  return steps;
}

function unsentWords(count: number): { readonly label: string; readonly reason: string } {
  return { label: vscode.l10n.t('{0} requests', count), reason: endText(0, 0, count) };
}

/** Sends one request; of one that repeats itself, shows a summary. */
export async function sendOne(
  services: SendServices,
  summary: RunSummary,
  place: RequestPlace,
  choices: SendChoices = {},
): Promise<void> {
  const began = Date.now();
  const outcomes = await sendIterations(services, place, choices);
  if (outcomes === undefined || outcomes.length < 2) return;
  const entries = outcomes.map((outcome) => summaryEntryOf(outcome, false, summary.bodies));
  await summary.show(shownFile(place.uri), entries, 0, aboutRun(services, place.uri, began));
}

/** Returns what a report says of a run that is over. */
export function aboutRun({ environments }: SendServices, document: vscode.Uri, began: number): RunAbout {
  const environment = environments.current(document);
  return { began, duration: Date.now() - began, ...(environment !== undefined && { environment }) };
}

/** Sends one request to several endpoints, one after the other, and returns what became of it. */
export async function sendToSeveral(
  services: SendServices,
  place: { readonly uri: vscode.Uri; readonly line: number },
  endpoints: readonly string[],
): Promise<readonly SummaryEntry[]> {
  const document = await services.openDocument(place.uri);
  const steps = endpoints.map((endpoint) => ({ line: place.line, endpoint }));
  return (await runAll(services, { document, steps, stopsAtFailure: false })).entries;
}

/** A run, or what is left of one. */
interface Run {
  readonly document: vscode.TextDocument;
  readonly steps: readonly Step[];
  /** What became of the steps before. */
  readonly entries: readonly SummaryEntry[];
  readonly stopsAtFailure: boolean;
  /** When the first of them was sent, in milliseconds since 1970. */
  readonly began: number;
}

async function runAndSummarise(services: SendServices, summary: RunSummary, run: Run): Promise<void> {
  const { left, isCancelled, ...ran } = await runAll(services, { ...run, bodies: summary.bodies });
  const entries = [...run.entries, ...ran.entries];
  if (entries.length === 0) return;
  const file = shownFile(run.document.uri);
  await summary.show(file, entries, left, aboutRun(services, run.document.uri, run.began));
  const failed = entries.filter(({ hasFailed }) => hasFailed).length;
  const said = `${file}: ${endText(entries.length, failed, left)}`;
  if (failed === 0 && left === 0) {
    vscode.window.setStatusBarMessage(said, 5000);
    return;
  }
  const goOn = vscode.l10n.t('Go On');
  const all = vscode.l10n.t('Go On, Ignore Failures');
  const answer = await vscode.window.showWarningMessage(said, ...(left === 0 || isCancelled ? [] : [goOn, all]));
  if (answer === undefined) return;
  const steps = run.steps.slice(-left);
  await runAndSummarise(services, summary, { ...run, steps, entries, stopsAtFailure: answer === goOn });
}

async function runAll(
  services: SendServices,
  {
    document,
    steps,
    stopsAtFailure,
    onOutcome,
    bodies,
  }: Pick<Run, 'document' | 'steps' | 'stopsAtFailure'> & {
    readonly onOutcome?: (outcome: Outcome) => Promise<void>;
    /** Keeps the bodies of the responses. */
    readonly bodies?: RunBodies;
  },
): Promise<{ readonly entries: readonly SummaryEntry[]; readonly left: number; readonly isCancelled: boolean }> {
  const entries: SummaryEntry[] = [];
  if ((await isRefusedHere(services.ports)) || !(await confirmTrust()))
    return { entries, left: steps.length, isCancelled: true };
  const { version } = document;
  const ofRun = new Set<Objection['kind']>();
  const answers = new Map<string, string>();
  let isCancelled = false;
  // The responses of two endpoints are shown side by side.
  const isCompared = steps.length === 2 && steps.every(({ endpoint }) => endpoint !== undefined);
  const end = await vscode.window.withProgress(
    {
      location:
        onOutcome !== undefined && !isShownAsText()
          ? vscode.ProgressLocation.Window
          : vscode.ProgressLocation.Notification,
      ...{ title: vscode.l10n.t('Sending'), cancellable: true },
    },
    (progress, token) =>
      services.sends.during(token, (signal: CancelSignal) =>
        runSteps<Step, readonly Outcome[] | undefined>({
          steps,
          send: async ({ line, uri = document.uri, ...choices }) => {
            progress.report({ message: vscode.l10n.t('{0} of {1}', entries.length + 1, steps.length) });
            // The lines of the other requests have moved.
            if (document.version !== version) {
              void vscode.window.showWarningMessage(
                vscode.l10n.t('The file has changed during the run. The rest was not sent.'),
              );
              isCancelled = true;
              return undefined;
            }
            const run = { ofRun, signal, answers, keepsBodies: onOutcome !== undefined || bodies !== undefined };
            const outcomes = await sendIterations(services, { uri, line }, { ...choices, run });
            for (const outcome of outcomes ?? []) await onOutcome?.(outcome);
            return outcomes;
          },
          onOutcome: (outcomes) => {
            for (const outcome of outcomes ?? []) entries.push(summaryEntryOf(outcome, isCompared, bodies));
            isCancelled ||= signal.isCancelled;
            progress.report({ increment: 100 / steps.length });
          },
          hasFailed: (outcomes) =>
            isCancelled ||
            (stopsAtFailure && (outcomes === undefined || outcomes.some((one) => hasFailed(judge(one).verdict)))),
          stopsAtFailure: true,
          signal,
          yieldToEvents: () => Promise.resolve(),
        }),
      ),
  );
  return { entries, left: steps.length - end.started, isCancelled };
}

function stopsAtFailure(document: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('rulebook', document).get<boolean>('stopAtFailure') ?? true;
}

function endText(requests: number, failed: number, left: number): string {
  const isOne = requests === 1;
  if (left === 0) {
    if (failed === 0)
      return isOne ? vscode.l10n.t('1 request, none failed.') : vscode.l10n.t('{0} requests, none failed.', requests);
    return isOne ? vscode.l10n.t('1 request, 1 failed.') : vscode.l10n.t('{0} requests, {1} failed.', requests, failed);
  }
  if (failed === 0)
    return isOne
      ? vscode.l10n.t('1 request, none failed, {0} not begun.', left)
      : vscode.l10n.t('{0} requests, none failed, {1} not begun.', requests, left);
  return isOne
    ? vscode.l10n.t('1 request, 1 failed, {0} not begun.', left)
    : vscode.l10n.t('{0} requests, {1} failed, {2} not begun.', requests, failed, left);
}

/** Returns what a run says of its file; a workflow has a document that is not shown, and its name says more. */
function shownFile(uri: vscode.Uri): string {
  return uri.scheme === resourceScheme ? uri.path.replace(/^.*\/|\.http$/g, '') : vscode.workspace.asRelativePath(uri);
}
