import { refused, type Refusal } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import { mask } from '@rulebook/catalogue/masking';
import { variableOfSecret } from '@rulebook/sender/private';
import { schemeOfReference, secretNameOf, type SystemPorts } from '@rulebook/sender/variables';
import type { ReferencedSecrets } from '@rulebook/node/credentials/secret-commands';
import type { KeptSecrets } from '../credentials/kept-secrets';

/** The secrets of one request, loaded when they are missing. */
export interface SecretValues {
  /** Reads what was loaded. */
  readonly read: NonNullable<SystemPorts['secret']>;
  /** Loads a secret or asks for it; false when the user cancels. A reference may have a problem instead. */
  readonly load: (name: string) => Promise<boolean | Refusal>;
}

/** Returns the secrets for one request. */
export function secretValues(
  kept: KeptSecrets,
  environment: (name: string) => string | undefined,
  references: ReferencedSecrets | undefined,
): SecretValues {
  const values = new Map<string, string>();
  return {
    read: (name) => values.get(name) ?? references?.read(name),
    load: async (name) => {
      if (schemeOfReference(name) !== undefined) {
        const problem = await references?.load(name);
        return problem === undefined ? references !== undefined : refused(problem);
      }
      const value = environment(variableOfSecret(name)) ?? (await kept.get(name)) ?? (await askForSecret(kept, name));
      if (value !== undefined) values.set(name, value);
      return value !== undefined;
    },
  };
}

/** Returns what stands for the kept secrets in an explanation: the mask. */
export function maskedSecrets(
  kept: KeptSecrets,
  environment: (name: string) => string | undefined,
): NonNullable<SystemPorts['secret']> {
  const names = new Set(kept.list().map(({ name }) => name));
  // What a reference leads to is not looked up to explain a request.
  return (name) =>
    names.has(name) || schemeOfReference(name) !== undefined || environment(variableOfSecret(name)) !== undefined
      ? mask
      : undefined;
}

/** Loads the secrets among variables without a value; returns the other names, a problem, or undefined when the user cancels. */
export async function loadSecrets(
  names: readonly string[],
  values: SecretValues,
): Promise<readonly string[] | Refusal | undefined> {
  const others: string[] = [];
  for (const variable of names) {
    const name = secretNameOf(variable);
    if (name === undefined) others.push(variable);
    else {
      const loaded = await values.load(name);
      if (typeof loaded === 'object') return loaded;
      if (!loaded) return undefined;
    }
  }
  return others;
}

async function askForSecret(kept: KeptSecrets, name: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Secret {0}', name),
    prompt: vscode.l10n.t("It is kept in the editor's secret storage, and you confirm each origin that it is sent to."),
    password: true,
    ignoreFocusOut: true,
  });
  if (answer === undefined || answer === '') return undefined;
  await kept.keep(name, answer);
  return answer;
}
