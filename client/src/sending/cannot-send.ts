import * as vscode from 'vscode';
import type { MachinePorts } from '../ports/ports';
import type { Commands } from '../ports/commands';

/** The commands that connect to a service or to the sandbox. */
const connecting: readonly string[] = [
  'rulebook.send',
  'rulebook.sendAll',
  'rulebook.sendBody',
  'rulebook.sendWithDependencies',
  'rulebook.sendSequence',
  'rulebook.sendTo',
  'rulebook.rerunLast',
  'rulebook.sendResponseAgain',
  'rulebook.sendHistoryAgain',
  'rulebook.nextPage',
  'rulebook.previousPage',
  'rulebook.fetchAllPages',
  'rulebook.pullRequests',
  'rulebook.compareWithEndpoint',
  'rulebook.startSandbox',
  'rulebook.stopSandbox',
  'rulebook.resetSandbox',
  'rulebook.moveSandboxClock',
  'rulebook.raiseSandboxEvent',
  'rulebook.addSandboxFault',
  'rulebook.clearSandboxFaults',
  'rulebook.openResource',
  'rulebook.refreshResources',
  'rulebook.sendResourceRequest',
  'rulebook.showDeliveries',
  'rulebook.redeliver',
];
/** Those for the request with the cursor. */
const ofRequest: readonly string[] = ['rulebook.send', 'rulebook.sendWithDependencies', 'rulebook.sendTo'];
/** The command of VS Code for the web that opens the folder elsewhere, on a desktop or in a codespace. */
const continueElsewhere = 'workbench.editSessions.actions.continueEditSession';

/** Returns what stands for the commands that connect, where nothing can be sent: each says so, and offers what to do instead. */
export function explainingCommands(
  { cannotSend }: Pick<MachinePorts, 'cannotSend'>,
  commands: Commands,
  extension: vscode.Uri,
): Commands {
  if (cannotSend === undefined) return {};
  const { 'rulebook.copyAs': copyAs } = commands;
  return Object.fromEntries(
    connecting
      .filter((name) => Object.hasOwn(commands, name))
      .map((name) => [
        name,
        async (...args: readonly unknown[]) => {
          await explain(cannotSend, extension, ofRequest.includes(name) ? () => copyAs?.(...args) : undefined);
        },
      ]),
  );
}

/** Returns whether nothing can be sent from here; says so then. */
export async function isRefusedHere({ cannotSend }: Pick<MachinePorts, 'cannotSend'>): Promise<boolean> {
  if (cannotSend === undefined) return false;
  await vscode.window.showWarningMessage(cannotSend);
  return true;
}

async function explain(why: string, extension: vscode.Uri, copyRequest: (() => unknown) | undefined): Promise<void> {
  const copy = vscode.l10n.t('Copy Request As…');
  const open = vscode.l10n.t('Continue Working On…');
  const learn = vscode.l10n.t('Learn More');
  const canContinue = (await vscode.commands.getCommands()).includes(continueElsewhere);
  const offered = [...(copyRequest ? [copy] : []), ...(canContinue ? [open] : []), learn];
  const answer = await vscode.window.showWarningMessage(why, ...offered);
  if (answer === copy) await copyRequest?.();
  else if (answer === open) await vscode.commands.executeCommand(continueElsewhere);
  else if (answer === learn) await vscode.commands.executeCommand('markdown.showPreview', pageOf(extension));
}

function pageOf(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'docs/web.md');
}
