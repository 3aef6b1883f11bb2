import * as vscode from 'vscode';
import { listedNames } from '../editing/word-lists';
import { isOurScheme } from '../editing/our-schemes';

/** Another extension that shows a lens to send above each request. */
interface Neighbour {
  readonly id: string;
  readonly name: string;
  /** The setting that switches its lens off, and what to write there, given what the user has written. */
  readonly section: string;
  readonly setting: string;
  readonly off: (former: unknown) => unknown;
}

const neighbours: readonly Neighbour[] = [
  {
    id: 'humao.rest-client',
    name: 'REST Client',
    section: 'rest-client',
    setting: 'enableSendRequestCodeLens',
    off: () => false,
  },
  {
    id: 'anweber.vscode-httpyac',
    name: 'httpYac',
    section: 'httpyac',
    setting: 'codelens',
    off: (former) => ({ ...(typeof former === 'object' && former), send: false }),
  },
];

const askedKey = 'rulebook.hasAskedAboutLenses';

/**
 * Asks once who shows the lens above requests, when the first request file is on the screen and another extension shows one too.
 * Whoever has set `rulebook.codeLens` has answered already.
 */
export function askAboutLenses(state: vscode.Memento, log: vscode.LogOutputChannel): vscode.Disposable {
  let isAsking = false;
  const look = async (editor: vscode.TextEditor | undefined) => {
    if (isAsking || editor === undefined || !isRequestFile(editor.document) || state.get(askedKey) === true) return;
    const present = neighbours.filter(({ id }) => vscode.extensions.getExtension(id) !== undefined);
    if (present.length === 0 || hasChosen()) return;
    isAsking = true;
    await state.update(askedKey, true);
    subscription.dispose();
    await ask(present, log);
  };
  const subscription = vscode.window.onDidChangeActiveTextEditor((editor) => void look(editor));
  void look(vscode.window.activeTextEditor);
  return subscription;
}

async function ask(present: readonly Neighbour[], log: vscode.LogOutputChannel): Promise<void> {
  const names = listedNames(present.map(({ name }) => name));
  const choices = {
    ours: 'Rulebook',
    theirs: names,
    both: present.length === 1 ? vscode.l10n.t('Both') : vscode.l10n.t('All'),
  };
  const settings = ['rulebook.codeLens', ...present.map(({ section, setting }) => `${section}.${setting}`)];
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Rulebook and {0} show links above requests. Which extension shows them? You can change this later in the settings {1}.',
      names,
      listedNames(settings),
    ),
    ...Object.values(choices),
  );
  try {
    if (answer === choices.theirs) await write('rulebook', 'codeLens', false);
    if (answer !== choices.ours) return;
    await write('rulebook', 'codeLens', true);
    for (const { section, setting, off } of present) {
      const former = vscode.workspace.getConfiguration(section).inspect(setting)?.globalValue;
      await write(section, setting, off(former));
    }
  } catch {
    // The settings file may be read-only, or the other extension no longer has the setting.
    log.warn('The choice of code lenses could not be written into the settings.');
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Your choice could not be saved. Change it in the settings {0}.', listedNames(settings)),
    );
  }
}

function write(section: string, setting: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration(section).update(setting, value, vscode.ConfigurationTarget.Global);
}

function hasChosen(): boolean {
  const { globalValue, workspaceValue, workspaceFolderValue } =
    vscode.workspace.getConfiguration('rulebook').inspect('codeLens') ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
}

function isRequestFile({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'http' && !isOurScheme(uri.scheme);
}
