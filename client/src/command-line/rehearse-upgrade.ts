import * as vscode from 'vscode';
import type { MarkdownPages } from '../pages/markdown-pages';
import type { SendServices } from '../sending/send-services';
import { linked, nameOfTarget, pathInFolder } from './compared-paths';
import { runCommand, showFailure } from './run-command';

/** The command that checks files as if their endpoints had another version, and plays their requests in both. */
export const rehearseCommand = 'rulebook.rehearseUpgrade';

/** The last version that was rehearsed in this workspace. */
const lastKey = 'rulebook.rehearsedVersion';

/** Asks for a version, and shows what it changes for a file or a folder. Nothing is sent to an endpoint. */
export async function rehearseUpgrade(
  services: SendServices,
  pages: MarkdownPages,
  { folder, target }: { readonly folder: vscode.Uri; readonly target: vscode.Uri },
): Promise<void> {
  const { choices, environments } = services;
  const title = vscode.l10n.t('Rehearse an Upgrade of {0}', nameOfTarget(target));
  const written = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'A product and its version, for example es@9.5 or github@next. Requests are checked and played as if it were there; nothing is sent.',
    ),
    value: choices.get<string>(lastKey) ?? '',
    placeHolder: 'es@9.5',
    validateInput: (text) =>
      text.trim() === '' || /^[^@\s-][^@\s]*@\S+$/.test(text.trim())
        ? undefined
        : vscode.l10n.t(
            'Write a product, @ and a version, such as es@9.5. For a service of your own, use "Rulebook: Try Another Version…".',
          ),
  });
  const release = written?.trim() ?? '';
  if (release === '') return;
  const environment = environments.current(target);
  const chosen = environment === undefined ? [] : ['--env', environment];
  const result = await runCommand(services, {
    ...{ folder, title: vscode.l10n.t('Rehearsing {0}…', release) },
    args: ['check', '--as', release, ...chosen, '--format', 'markdown', '--', pathInFolder(target, folder)],
  });
  if (result === undefined) return;
  if (result.output === '') {
    await showFailure(result);
    return;
  }
  await choices.update(lastKey, release);
  await pages.show(vscode.l10n.t('{0} as {1}', nameOfTarget(target), release), linked(result.output, folder));
}
