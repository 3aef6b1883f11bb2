import * as vscode from 'vscode';
import {
  otherSettings,
  readSettings,
  restClientCookies,
  restClientTimeout,
  unreadSettings,
  type RestClientSettings,
} from './rest-client-settings';

/** Returns whether cookies are kept for the requests of a document. */
export function keepsCookies(document: vscode.Uri): boolean {
  const own = writtenIn('rulebook', 'cookies', document);
  return typeof own === 'boolean' ? own : (restClientCookies(restClientSettings(document)) ?? true);
}

/** Returns the time limit of a document's requests in seconds. */
export function timeoutSetting(document: vscode.Uri): number {
  const seconds = writtenIn('rulebook', 'timeout', document);
  return typeof seconds === 'number' && seconds > 0 ? seconds : (restClientTimeout(restClientSettings(document)) ?? 30);
}

/** Returns the settings of REST Client that somebody has written and that matter to what is sent. */
export function restClientSettings(document: vscode.Uri): RestClientSettings {
  const names = [...readSettings, ...otherSettings];
  return Object.fromEntries(names.map((name) => [name, writtenIn('rest-client', name, document)]));
}

const saidKey = 'rulebook.hasNamedRestClientSettings';

/** Says once in a workspace which settings of REST Client have another place here. */
export function nameUnreadSettings(document: vscode.Uri, state: vscode.Memento): void {
  if (state.get(saidKey) === true) return;
  const unread = unreadSettings(restClientSettings(document));
  if (unread.length === 0) return;
  void state.update(saidKey, true);
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Rulebook does not read these settings: {0}. Certificates, proxies and credentials belong to an endpoint.',
      unread.join(', '),
    ),
  );
}

/** Returns the value of a setting that somebody has written, and no default. */
function writtenIn(section: string, name: string, document: vscode.Uri): unknown {
  const found = vscode.workspace.getConfiguration(section, document).inspect<unknown>(name);
  return found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
}
