import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { sendCommand } from '../../../server/src/protocol';

/** The command that explains a request; its arguments are those of `rulebook.send`. */
export const explainCommand = 'rulebook.explain';

/** The lenses "Explain" that are not resolved yet, with what they explain. */
const places = new WeakMap<vscode.CodeLens, vscode.Uri>();

/**
 * Puts "Explain" next to each "Send". The server says only where requests are, so a file of very many costs it nothing more. Both are resolved
 * when they are seen, so that none of them is shown without the other.
 */
export const explainLenses: Pick<Middleware, 'provideCodeLenses' | 'resolveCodeLens'> = {
  provideCodeLenses: async (document, token, next) => {
    const lenses = await next(document, token);
    return lenses?.flatMap((lens) => (isSend(lens) ? [lens, explainLens(document, lens)] : [lens]));
  },
  resolveCodeLens: (lens, token, next) => {
    const uri = places.get(lens);
    if (uri === undefined) return next(lens, token);
    lens.command = {
      title: vscode.l10n.t('Explain'),
      tooltip: vscode.l10n.t('Show what the request would send and do. Nothing is sent.'),
      command: explainCommand,
      arguments: [uri.toString(), lens.range.start.line],
    };
    return lens;
  },
};

/** Lenses are resolved when they are seen. */
function isSend({ command }: vscode.CodeLens): boolean {
  return command === undefined || command.command === sendCommand;
}

function explainLens({ uri }: vscode.TextDocument, { range }: vscode.CodeLens): vscode.CodeLens {
  const lens = new vscode.CodeLens(range);
  places.set(lens, uri);
  return lens;
}
