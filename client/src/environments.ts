import * as vscode from 'vscode';
import { pickScope } from './endpoints';
import type { FileChoices } from './file-choices';
import { environmentNames, type EnvironmentTable } from './variables';

const chosenKey = 'rulebook.environment';

/** The user's environments: the setting of this extension comes before that of REST Client, which many repositories have. */
export interface Environments extends vscode.Disposable {
  readonly tables: (document: vscode.Uri | undefined) => readonly EnvironmentTable[];
  readonly current: (document: vscode.Uri | undefined) => string | undefined;
  readonly onChange: vscode.Event<void>;
  /** Asks for an environment, and for which files; resolves also when the user chooses none. */
  readonly pick: () => Promise<void>;
}

/** Returns the environments of the workspace; the choices are kept with the workspace. */
export function createEnvironments(state: vscode.Memento, choices: FileChoices): Environments {
  const changed = new vscode.EventEmitter<void>();
  const tables = (document: vscode.Uri | undefined) => [
    vscode.workspace.getConfiguration('rulebook', document).get<EnvironmentTable>('environments') ?? {},
    vscode.workspace.getConfiguration('rest-client', document).get<EnvironmentTable>('environmentVariables') ?? {},
  ];
  const current = (document: vscode.Uri | undefined) => {
    const chosen = choices.of(document).environment ?? state.get<string>(chosenKey);
    return chosen !== undefined && environmentNames(tables(document)).includes(chosen) ? chosen : undefined;
  };
  const pick = async () => {
    const none = 'No environment';
    const document = vscode.window.activeTextEditor?.document.uri;
    const names = environmentNames(tables(document));
    const now = current(document) ?? none;
    const picked = await vscode.window.showQuickPick(
      [none, ...names].map((name) => ({ label: `${name === now ? '$(check) ' : ''}${name}`, name })),
      {
        title: 'Select Environment',
        placeHolder:
          names.length > 0
            ? 'Choose the environment whose variables requests use'
            : 'No environment is defined. Add one to the setting rulebook.environments.',
      },
    );
    if (picked === undefined) return;
    const name = picked.name === none ? '' : picked.name;
    const scope = names.length === 0 ? 'folder' : await pickScope(`Use ${picked.name} in`, document);
    if (scope === undefined) return;
    if (document !== undefined) await choices.chooseEnvironment(document, scope === 'file' ? name : undefined);
    if (scope === 'folder') await state.update(chosenKey, name === '' ? undefined : name);
    changed.fire();
  };
  return {
    tables,
    current,
    pick,
    onChange: changed.event,
    dispose: () => {
      changed.dispose();
    },
  };
}
