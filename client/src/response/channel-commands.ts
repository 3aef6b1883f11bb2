import * as vscode from 'vscode';
import type { OpenChannel } from '@rulebook/sender/plan';
import { responseScheme } from '../editing/our-schemes';
import type { ResponseView } from './show-response';

/** Returns the commands for an open WebSocket connection: that of the active response, or the latest one. */
export function channelCommands(
  responses: Pick<ResponseView, 'find'>,
): Readonly<Record<string, (uri?: unknown) => unknown>> {
  const withChannel = (run: (channel: OpenChannel) => unknown) => (uri?: unknown) => {
    const channel = responses.find(uri, (answer) => answer.channel !== undefined)?.answer.channel;
    if (channel !== undefined) return run(channel);
    void vscode.window.showInformationMessage(vscode.l10n.t('No connection is open. Send a WebSocket request first.'));
    return undefined;
  };
  return {
    'rulebook.sendMessage': withChannel(async (channel) => {
      const text = selectedText() ?? (await vscode.window.showInputBox({ prompt: vscode.l10n.t('Message') }));
      if (text === undefined || channel.send(text)) return;
      void vscode.window.showWarningMessage(
        vscode.l10n.t('The message was not sent: the connection is closed. Send the request again.'),
      );
    }),
    'rulebook.closeConnection': withChannel((channel) => {
      channel.close();
    }),
  };
}

/** Returns what is selected outside of responses. */
function selectedText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty || editor.document.uri.scheme === responseScheme)
    return undefined;
  return editor.document.getText(editor.selection);
}
