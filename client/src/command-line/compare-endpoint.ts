import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { MarkdownPages } from '../pages/markdown-pages';
import type { SendServices } from '../sending/send-services';
import { linked, nameOfTarget, pathInFolder } from './compared-paths';
import { asBlock } from './report-text';
import { runCommand, showFailure } from './run-command';

/** The command that compares what files declare with what an endpoint has. */
export const compareCommand = 'rulebook.compareWithEndpoint';

/** The code of a command that has found differences. */
const differs = 1;

/** What is compared. */
export interface Compared {
  /** Its `rulebook.json` counts. */
  readonly folder: vscode.Uri;
  /** A file or a folder in it. */
  readonly target: vscode.Uri;
  readonly endpoint: Endpoint;
}

/** Shows what a file or a folder would change at an endpoint, and offers to send it. Only GET requests are sent. */
export async function compareWithEndpoint(
  services: SendServices,
  pages: MarkdownPages,
  compared: Compared,
): Promise<void> {
  const { folder, target, endpoint } = compared;
  const { name } = endpoint;
  const result = await runCommand(services, {
    ...{ folder, endpoint, args: argsOf('plan', services, compared, ['--format', 'markdown']) },
    title: vscode.l10n.t('Comparing with {0}…', name),
  });
  if (result === undefined) return;
  if (result.output === '') {
    await showFailure(result);
    return;
  }
  await pages.show(vscode.l10n.t('{0} and {1}', nameOfTarget(target), name), linked(result.output, folder));
  if (result.code !== differs) return;
  const apply = vscode.l10n.t('Apply…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} has something else than {1} says.', name, nameOfTarget(target)),
    apply,
  );
  if (answer === apply) await applyToEndpoint(services, pages, compared);
}

/** Rehearses in a sandbox what makes an endpoint have what files say, asks, and sends it. */
async function applyToEndpoint(services: SendServices, pages: MarkdownPages, compared: Compared): Promise<void> {
  const { folder, target, endpoint } = compared;
  const { name } = endpoint;
  const page = vscode.l10n.t('Apply {0} to {1}', nameOfTarget(target), name);
  const show = (text: string) => pages.show(page, `## ${page}\n\n${asBlock(text)}`);
  // Who answers the question has read that it is protected.
  const more = ['--ask-parent', ...(endpoint.protected === true ? ['--send-anyway'] : [])];
  const result = await runCommand(services, {
    ...{ folder, endpoint, args: argsOf('apply', services, compared, more) },
    title: vscode.l10n.t('Rehearsing in a sandbox, and then asking…'),
    ask: async (question, output) => {
      await show(output);
      const send = vscode.l10n.t('Send');
      const detail = endpoint.protected === true ? [vscode.l10n.t('The endpoint {0} is protected.', name)] : [];
      const undone = vscode.l10n.t('What undoes it is written to a file first.');
      const answer = await vscode.window.showWarningMessage(
        question,
        { modal: true, detail: [...detail, undone].join(' ') },
        send,
      );
      return answer === send;
    },
  });
  if (result === undefined) return;
  await show(result.all);
  if (result.code !== 0) {
    await showFailure(result);
    return;
  }
  const undoFile = /^Undo it with: rulebook undo (.+)$/m.exec(result.output)?.[1];
  if (undoFile === undefined) return;
  const open = vscode.l10n.t('Open Undo File');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('It was sent. To take it back, compare {0} with {1}, and apply it.', undoFile, name),
    open,
  );
  if (answer === open) await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, undoFile));
}

function argsOf(
  command: 'plan' | 'apply',
  { environments }: SendServices,
  { folder, target, endpoint }: Compared,
  more: readonly string[],
): readonly string[] {
  const environment = environments.current(target);
  const chosen = environment === undefined ? [] : ['--env', environment];
  return [command, '--endpoint', endpoint.name, ...chosen, ...more, '--', pathInFolder(target, folder)];
}
