import * as vscode from 'vscode';
import {
  redact,
  visibleLine,
  type Decision,
  type Endpoint,
  type Refusal,
  type RequestPlan,
} from '../../../engine/src/index';

/** What the user has agreed to for all requests of a run, and for good. */
export interface Agreements {
  /** The kinds of reasons that do not stop this run any more. */
  readonly ofRun: Set<Refusal['kind']>;
  /** Whether the run has more than this request. */
  readonly isRun: boolean;
  /** The endpoints, by name and base URL, at which losses are not asked about. */
  readonly unasked: vscode.Memento;
}

const unaskedKey = 'rulebook.losesUnasked';

/** Asks the user about a reason not to send a request. */
export async function decide(
  refusal: Refusal,
  place: Endpoint | undefined,
  plan: RequestPlan,
  agreements: Agreements,
): Promise<Decision> {
  // A run leaves such a request out.
  if (refusal.kind === 'omitted' && agreements.isRun) return { problem: refusal.reason };
  // A note is about its own request.
  if (refusal.kind !== 'note' && agreements.ofRun.has(refusal.kind)) return 'proceed';
  const { question, detail, action } = wordsOf(refusal, place, plan);
  if (!refusal.mayProceed) {
    void vscode.window.showErrorMessage(question, { modal: refusal.kind === 'problems', detail });
    return {};
  }
  const unasked = refusal.kind === 'destructive' && place !== undefined ? keyOf(place) : undefined;
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
  return answer === undefined ? {} : 'proceed';
}

/** Returns the question about a reason, what explains it, and the button that sends all the same. */
function wordsOf(
  { kind, reason, losses: written }: Refusal,
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
        detail: reason.split('; ').join('\n'),
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'errors':
      return {
        question:
          plan.errors === 1
            ? vscode.l10n.t('"{0}" has 1 error. Send it anyway?', label)
            : vscode.l10n.t('"{0}" has {1} errors. Send it anyway?', label, plan.errors),
        detail: vscode.l10n.t('The service will probably refuse the request, or do something that you do not intend.'),
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'protected':
      return {
        question: [
          vscode.l10n.t('Send "{0}" to the protected endpoint {1}?', label, place?.name ?? ''),
          losses[0] ?? vscode.l10n.t('It changes data there.'),
        ].join(' '),
        detail: [...losses.slice(1), place?.baseUrl ?? ''].join('\n'),
        action: vscode.l10n.t('Send to {0}', place?.name ?? ''),
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
        detail: `${reason}.`,
        action: vscode.l10n.t('Send Unverified'),
      };
    case 'omitted':
      return {
        question: vscode.l10n.t('"{0}" was not sent: {1}.', label, reason),
        detail: '',
        action: vscode.l10n.t('Send Anyway'),
      };
    case 'conflict':
    case 'no-endpoint':
      return { question: vscode.l10n.t('"{0}" was not sent: {1}.', label, reason), detail: '', action: '' };
  }
}

function keyOf({ name, baseUrl }: Endpoint): string {
  return `${name}\n${baseUrl}`;
}

function storedIn(memento: vscode.Memento): readonly string[] {
  return memento.get<readonly string[]>(unaskedKey) ?? [];
}
