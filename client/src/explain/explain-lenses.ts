import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { sendCommand } from '../../../server/src/protocol';

/** The command that explains a request; its arguments are those of `rulebook.send`. */
export const explainCommand = 'rulebook.explain';

/** Puts "Explain" beside each "Send". The server says only where requests are, so a file of very many costs it nothing more. */
export const explainLenses: Pick<Middleware, 'provideCodeLenses'> = {
  provideCodeLenses: async (document, token, next) => {
    const lenses = await next(document, token);
    return lenses?.flatMap((lens) => (isSend(lens) ? [lens, explainLens(document, lens)] : [lens]));
  },
};

/** Lenses are resolved when they are seen. */
function isSend({ command }: vscode.CodeLens): boolean {
  return command === undefined || command.command === sendCommand;
}

function explainLens({ uri }: vscode.TextDocument, { range }: vscode.CodeLens): vscode.CodeLens {
  return new vscode.CodeLens(range, {
    title: 'Explain',
    tooltip: 'Show what the request would send and do. Nothing is sent.',
    command: explainCommand,
    arguments: [uri.toString(), range.start.line],
  });
}
