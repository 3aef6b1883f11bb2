import * as vscode from 'vscode';
import {
  convertEnvironments,
  environmentsInTable,
  isIgnoredBy,
  privateFile,
  withIgnored,
} from '@rulebook/request-file/environments';
import { textsOfEnvironments } from '../configuration/add-environment';
import { isRepository, textOfFile, writeTexts } from '../editing/workspace-texts';

/** Writes the environments of REST Client's setting into environment files of a folder, after the user has agreed. */
export async function convertRestClientEnvironments(): Promise<void> {
  const folder = await pickFolder();
  if (folder === undefined) return;
  const setting = vscode.workspace.getConfiguration('rest-client', folder).get<unknown>('environmentVariables');
  const added = environmentsInTable(setting);
  if (added.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The setting rest-client.environmentVariables holds no variable, so there is nothing to convert.'),
    );
    return;
  }
  const texts = await textsOfEnvironments(folder);
  const converted = convertEnvironments(added, texts);
  if ('cause' in converted) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} cannot be edited: {1}. Correct it and convert again.', converted.name, converted.cause),
    );
    return;
  }
  const { conflicts } = converted;
  const files = converted.files.map(({ name, text }) => ({ name, text, former: texts[name] }));
  if (files.length === 0) {
    report(conflicts, vscode.l10n.t('The environment files hold all variables already.'));
    return;
  }
  if (files.some(({ name }) => name === privateFile)) {
    const former = await textOfFile(vscode.Uri.joinPath(folder, '.gitignore'));
    if (isIgnoredBy(former ?? '', privateFile) !== true && (former !== undefined || (await isRepository(folder))))
      files.unshift({ name: '.gitignore', text: withIgnored(former, privateFile), former });
  }
  const about = new Map(converted.files.map((file) => [file.name, aboutFile(file.name, file.added)]));
  const detail = files
    .map(({ name }) => about.get(name) ?? vscode.l10n.t('{0}: a line for {1}', name, privateFile))
    .join('\n');
  const question = vscode.l10n.t(
    "Write the variables of REST Client's environments into these files? What is there is kept.",
  );
  const button = vscode.l10n.t('Write Files');
  if ((await vscode.window.showInformationMessage(question, { modal: true, detail }, button)) !== button) return;
  if (!(await writeTexts(folder, files))) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Not all environment files could be written. Look at them and convert again.'),
    );
    return;
  }
  const variables = converted.files.reduce((sum, file) => sum + file.added, 0);
  const [first = '', second] = converted.files.map(({ name }) => name);
  report(conflicts, doneText(variables, first, second));
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Open the folder of your request files first.'));
    return undefined;
  }
  if (folders.length === 1) return folders[0]?.uri;
  const picked = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('Choose the folder of the environments'),
  });
  return picked?.uri;
}

function report(conflicts: readonly string[], done: string): void {
  if (conflicts.length === 0) {
    void vscode.window.showInformationMessage(done);
    return;
  }
  const shown = conflicts.slice(0, 5).join(', ');
  void vscode.window.showWarningMessage(`${done} ${keptText(shown, conflicts.length - 5)}`);
}

function aboutFile(name: string, added: number): string {
  return added === 1 ? vscode.l10n.t('{0}: 1 variable', name) : vscode.l10n.t('{0}: {1} variables', name, added);
}

function doneText(variables: number, first: string, second: string | undefined): string {
  if (second === undefined)
    return variables === 1
      ? vscode.l10n.t('1 variable added to {0}.', first)
      : vscode.l10n.t('{0} variables added to {1}.', variables, first);
  return vscode.l10n.t('{0} variables added to {1} and {2}.', variables, first, second);
}

function keptText(shown: string, others: number): string {
  if (others <= 0) return vscode.l10n.t('These have another value there, which stays: {0}.', shown);
  return others === 1
    ? vscode.l10n.t('These have another value there, which stays: {0} and 1 other.', shown)
    : vscode.l10n.t('These have another value there, which stays: {0} and {1} others.', shown, others);
}
