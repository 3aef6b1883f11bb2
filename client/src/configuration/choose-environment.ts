import * as vscode from 'vscode';
import type { NamedEnvironment } from '@rulebook/request-file/environments';
import type { ChoiceScope } from './configuration';

/** What was chosen: the name of an environment, empty for none, and where it holds; or that one is to be added. */
type EnvironmentChoice = { readonly name: string; readonly scope: ChoiceScope } | { readonly kind: 'add' } | undefined;

interface Item extends vscode.QuickPickItem {
  readonly name?: string;
  readonly isOtherScope?: boolean;
}

/** Asks for an environment in one list. It holds where the last one did; a button, and an entry for the keyboard, choose for the other scope. */
export function chooseEnvironment(options: {
  readonly named: readonly NamedEnvironment[];
  /** The chosen one. */
  readonly now: string | undefined;
  readonly scope: ChoiceScope;
  /** Without a file there is only one scope. */
  readonly file: string | undefined;
}): Promise<EnvironmentChoice> {
  const { named, now, file } = options;
  let scope: ChoiceScope = file === undefined ? 'folder' : options.scope;
  const pick = vscode.window.createQuickPick<Item>();
  pick.matchOnDescription = true;
  const show = () => {
    const isOfFile = scope === 'file';
    pick.title = isOfFile
      ? vscode.l10n.t('Select Environment for {0}', file ?? '')
      : vscode.l10n.t('Select Environment for All Files');
    pick.placeholder =
      named.length > 0
        ? vscode.l10n.t('Choose the environment whose variables requests use')
        : vscode.l10n.t('No environment is defined yet. Add one.');
    const other: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon(isOfFile ? 'files' : 'file'),
      tooltip: isOfFile ? vscode.l10n.t('Use in All Files') : vscode.l10n.t('Use in This File Only'),
    };
    const none = { name: '', label: vscode.l10n.t('No environment'), places: [] };
    const items = [none, ...named.map(({ name, places }) => ({ name, label: name, places }))];
    pick.items = [
      ...items.map(({ name, label, places }): Item => ({
        label: `${name === (now ?? '') ? '$(check) ' : ''}${label}`,
        description: places.join(', '),
        name,
        ...(file !== undefined && { buttons: [other] }),
      })),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      ...(file === undefined || named.length === 0
        ? []
        : [
            {
              label: isOfFile
                ? `$(files) ${vscode.l10n.t('Choose for All Files…')}`
                : `$(file) ${vscode.l10n.t('Choose for This File Only…')}`,
              isOtherScope: true,
            },
          ]),
      { label: `$(add) ${vscode.l10n.t('Add Environment…')}` },
    ];
  };
  show();
  return new Promise((resolve) => {
    const end = (choice: EnvironmentChoice) => {
      resolve(choice);
      pick.hide();
    };
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item === undefined) return;
      if (item.isOtherScope === true) {
        scope = otherThan(scope);
        pick.value = '';
        show();
      } else end(item.name === undefined ? { kind: 'add' } : { name: item.name, scope });
    });
    pick.onDidTriggerItemButton(({ item: { name } }) => {
      if (name !== undefined) end({ name, scope: otherThan(scope) });
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function otherThan(scope: ChoiceScope): ChoiceScope {
  return scope === 'file' ? 'folder' : 'file';
}
