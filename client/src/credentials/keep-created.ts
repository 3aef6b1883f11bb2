import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { FoundSecret } from '@rulebook/catalogue/masking';
import type { KeptSecrets } from './kept-secrets';
import { askForName } from './move-secret';
import type { Credentials } from './secrets';

/** Names of values that authenticate a request by themselves. */
const wholeCredential = /^(?:encoded|token|access_token)$/i;

/** What keeps secrets. */
export interface SecretKeepers {
  readonly credentials: Credentials;
  readonly secrets: KeptSecrets;
}

/** Asks how to keep a secret that a response hands out: as the credential of its endpoint, or under a name. */
export async function keepCreated(
  { credentials, secrets: kept }: SecretKeepers,
  found: readonly FoundSecret[],
  endpoint: Endpoint | undefined,
): Promise<void> {
  const asCredential = found.filter(({ name }) => endpoint !== undefined && wholeCredential.test(name));
  const items = [
    ...asCredential.map((secret) => ({
      label: vscode.l10n.t('{0} as Credential of {1}', secret.name, endpoint?.name ?? ''),
      secret,
      endpoint,
    })),
    ...found.map((secret) => ({ label: vscode.l10n.t('{0} as Secret…', secret.name), secret, endpoint: undefined })),
  ];
  const picked =
    items.length === 1
      ? items[0]
      : await vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('Keep Secret of Response'),
          placeHolder: vscode.l10n.t("Choose what goes into the editor's secret storage"),
        });
  if (picked === undefined) return;
  if (picked.endpoint !== undefined) {
    await credentials.keep(picked.endpoint, picked.secret.value);
    return;
  }
  const name = await askForName(kept, picked.secret.name.replace(/[^\w.-]/g, '_'));
  if (name !== undefined) await kept.keep(name, picked.secret.value);
}
