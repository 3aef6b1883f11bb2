import * as vscode from 'vscode';
import type { AssertResult } from '@rulebook/sender/asserts';
import { nameOfAssert } from '@rulebook/text';
import type { CancelSignal } from '@rulebook/sender/plan';
import type { Objection } from '@rulebook/sender/plan';
import { reportedRequest, type ReportedRequest } from '@rulebook/sender/report';
import type { Outcome } from '../sending/attempt';
import { describeSent } from '../sending/outcome-words';
import { sendRequest } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';

/** A run of tests. */
export interface TestRun {
  readonly services: SendServices;
  readonly controller: vscode.TestController;
  readonly run: vscode.TestRun;
  readonly request: vscode.TestRunRequest;
  readonly token: vscode.CancellationToken;
  /** Receives each request that was sent, or could not be. */
  readonly onRequest: (request: ReportedRequest) => void;
}

/** Sends the requests of the chosen tests, file by file and each after those that it depends on, and reports their results. */
export async function runTests(test: TestRun): Promise<void> {
  const { services, run, token } = test;
  const files = chosenItems(test);
  const { cannotSend } = services.ports;
  if (cannotSend !== undefined) {
    const message = new vscode.TestMessage(cannotSend);
    for (const { items } of files) for (const item of items) run.errored(item, message);
    return;
  }
  for (const { items } of files) for (const item of items) run.enqueued(item);
  await services.sends.during(token, async (signal) => {
    for (const { uri, items } of files) {
      if (signal.isCancelled) break;
      await runFile(test, uri, items, signal);
    }
  });
}

/** Sends the requests of a file, and what they depend on. */
async function runFile(
  { services, run, onRequest }: TestRun,
  uri: vscode.Uri,
  items: readonly vscode.TestItem[],
  signal: CancelSignal,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  const byLine = new Map(items.flatMap((item) => (item.range ? [[item.range.start.line, item] as const] : [])));
  const lines = [...byLine.keys()].map((line) => [line, line] as const);
  const order = await services.order({ uri: uri.toString(), version, lines, withDependencies: true });
  if ('reason' in order) {
    for (const item of items) run.errored(item, new vscode.TestMessage(order.reason));
    return;
  }
  const ofRun = new Set<Objection['kind']>();
  const answers = new Map<string, string>();
  const root = uri.toString();
  for (const { uri: file, line, given, imports } of order.steps) {
    if (signal.isCancelled) return;
    // A request of an imported file has no item here.
    const item = file === root ? byLine.get(line) : undefined;
    if (item !== undefined) run.started(item);
    if (document.version !== version) {
      for (const one of items)
        run.errored(one, new vscode.TestMessage(vscode.l10n.t('The file has changed during the run.')));
      return;
    }
    const choices = {
      root,
      ...(given && { given }),
      ...(imports && { imports }),
      run: { ofRun, signal, answers, isTest: true },
    };
    const outcome = await sendRequest(services, { uri: vscode.Uri.parse(file), line }, choices);
    const reported = reportedOf(outcome, item?.label ?? vscode.l10n.t('line {0}', line + 1));
    onRequest(reported);
    run.appendOutput(`${linesOfRequest(reported).join('\r\n')}\r\n`, undefined, item);
    // A cancelled request has no result.
    if (item !== undefined && !signal.isCancelled) report(run, item, uri, reported);
  }
}

/** Returns the chosen requests by file; without a choice, all. */
function chosenItems({ controller, request: { include, exclude = [] } }: TestRun) {
  const files = new Map<string, { readonly uri: vscode.Uri; readonly items: vscode.TestItem[] }>();
  const add = (item: vscode.TestItem): void => {
    if (exclude.includes(item)) return;
    // Files and groups of files have none.
    if (item.uri === undefined || item.range === undefined) {
      item.children.forEach(add);
      return;
    }
    const id = item.uri.toString();
    const file = files.get(id) ?? { uri: item.uri, items: [] };
    files.set(id, file);
    if (!file.items.includes(item)) file.items.push(item);
  };
  if (include !== undefined) include.forEach(add);
  else controller.items.forEach(add);
  return [...files.values()];
}

/** Returns what became of a request, without secrets. */
function reportedOf(outcome: Outcome | undefined, label: string): ReportedRequest {
  if (outcome === undefined) return unsent(label, vscode.l10n.t('It was not sent.'));
  return { ...reportedRequest(outcome, describeSent(outcome)), label };
}

function unsent(label: string, reason: string): ReportedRequest {
  return { label, method: '', outcome: 'error', isSent: false, reason, asserts: [] };
}

/** Shows the result at the test. The editor writes a failed assert behind its line, and why else a request failed behind the request. */
function report(run: vscode.TestRun, item: vscode.TestItem, uri: vscode.Uri, reported: ReportedRequest): void {
  const { outcome, duration, reason, asserts } = reported;
  if (outcome === 'passed') run.passed(item, duration);
  if (outcome === 'skipped') run.skipped(item);
  if (outcome === 'passed' || outcome === 'skipped') return;
  const line = item.range?.start.line ?? 0;
  const own = reason === undefined ? [] : [messageAt(reason, uri, line)];
  const failed = asserts.filter((assert) => assert.outcome !== 'passed');
  const messages = [...own, ...failed.map((assert) => messageOf(assert, uri))];
  const isError =
    outcome === 'error' || (own.length === 0 && failed.every((assert) => assert.outcome === 'unevaluated'));
  if (isError) run.errored(item, messages, duration);
  else run.failed(item, messages, duration);
}

function messageOf(assert: AssertResult, uri: vscode.Uri): vscode.TestMessage {
  const { message, expected, received, line } = assert;
  const shown = messageAt(vscode.l10n.t('{0} (line {1}): {2}', nameOfAssert(assert), line, message), uri, line - 1);
  if (expected !== undefined) shown.expectedOutput = expected;
  if (received !== undefined) shown.actualOutput = received;
  return shown;
}

function messageAt(text: string, uri: vscode.Uri, line: number): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  message.location = new vscode.Location(uri, new vscode.Position(line, 0));
  return message;
}

function linesOfRequest({ label, status, duration, reason, asserts, outcome }: ReportedRequest): readonly string[] {
  const mark = { passed: '✓', skipped: '–', failed: '✗', error: '✗' }[outcome];
  const result = status === undefined ? (reason ?? '') : `${status}, ${duration ?? 0} ms`;
  return [
    `${mark} ${label}: ${result}`,
    ...asserts.map((assert) =>
      `    ${assert.outcome === 'passed' ? '✓' : '✗'} ${nameOfAssert(assert)} ${assert.message}`.trimEnd(),
    ),
  ];
}
