import * as vscode from 'vscode';
import { sendCommand } from '../../../server/src/protocol';
import { explainCommand } from '../explain/explain-lenses';

// The action does not change the text, so it is neither a fix nor a refactoring.
const kind = vscode.CodeActionKind.Empty.append('rulebook.send');
const requestLine = /^\s*(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\S/i;

/** Registers the code actions "Send request" and "Explain request", offered on request lines. */
export function createSendAction(): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    [
      { language: 'http', scheme: 'file' },
      { language: 'http', scheme: 'untitled' },
    ],
    {
      provideCodeActions: (document, range) => {
        if (!requestLine.test(document.lineAt(range.start.line).text)) return [];
        const action = new vscode.CodeAction('Send request', kind);
        action.command = {
          title: 'Send request',
          command: sendCommand,
          arguments: [document.uri.toString(), range.start.line],
        };
        const explain = new vscode.CodeAction('Explain request', kind);
        explain.command = { ...action.command, title: 'Explain request', command: explainCommand };
        return [action, explain];
      },
    },
    { providedCodeActionKinds: [kind] },
  );
}
