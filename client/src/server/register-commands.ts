import * as vscode from 'vscode';
import { framesOf } from '@rulebook/text';
import type { Commands } from '../ports/commands';

/** Registers commands; one that fails unexpectedly says so, and where to look. */
export function registerCommands(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: Commands,
): void {
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(
      vscode.commands.registerCommand(name, async (...args: readonly unknown[]) => {
        try {
          await run(...args);
        } catch (error) {
          // The message of an unexpected error may quote anything, so only its kind and its position are logged.
          log.error(`${name} failed.\n${framesOf(error)}`);
          void vscode.window.showErrorMessage(
            vscode.l10n.t('The command {0} failed unexpectedly. Run "Rulebook: Show Log" for details.', name),
          );
        }
      }),
    );
  }
}
