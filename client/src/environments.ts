import * as vscode from 'vscode';
import { environmentNames, type EnvironmentTable } from './variables';

const chosenKey = 'rulebook.environment';

/** The user's environments: the setting of this extension comes before that of REST Client, which many repositories have. */
export interface Environments {
  readonly tables: (document: vscode.Uri | undefined) => readonly EnvironmentTable[];
  readonly current: (document: vscode.Uri | undefined) => string | undefined;
  /** Asks for an environment; resolves also when the user chooses none. */
  readonly pick: () => Promise<void>;
}

/** Returns the environments of the workspace; the choice is kept with the workspace. */
export function createEnvironments(state: vscode.Memento, onChange: () => void): Environments {
  const tables = (document: vscode.Uri | undefined) => [
    vscode.workspace.getConfiguration('rulebook', document).get<EnvironmentTable>('environments') ?? {},
    vscode.workspace.getConfiguration('rest-client', document).get<EnvironmentTable>('environmentVariables') ?? {},
  ];
  const current = (document: vscode.Uri | undefined) => {
    const chosen = state.get<string>(chosenKey);
    return chosen !== undefined && environmentNames(tables(document)).includes(chosen) ? chosen : undefined;
  };
  const pick = async () => {
    const none = 'No environment';
    const names = environmentNames(tables(vscode.window.activeTextEditor?.document.uri));
    const picked = await vscode.window.showQuickPick([none, ...names], {
      placeHolder:
        names.length > 0
          ? 'Choose the environment whose variables requests use'
          : 'No environment is defined. Add one to the setting rulebook.environments.',
    });
    if (picked === undefined) return;
    await state.update(chosenKey, picked === none ? undefined : picked);
    onChange();
  };
  return { tables, current, pick };
}
