import * as vscode from 'vscode';
import { redact } from '@rulebook/catalogue/masking';
import { describeSize } from '@rulebook/sender/response';
import { pathOfTarget } from '../editing/locate-request';
import type { Exchange } from './kept-responses';
import { renderForComparison } from './render-response';
import type { ResponseView } from './show-response';

/** Which request a response belongs to, and when it came. */
export interface RequestKey {
  readonly method: string;
  /** As written, with secrets masked. */
  readonly path: string;
  readonly uri: string;
  readonly time: number;
}

/** What a comparison takes responses from. */
export interface CompareServices {
  readonly responses: ResponseView;
  /** Returns the earlier responses of the same request in the history, the newest first. */
  readonly earlier: (key: RequestKey) => Promise<readonly Exchange[]>;
}

/** Returns which request the response of an exchange belongs to. */
export function keyOfExchange({ plan, secrets, source, time }: Exchange): RequestKey {
  return { method: plan.method, path: redact(pathOfTarget(plan.target), secrets), uri: source.uri, time };
}

/** Returns whether two responses are of the same request. */
export function isSameRequest(one: Omit<RequestKey, 'time'>, other: Omit<RequestKey, 'time'>): boolean {
  return one.method === other.method && one.path === other.path && one.uri === other.uri;
}

/** Shows a response next to the one that the same request received before. */
export async function compareWithLast(services: CompareServices, exchange: Exchange, uri: string): Promise<void> {
  const [last] = await earlierResponses(services, exchange);
  if (last === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This request has no earlier response, neither in this window nor in the history.'),
    );
    return;
  }
  await showComparison(services.responses, last, exchange, `${labelOf(last)} ↔ ${nameOfDocument(uri)}`);
}

/** Asks for the response to compare with; earlier ones of the same request come first. */
export async function compareWithAnother(services: CompareServices, exchange: Exchange, uri: string): Promise<void> {
  const earlier = await earlierResponses(services, exchange);
  const others = services.responses.all().flatMap(({ uri: other, answer }) => {
    const shown = answer.exchange;
    if (shown === undefined || other === uri || earlier.some(({ time }) => time === shown.time)) return [];
    return [{ ...itemOf(nameOfDocument(other), shown), exchange: shown }];
  });
  const items = [
    ...(earlier.length === 0 ? [] : [separator(vscode.l10n.t('The same request'))]),
    ...earlier.map((one) => ({ ...itemOf(labelOf(one), one), exchange: one })),
    ...(others.length === 0 ? [] : [separator(vscode.l10n.t('Other responses'))]),
    ...others,
  ];
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no other response to compare with. Send this or another request first.'),
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly exchange?: Exchange }>(items, {
    title: vscode.l10n.t('Compare Response with'),
    placeHolder: vscode.l10n.t('Choose the other response'),
    matchOnDescription: true,
  });
  if (chosen?.exchange === undefined) return;
  await showComparison(services.responses, chosen.exchange, exchange, `${chosen.label} ↔ ${nameOfDocument(uri)}`);
}

/** Shows the differences between two responses. */
export async function showComparison(
  responses: ResponseView,
  left: Exchange,
  right: Exchange,
  title: string,
): Promise<void> {
  const sides = [left, right].map((side) => responses.addText(side.label, renderForComparison(side)));
  for (const side of sides) {
    await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(side), 'http');
  }
  // A tab of its own: a response that is only previewed would lose its tab to the comparison.
  await vscode.commands.executeCommand('vscode.diff', sides[0], sides[1], title, { preview: false });
}

/** A response of this window comes before its entry in the history, which holds less of a long body. */
async function earlierResponses(
  { responses, earlier }: CompareServices,
  exchange: Exchange,
): Promise<readonly Exchange[]> {
  const key = keyOfExchange(exchange);
  const open = responses.all().flatMap(({ answer: { exchange: one } }) => {
    if (one === undefined || one.kept !== undefined || one.time >= key.time) return [];
    return isSameRequest(keyOfExchange(one), key) ? [one] : [];
  });
  const kept = (await earlier(key)).filter(({ time }) => !open.some((one) => one.time === time));
  return [...open, ...kept].sort((a, b) => b.time - a.time);
}

function separator(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function labelOf({ label, time }: Exchange): string {
  return `${label} (${new Date(time).toLocaleTimeString()})`;
}

function nameOfDocument(uri: string): string {
  return vscode.Uri.parse(uri)
    .path.slice(1)
    .replace(/\.\w+$/, '');
}

function itemOf(label: string, { response, endpoint, environment }: Exchange): vscode.QuickPickItem {
  const { status, statusText, size } = response;
  const parts = [`${status} ${statusText}`.trimEnd(), describeSize(size), environment, endpoint];
  return { label, description: parts.filter((part) => part !== undefined).join(' · ') };
}
