import { refused } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import {
  createReferencedSecrets,
  secretCommandsOf,
  type ReferencedSecrets,
} from '@rulebook/node/credentials/secret-commands';

/** Returns what resolves references to secrets in this window, by the commands of the user's own settings. */
export function createReferences(): ReferencedSecrets {
  return createReferencedSecrets(() => {
    // Never of a folder or a workspace, whoever wrote its settings.
    const value = vscode.workspace.getConfiguration('rulebook').inspect<unknown>('secretCommands')?.globalValue ?? {};
    const commands = secretCommandsOf(value);
    return commands === undefined
      ? refused(vscode.l10n.t('the setting `rulebook.secretCommands` does not name commands; correct it'))
      : { commands };
  });
}
