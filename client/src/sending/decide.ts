import * as vscode from 'vscode';
import type { FoundError } from '../../../server/src/protocol';
import type { Endpoint } from '@rulebook/engine';
import { redact } from '@rulebook/catalogue/masking';
import { type RequestPlan, cancelled } from '@rulebook/sender/plan';
import type { Decision } from '@rulebook/sender/send';
import type { Objection } from '@rulebook/sender/plan';
import { asSentence, visibleLine } from '@rulebook/text';
import type { KnownMistakes } from './known-mistakes';

/** What the user has agreed to for all requests of a run, and for good. */
export interface Agreements {
  /** The kinds of reasons that do not stop this run any more. */
  readonly ofRun: Set<Objection['kind']>;
  /** Whether the run has more than this request. */
  readonly isRun: boolean;
  /** The endpoints, by name and base URL, at which losses are not asked about. */
  readonly unasked: vscode.Memento;
  /** The errors of requests that are sent nevertheless. */
  readonly mistakes: KnownMistakes;
}

/** A request that is decided about. */
interface DecidedRequest {
  readonly plan: RequestPlan;
  readonly document: vscode.Uri;
  /** The errors that the plan counts, the first of them. */
  readonly errors: readonly FoundError[];
}

const unaskedKey = 'rulebook.losesUnasked';

/** Asks the user about a reason not to send a request. */
export async function decide(
  refusal: Objection,
  place: Endpoint | undefined,
  request: DecidedRequest,
  agreements: Agreements,
): Promise<Decision> {
  const { plan } = request;
  // A note is about its own request.
  if (refusal.kind !== 'note' && agreements.ofRun.has(refusal.kind)) return 'proceed';
  if (refusal.kind === 'errors') return decideAboutErrors(request, agreements);
  const { question, detail, action } = wordsOfRefusal(refusal, place, plan);
  if (!refusal.mayProceed) {
    void vscode.window.showErrorMessage(question, { modal: refusal.kind === 'problems', detail });
    return cancelled;
  }
  const unasked = refusal.kind === 'destructive' && place !== undefined ? keyOfEndpoint(place) : undefined;
  if (unasked !== undefined && storedIn(agreements.unasked).includes(unasked)) return 'proceed';
  const always = place === undefined ? '' : vscode.l10n.t('Never Ask for {0}', place.name);
  const all = vscode.l10n.t('{0} All of This Run', action);
  const buttons = [
    action,
    ...(agreements.isRun && refusal.kind !== 'note' ? [all] : unasked === undefined ? [] : [always]),
  ];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
  if (answer === all) agreements.ofRun.add(refusal.kind);
  if (answer !== undefined && answer === always && unasked !== undefined)
    await agreements.unasked.update(unaskedKey, [...storedIn(agreements.unasked), unasked]);
  return answer === undefined ? cancelled : 'proceed';
}

/** Asks once about the errors of a request, and shows them; with the same errors, it is not asked about again. */
async function decideAboutErrors(
  { plan, document, errors }: DecidedRequest,
  { isRun, ofRun, mistakes }: Agreements,
): Promise<Decision> {
  const mistake = { uri: document.toString(), label: plan.label, errors, count: plan.errors };
  if (await mistakes.has(mistake)) return 'proceed';
  const send = vscode.l10n.t('Send Anyway');
  const sendAll = vscode.l10n.t('{0} All of This Run', send);
  const always = vscode.l10n.t('Always for This Request');
  const show = vscode.l10n.t('Show Error');
  const label = redact(plan.label);
  const question =
    plan.errors === 1
      ? vscode.l10n.t('"{0}" has 1 error. Send it anyway?', label)
      : vscode.l10n.t('"{0}" has {1} errors. Send it anyway?', label, plan.errors);
  const [first] = errors;
  const detail = [
    ...errors.slice(0, 3).map(({ line, message }) => vscode.l10n.t('Line {0}: {1}', line + 1, redact(message))),
    vscode.l10n.t('You are not asked again while the request has the same errors.'),
  ].join('\n');
  const buttons = [send, isRun ? sendAll : always, ...(first === undefined ? [] : [show])];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, ...buttons);
  if (answer === show && first !== undefined) {
    const start = new vscode.Position(first.line, first.character);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
    await vscode.commands.executeCommand('editor.action.marker.next');
    return cancelled;
  }
  if (answer === undefined) return cancelled;
  if (answer === sendAll) ofRun.add('errors');
  await mistakes.add(mistake, answer === always);
  return 'proceed';
}

/** Returns the question about an objection, what explains it, and the button that sends nevertheless. */
function wordsOfRefusal(
  { kind, cause, losses: written, environment }: Objection,
  place: Endpoint | undefined,
  plan: RequestPlan,
): { readonly question: string; readonly detail: string; readonly action: string } {
  const label = redact(plan.label);
  // A dialog shows plain text.
  const losses = written.map((loss) => loss.replaceAll('`', '"'));
  switch (kind) {
    case 'problems':
      return {
        question: vscode.l10n.t('"{0}" was not sent: Rulebook does not understand a part of it.', label),
        detail: cause.split('; ').join('\n'),
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'protected':
      return {
        question: [
          environment === undefined
            ? vscode.l10n.t('Send "{0}" to the protected endpoint {1}?', label, place?.name ?? '')
            : vscode.l10n.t('Send "{0}" with the protected environment {1}?', label, environment),
          losses[0] ?? vscode.l10n.t('It changes data there.'),
        ].join(' '),
        detail: [...losses.slice(1), place?.baseUrl ?? ''].join('\n'),
        action: vscode.l10n.t('Send to {0}', place?.name ?? environment ?? ''),
      };
    case 'destructive':
      return {
        question: `${vscode.l10n.t('Send "{0}"?', label)} ${losses[0] ?? ''}`,
        detail: [
          ...losses.slice(1),
          ...(place ? [vscode.l10n.t('Endpoint: {0} ({1})', place.name, place.baseUrl)] : []),
        ].join('\n'),
        action: vscode.l10n.t('Send'),
      };
    case 'note':
      return {
        question: vscode.l10n.t('Send "{0}"?', label),
        detail: visibleLine(redact(plan.note ?? '')),
        action: vscode.l10n.t('Send'),
      };
    case 'unverified':
      return {
        question: vscode.l10n.t('Send "{0}" without verifying the certificate of the server?', label),
        detail: `${cause}.`,
        action: vscode.l10n.t('Send Unverified'),
      };
    case 'changed':
      return {
        question: vscode.l10n.t('The value of a variable changes "{0}". Send it anyway?', label),
        detail: cause.split('; ').map(asSentence).join('\n'),
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'unjudged':
      return {
        question: vscode.l10n.t('It could not be judged what "{0}" does with its values. Send it anyway?', label),
        detail: vscode.l10n.t(
          'The language server does not respond. Run "Rulebook: Restart Language Server" and send again.',
        ),
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'omitted':
      return {
        question: vscode.l10n.t('"{0}" was not sent: {1}.', label, cause),
        detail: '',
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'errors':
    case 'conflict':
    case 'no-endpoint':
      return { question: vscode.l10n.t('"{0}" was not sent: {1}.', label, cause), detail: '', action: '' };
  }
}

function keyOfEndpoint({ name, baseUrl }: Endpoint): string {
  return `${name}\n${baseUrl}`;
}

function storedIn(memento: vscode.Memento): readonly string[] {
  return memento.get<readonly string[]>(unaskedKey) ?? [];
}
