import * as vscode from 'vscode';
import type { FoundSecret } from '@rulebook/catalogue/masking';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import { keepCreated, type SecretKeepers } from '../credentials/keep-created';
import { copySecretCommand, keepSecretCommand } from './secret-lines';
import type { ResponseView, ShownResponse } from './show-response';

/** What the commands need. */
export interface SecretServices extends SecretKeepers {
  readonly responses: ResponseView;
  readonly configuration: WorkspaceConfiguration;
}

/** Returns the commands for secrets that responses hand out. Without arguments they use the active response, or the latest one with secrets. */
export function secretCommands(
  services: SecretServices,
): Readonly<Record<string, (...args: readonly unknown[]) => Promise<void>>> {
  const withSecrets = async (
    uri: unknown,
    index: unknown,
    use: (found: readonly FoundSecret[], shown: ShownResponse) => Promise<void>,
  ) => {
    const shown = services.responses.find(uri, ({ secrets }) => secrets.length > 0);
    if (shown === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No open response contains a secret.'));
      return;
    }
    const { secrets } = shown.answer;
    const named = typeof index === 'number' ? secrets[index] : undefined;
    await use(named === undefined ? secrets : [named], shown);
  };
  return {
    [copySecretCommand]: (uri, index) => withSecrets(uri, index, copySecret),
    [keepSecretCommand]: (uri, index) =>
      withSecrets(uri, index, (found, shown) => keepCreated(services, found, endpointOf(services, shown))),
  };
}

async function copySecret(found: readonly FoundSecret[]): Promise<void> {
  const items = found.map(({ name, value }) => ({ label: name, value }));
  const chosen =
    items.length === 1
      ? items[0]
      : await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Choose the secret to copy') });
  if (chosen === undefined) return;
  await vscode.env.clipboard.writeText(chosen.value);
  vscode.window.setStatusBarMessage(vscode.l10n.t('{0} is copied.', chosen.label), 3000);
}

/** Returns the endpoint that responded, unless its name leads elsewhere by now. */
function endpointOf({ configuration }: Pick<SecretServices, 'configuration'>, { answer }: ShownResponse) {
  const { exchange } = answer;
  if (exchange?.endpoint === undefined) return undefined;
  return configuration
    .of(vscode.Uri.parse(exchange.source.uri))
    .endpoints.find(({ name, baseUrl }) => name === exchange.endpoint && exchange.sent.url.startsWith(baseUrl));
}
