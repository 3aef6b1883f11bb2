import * as vscode from 'vscode';

/** Returns what shows the log of scripts in a channel of its own, which is created by the first line; nothing in it is a secret. */
export function createScriptLog(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
): (label: string, lines: readonly string[]) => void {
  let channel: vscode.OutputChannel | undefined;
  return (label, lines) => {
    if (channel === undefined) {
      channel = vscode.window.createOutputChannel(vscode.l10n.t('Rulebook Scripts'));
      context.subscriptions.push(channel);
    }
    channel.appendLine(label);
    for (const line of lines) channel.appendLine(`  ${line.replaceAll('\n', '\n  ')}`);
  };
}
