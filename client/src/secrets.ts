import * as vscode from 'vscode';
import { credentialVariable, type Endpoint } from '../../engine/src/index';

const indexKey = 'rulebook.credentials';

/** The credentials of endpoints. They are kept by the editor's secret storage, per endpoint and base URL, and nowhere else. */
export interface Credentials {
  /** Returns what is known without asking. */
  readonly find: (endpoint: Endpoint) => Promise<string | undefined>;
  /** Asks by a password box; returns undefined when the user cancels, and an empty text for "none". */
  readonly ask: (endpoint: Endpoint) => Promise<string | undefined>;
  readonly forget: () => Promise<void>;
}

/** Returns the credentials; `environment` and `sandbox` are looked at before the stored ones. */
export function createCredentials(options: {
  readonly context: vscode.ExtensionContext;
  readonly environment: (name: string) => string | undefined;
  readonly sandbox: (endpoint: Endpoint) => string | undefined;
}): Credentials {
  const { context, environment, sandbox } = options;
  // An endpoint without a credential is asked about once in a session.
  const declined = new Set<string>();
  const storedKeys = () => context.globalState.get<readonly string[]>(indexKey) ?? [];

  const find = async (endpoint: Endpoint) => {
    const known = sandbox(endpoint) ?? environment(credentialVariable(endpoint.name));
    if (known !== undefined && known.trim() !== '') return known;
    const key = keyOf(endpoint);
    return (await context.secrets.get(key)) ?? (declined.has(key) ? '' : undefined);
  };

  const ask = async (endpoint: Endpoint) => {
    const answer = await vscode.window.showInputBox({
      title: `Credential for ${endpoint.name}`,
      prompt: `Sent to ${endpoint.baseUrl} only, and kept in the editor's secret storage. Leave it empty to send without.`,
      placeHolder: 'Key or token, or a whole value such as "Bearer …"',
      password: true,
      ignoreFocusOut: true,
    });
    if (answer === undefined) return undefined;
    const key = keyOf(endpoint);
    if (answer.trim() === '') {
      declined.add(key);
      return '';
    }
    await context.secrets.store(key, answer.trim());
    await context.globalState.update(indexKey, [...new Set([...storedKeys(), key])]);
    return answer.trim();
  };

  const forget = async () => {
    declined.clear();
    const keys = storedKeys();
    if (keys.length === 0) {
      void vscode.window.showInformationMessage('Rulebook keeps no credential.');
      return;
    }
    const picked = await vscode.window.showQuickPick(
      keys.map((key) => ({ label: key.split('\n')[0] ?? key, description: key.split('\n')[1] ?? '', key })),
      { placeHolder: 'The credentials to forget', canPickMany: true },
    );
    const gone = (picked ?? []).map(({ key }) => key);
    for (const key of gone) await context.secrets.delete(key);
    await context.globalState.update(
      indexKey,
      keys.filter((key) => !gone.includes(key)),
    );
  };
  return { find, ask, forget };
}

/** The base URL is part of the key, so that an endpoint that is moved elsewhere does not take its credential along. */
function keyOf({ name, baseUrl }: Endpoint): string {
  return `${name}\n${baseUrl}`;
}
