import * as vscode from 'vscode';
import { sendCommand } from '../../../server/src/protocol';
import type { RunningServer } from './start-server';
import { isUnasked } from '../editing/asked-actions';
import { explainCommand } from '../explain/explain-lenses';
import { keyWithRightsCommand, showRightsCommand } from '../rights/rights-commands';

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

/** Registers the code actions that do something with a request, offered on request lines. */
export function createSendAction(endpointAt: RunningServer['endpointAt']): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    [
      { language: 'http', scheme: 'file' },
      { language: 'http', scheme: 'untitled' },
    ],
    {
      provideCodeActions: async (document, range, context) => {
        if (isUnasked(context, range) || !requestLine.test(document.lineAt(range.start.line).text)) return [];
        const { hasRights } = await endpointAt(document.uri, range.start.line);
        return [...offered, ...(hasRights ? ofRights : [])].map(([title, command]) => {
          const action = new vscode.CodeAction(title, kind);
          action.command = { title, command, arguments: [document.uri.toString(), range.start.line] };
          return action;
        });
      },
    },
    { providedCodeActionKinds: [kind] },
  );
}
