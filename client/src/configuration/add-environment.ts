import * as vscode from 'vscode';
import {
  convertEnvironments,
  isIgnoredBy,
  privateFile,
  sharedEnvironment,
  sharedFile,
  withIgnored,
  type AddedVariable,
} from '@rulebook/request-file/environments';
import { configurationFolder } from './configuration';
import { endpointOrEnvironment } from './endpoint-or-environment';
import type { Environments } from './environments';
import { isRepository, textOfFile, writeTexts, type ChangedFile } from '../editing/workspace-texts';
import { problemOfUrl } from './add-endpoint';
import { meantUrl } from './base-url';
import { folderToWrite } from './write-configuration';

/** The name of the variable with the base URL of an environment. */
const urlVariable = 'baseUrl';

/** Asks for an environment step by step, and writes it into the environment files; returns its name. */
export async function addEnvironment(
  environments: Environments,
  document: vscode.Uri | undefined,
): Promise<string | undefined> {
  const folder = folderOfEnvironments(environments, document);
  if (folder === undefined) return undefined;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Environment: Name'),
    prompt: `${vscode.l10n.t('For example dev, test or prod.')} ${endpointOrEnvironment()}`,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[^\s$"\\][^"\\\r\n]*$/.test(text) ? undefined : vscode.l10n.t('Enter a name that does not begin with "$".'),
  });
  if (name === undefined) return undefined;
  const url = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Environment: URL'),
    prompt: vscode.l10n.t('Requests use it as {0}.', `{{${urlVariable}}}`),
    value: 'https://',
    valueSelection: [8, 8],
    ignoreFocusOut: true,
    validateInput: problemOfUrl,
  });
  if (url === undefined) return undefined;
  const token = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Environment: Token'),
    prompt: vscode.l10n.t(
      'Requests use it as {0}. It is written into {1}, which Git ignores. Leave the box empty for none.',
      '{{token}}',
      privateFile,
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined) return undefined;
  const added = [
    { environment: name, name: urlVariable, value: meantUrl(url) },
    ...(token === '' ? [] : [{ environment: name, name: 'token', value: token }]),
  ];
  if (!(await writeVariables(folder, added))) return undefined;
  const select = vscode.l10n.t('Select Environment');
  const open = vscode.l10n.t('Open {0}', sharedFile);
  void vscode.window
    .showInformationMessage(vscode.l10n.t('The environment {0} is in {1}.', name, sharedFile), select, open)
    .then((answer) => {
      if (answer === select) void vscode.commands.executeCommand('rulebook.selectEnvironment');
      if (answer === open) void vscode.window.showTextDocument(vscode.Uri.joinPath(folder, sharedFile));
    });
  return name;
}

/** Writes the value of a variable into the chosen environment of a document, or into what holds for all; returns whether that was possible. */
export async function keepVariable(
  environments: Environments,
  document: vscode.Uri,
  { name, value }: Pick<AddedVariable, 'name' | 'value'>,
): Promise<boolean> {
  const folder = folderOfEnvironments(environments, document);
  if (folder === undefined) return false;
  const environment = environments.current(document) ?? sharedEnvironment;
  return writeVariables(folder, [{ environment, name, value }]);
}

/** Returns the folder of the nearest environment file of a document, or else of its workspace. */
function folderOfEnvironments(environments: Environments, document: vscode.Uri | undefined): vscode.Uri | undefined {
  const [path] = environments
    .of(document)
    .entries.flatMap((entry) => (entry.origin === 'http-client' && entry.path !== undefined ? [entry.path] : []));
  const near = path === undefined || document === undefined ? undefined : uriOf(path, document);
  return near === undefined ? folderToWrite(configurationFolder(document)) : vscode.Uri.joinPath(near, '..');
}

/** The path of an environment file is one of this machine, or a URI. */
function uriOf(path: string, document: vscode.Uri): vscode.Uri {
  if (/^[a-z][a-z\d+.-]+:\//i.test(path)) return vscode.Uri.parse(path);
  return document.with({ path: vscode.Uri.file(path).path });
}

/** Returns the texts of the environment files of a folder, by their names. */
export async function textsOfEnvironments(folder: vscode.Uri): Promise<Readonly<Record<string, string | undefined>>> {
  return {
    [sharedFile]: await textOfFile(vscode.Uri.joinPath(folder, sharedFile)),
    [privateFile]: await textOfFile(vscode.Uri.joinPath(folder, privateFile)),
  };
}

/** Adds variables to the environment files of a folder, those with secret names to the private one, which Git is made to ignore. */
export async function writeVariables(folder: vscode.Uri, added: readonly AddedVariable[]): Promise<boolean> {
  const texts = await textsOfEnvironments(folder);
  const converted = convertEnvironments(added, texts);
  if ('cause' in converted) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} cannot be edited: {1}. Correct it and try again.', converted.name, converted.cause),
    );
    return false;
  }
  if (converted.conflicts.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('These have another value there, which stays: {0}.', converted.conflicts.join(', ')),
    );
    if (converted.files.length === 0) return false;
  }
  const files: ChangedFile[] = converted.files.map(({ name, text }) => ({ name, text, former: texts[name] }));
  if (files.some(({ name }) => name === privateFile)) {
    const former = await textOfFile(vscode.Uri.joinPath(folder, '.gitignore'));
    if (isIgnoredBy(former ?? '', privateFile) !== true && (former !== undefined || (await isRepository(folder))))
      files.unshift({ name: '.gitignore', text: withIgnored(former, privateFile), former });
  }
  if (await writeTexts(folder, files)) return true;
  void vscode.window.showErrorMessage(
    vscode.l10n.t('Not all environment files could be written. Look at them and try again.'),
  );
  return false;
}
