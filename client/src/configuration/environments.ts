import * as vscode from 'vscode';
import { activeFile } from '../editing/active-file';
import {
  namedEnvironments,
  problemWith,
  readEnvironments,
  settingsOfEnvironments,
  type EnvironmentTables,
  type Environments as KnownEnvironments,
  type FoundEnvironmentFile,
} from '@rulebook/request-file/environments';
import { chooseEnvironment } from './choose-environment';
import type { ChoiceScope } from './configuration';
import type { FileChoices } from './file-choices';

const chosenKey = 'rulebook.environment';
/** Where the last choice holds. */
const scopeKey = 'rulebook.environmentScope';

/** The files whose changes are seen; a file above the workspace is read again when a request is sent. */
const watched =
  '**/{http-client.env.json,http-client.private.env.json,http-client.env.json.user,.env,.env.*,*.env,.httpyac.json,httpyac.config.json,.httpyacrc,package.json}';

/** The user's environments, of files and settings, and the chosen one. */
export interface Environments extends vscode.Disposable {
  /** Returns the environments that count for a document. */
  readonly of: (document: vscode.Uri | undefined) => KnownEnvironments;
  /** Returns the chosen environment of a document; where it takes part in the run of another one, that of the other one. */
  readonly current: (document: vscode.Uri | undefined, root?: vscode.Uri) => string | undefined;
  /** Returns why requests of a document cannot be sent with its environments, as half a sentence. */
  readonly problem: (document: vscode.Uri, root?: vscode.Uri) => string | undefined;
  /** Returns what is sent to the language server of a folder's settings. */
  readonly tables: (scope: vscode.Uri | undefined) => EnvironmentTables;
  /** Returns the environment that was chosen for all files of the workspace. */
  readonly chosen: () => string | undefined;
  readonly onChange: vscode.Event<void>;
  /** Asks for an environment, which holds where the last one did; resolves also when the user chooses none. */
  readonly pick: () => Promise<void>;
  /** Chooses an environment, where the last choice held: for the file or for all. */
  readonly choose: (name: string, document: vscode.Uri) => Promise<void>;
}

/** Returns the environments of the workspace; the choices are kept with the workspace. `find` is absent where there are no files; `onFound` fires when it finds others than before. */
export function createEnvironments(
  state: vscode.Memento,
  choices: FileChoices,
  find: ((document: vscode.Uri) => readonly FoundEnvironmentFile[] | undefined) | undefined,
  onFound?: vscode.Event<void>,
): Environments {
  const changed = new vscode.EventEmitter<void>();
  const known = new Map<string, KnownEnvironments>();
  const forget = () => {
    known.clear();
    changed.fire();
  };
  const watcher = vscode.workspace.createFileSystemWatcher(watched);
  const disposables = [
    changed,
    watcher,
    ...(onFound ? [onFound(forget)] : []),
    ...[watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete].map((event) => event(forget)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const settings = [...settingsOfEnvironments, 'rulebook.inlayHints'];
      if (settings.some((setting) => event.affectsConfiguration(setting))) forget();
    }),
  ];
  const tables = (scope: vscode.Uri | undefined): EnvironmentTables =>
    Object.fromEntries(
      settingsOfEnvironments.map((setting) => {
        const [section = '', key = ''] = setting.split('.');
        return [setting, vscode.workspace.getConfiguration(section, scope).get(key) ?? {}];
      }),
    );
  /** With `isFresh`, the files are read again. */
  const of = (document: vscode.Uri | undefined, isFresh = false) => {
    const key = document === undefined ? '' : vscode.Uri.joinPath(document, '..').toString();
    const kept = isFresh ? undefined : known.get(key);
    if (kept !== undefined) return kept;
    const read = readEnvironments((document && find?.(document)) ?? [], tables(document));
    known.set(key, read);
    return read;
  };
  const chosen = () => state.get<string>(chosenKey);
  const current = (document: vscode.Uri | undefined, root = document) => {
    const name = choices.of(root).environment ?? chosen() ?? choices.of(document).environment;
    return name !== undefined && namedEnvironments(of(document)).some((one) => one.name === name) ? name : undefined;
  };
  const pick = async () => {
    const document = activeFile();
    const choice = await chooseEnvironment({
      named: namedEnvironments(of(document, true)),
      now: current(document),
      scope: state.get<ChoiceScope>(scopeKey) ?? 'folder',
      file: document && document.path.slice(document.path.lastIndexOf('/') + 1),
    });
    if (choice === undefined) return;
    if ('kind' in choice) {
      await vscode.commands.executeCommand('rulebook.addEnvironment');
      return;
    }
    await use(choice.name, choice.scope, document);
  };
  const use = async (name: string, scope: ChoiceScope, document: vscode.Uri | undefined) => {
    if (document !== undefined) await state.update(scopeKey, scope);
    if (document !== undefined) await choices.chooseEnvironment(document, scope === 'file' ? name : undefined);
    if (scope === 'folder') await state.update(chosenKey, name === '' ? undefined : name);
    changed.fire();
  };
  return {
    of,
    current,
    tables,
    chosen,
    pick,
    choose: (name, document) => use(name, state.get<ChoiceScope>(scopeKey) ?? 'folder', document),
    problem: (document, root) => problemWith(of(document, true), current(document, root)),
    onChange: changed.event,
    dispose: () => {
      for (const one of disposables) one.dispose();
    },
  };
}
