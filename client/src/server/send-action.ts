import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { sendCommand, silencingKind, type EndpointResult } from '../../../server/src/protocol';
import { isUnasked } from '../editing/asked-actions';
import { explainCommand } from '../explain/explain-lenses';
import { keyWithRightsCommand, showRightsCommand } from '../rights/rights-commands';

/** Asks the server where the request at a line goes. */
type EndpointAt = (document: vscode.Uri, line: number) => Promise<EndpointResult>;

// The action does not change the text, so it is neither a fix nor a refactoring.
const kind = vscode.CodeActionKind.Empty.append('rulebook.send');
const requestLine = /^\s*(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\S/i;

/** What is offered, in this order; each command takes the URI and the line of a request. */
const offered: readonly (readonly [title: string, command: string])[] = [
  [vscode.l10n.t('Send request'), sendCommand],
  [vscode.l10n.t('Explain request'), explainCommand],
  [vscode.l10n.t('Send request with those it depends on'), 'rulebook.sendWithDependencies'],
  [vscode.l10n.t('Send request to other endpoints…'), 'rulebook.sendTo'],
  [vscode.l10n.t('Copy request as…'), 'rulebook.copyAs'],
];
const ofRights: typeof offered = [
  [vscode.l10n.t('Rights that this file needs'), showRightsCommand],
  [vscode.l10n.t('Create a key with just these rights'), keyWithRightsCommand],
];

/**
 * Lists what can be done with a request between what the server offers to do with its text and what silences findings. A provider of its own would
 * be listed behind all of the server's.
 */
export function withSendActions(
  endpointAt: EndpointAt,
  inner: Pick<Middleware, 'provideCodeActions'>,
): Pick<Middleware, 'provideCodeActions'> {
  return {
    provideCodeActions: async (document, range, context, token, next) => {
      const [found, sending] = await Promise.all([
        inner.provideCodeActions?.(document, range, context, token, next),
        sendActions(endpointAt, document, range, context),
      ]);
      const isSilencing = (action: vscode.Command | vscode.CodeAction) =>
        'kind' in action && action.kind?.value === silencingKind;
      const actions = found ?? [];
      return [...actions.filter((one) => !isSilencing(one)), ...sending, ...actions.filter(isSilencing)];
    },
  };
}

async function sendActions(
  endpointAt: EndpointAt,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): Promise<readonly vscode.CodeAction[]> {
  const { languageId, uri } = document;
  if (languageId !== 'http' || !['file', 'untitled'].includes(uri.scheme)) return [];
  if (isUnasked(context, range) || context.only?.contains(kind) === false) return [];
  const { line } = range.start;
  if (!requestLine.test(document.lineAt(line).text)) return [];
  const { hasRights } = await endpointAt(uri, line);
  return [...offered, ...(hasRights ? ofRights : [])].map(([title, command]) => {
    const action = new vscode.CodeAction(title, kind);
    action.command = { title, command, arguments: [uri.toString(), line] };
    return action;
  });
}
