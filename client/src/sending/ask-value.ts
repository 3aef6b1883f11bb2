import * as vscode from 'vscode';
import { isSecretName } from '@rulebook/catalogue/masking';
import type { Environments } from '../configuration/environments';
import { problemOfSecretName, type KeptSecrets } from '../credentials/kept-secrets';
import { keepVariable } from '../configuration/add-environment';

/** A variable without a value. */
interface AskedVariable {
  readonly name: string;
  /** Why it has none, as a sentence. */
  readonly why: string;
  readonly document: vscode.Uri;
}

/** What keeps the value. */
interface ValueKeepers {
  readonly environments: Environments;
  readonly secrets: KeptSecrets;
}

/** Asks for the value of a variable, which buttons keep; undefined when the user cancels. */
export async function askForValue(
  { name, why, document }: AskedVariable,
  keepers: ValueKeepers,
): Promise<string | undefined> {
  const environment = keepers.environments.current(document);
  const inEnvironment: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('save'),
    tooltip:
      environment === undefined
        ? vscode.l10n.t('Use and Keep in All Environments')
        : vscode.l10n.t('Use and Keep in Environment {0}', environment),
  };
  const asSecret: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('lock'),
    tooltip: vscode.l10n.t('Use and Keep as Secret'),
  };
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Value of {0}', name);
  box.prompt = vscode.l10n.t(
    '{0} Enter uses the value for this request; the buttons above keep it in the environment or as a secret, too.',
    why,
  );
  box.password = isSecretName(name);
  box.ignoreFocusOut = true;
  box.buttons = problemOfSecretName(name) === undefined ? [inEnvironment, asSecret] : [inEnvironment];
  const answer = await new Promise<{ readonly value: string; readonly keep?: vscode.QuickInputButton } | undefined>(
    (resolve) => {
      box.onDidAccept(() => {
        resolve({ value: box.value });
        box.hide();
      });
      box.onDidTriggerButton((keep) => {
        resolve({ value: box.value, keep });
        box.hide();
      });
      box.onDidHide(() => {
        resolve(undefined);
        box.dispose();
      });
      box.show();
    },
  );
  if (answer === undefined) return undefined;
  const { value, keep } = answer;
  if (keep === inEnvironment) await keepVariable(keepers.environments, document, { name, value });
  if (keep === asSecret) {
    await keepers.secrets.keep(name, value);
    // The environment says where the value is, and may be shared.
    await keepVariable(keepers.environments, document, { name, value: `{{$secret ${name}}}` });
  }
  return value;
}

/** Offers the environments that define a variable, or to enter its value; undefined when the user cancels. */
export async function askForEnvironment(
  name: string,
  defining: readonly string[],
): Promise<{ readonly environment: string } | 'value' | undefined> {
  const items = [
    ...defining.map((environment) => ({ label: environment, choice: { environment } })),
    { label: vscode.l10n.t('Enter a Value…'), choice: 'value' as const },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Environment with {0}', name),
    placeHolder: vscode.l10n.t('Choose the environment whose variables requests use; then the request is sent'),
    ignoreFocusOut: true,
  });
  return picked?.choice;
}
