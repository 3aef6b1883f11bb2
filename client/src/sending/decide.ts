import * as vscode from 'vscode';
import {
  count,
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
  const always = place === undefined ? '' : `Never Ask for ${place.name}`;
  const all = `${action} All of This Run`;
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
        question: `"${label}" was not sent: Rulebook does not understand a part of it.`,
        detail: reason.split('; ').join('\n'),
        action: 'Send Anyway',
      };
    case 'errors':
      return {
        question: `"${label}" has ${count(plan.errors, 'error')}. Send it anyway?`,
        detail: 'The service will probably refuse the request, or do something that you do not intend.',
        action: 'Send Anyway',
      };
    case 'protected':
      return {
        question: `Send "${label}" to the protected endpoint ${place?.name ?? ''}? ${losses[0] ?? 'It changes data there.'}`,
        detail: [...losses.slice(1), place?.baseUrl ?? ''].join('\n'),
        action: `Send to ${place?.name ?? 'It'}`,
      };
    case 'destructive':
      return {
        question: `Send "${label}"? ${losses[0] ?? ''}`,
        detail: [...losses.slice(1), ...(place ? [`Endpoint: ${place.name} (${place.baseUrl})`] : [])].join('\n'),
        action: 'Send',
      };
    case 'note':
      return { question: `Send "${label}"?`, detail: visibleLine(redact(plan.note ?? '')), action: 'Send' };
    case 'unverified':
      return {
        question: `Send "${label}" without verifying the certificate of the server?`,
        detail: `${reason}.`,
        action: 'Send Unverified',
      };
    case 'omitted':
      return { question: `"${label}" was not sent: ${reason}.`, detail: '', action: 'Send Anyway' };
    case 'conflict':
    case 'no-endpoint':
      return { question: `"${label}" was not sent: ${reason}.`, detail: '', action: '' };
  }
}

function keyOf({ name, baseUrl }: Endpoint): string {
  return `${name}\n${baseUrl}`;
}

function storedIn(memento: vscode.Memento): readonly string[] {
  return memento.get<readonly string[]>(unaskedKey) ?? [];
}
