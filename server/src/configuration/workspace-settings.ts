import type { InitializeParams } from 'vscode-languageserver';
import { defaultConfiguration } from '@rulebook/sender/configuration';
import type { ServerPorts } from '../ports/ports';
import type { ConfigurationParams, InitializationOptions } from '../protocol';
import {
  chosenFor,
  configurationUri,
  foldersFrom,
  readConfiguration,
  rootsOf,
  settingsFor,
  settingsOf,
} from './settings';
import type { Settings } from './settings';

/** What a change of the settings changes in addition to the diagnostics. */
export interface SettingsChange {
  readonly affectsLenses: boolean;
}

type Folders = readonly [Settings, ...Settings[]];

/** The settings of the workspace's folders: from the client, or else read from each `rulebook.json`. */
export class WorkspaceSettings {
  readonly #readFile: ServerPorts['readFile'];
  #folders: Folders = [settingsFor(defaultConfiguration, true, undefined)];
  #isFromClient = false;
  #documents: ConfigurationParams['documents'] = [];
  #chosen = chosenFor();
  #checksClosed = false;
  #asksNames = false;

  constructor(readFile: ServerPorts['readFile']) {
    this.#readFile = readFile;
  }

  /** Reads the first settings. */
  async start(params: InitializeParams): Promise<void> {
    const options = (params.initializationOptions ?? {}) as InitializationOptions;
    const [root, ...others] = rootsOf(params);
    const codeLens = options.codeLens !== false;
    this.#isFromClient = options.configuration !== undefined;
    this.#checksClosed = options.workspaceDiagnostics === true;
    this.#asksNames = options.liveNames === true;
    this.#documents = options.documents;
    this.#chosen = chosenFor(options.documents);
    this.#folders = this.#isFromClient
      ? foldersFrom(options, root)
      : [
          await this.#readOwn(root, codeLens),
          ...(await Promise.all(others.map((other) => this.#readOwn(other, codeLens)))),
        ];
  }

  /** The first folder of the workspace; undefined when none is open. */
  get root(): string | undefined {
    return this.#folders[0].root;
  }

  /**
   * Returns the settings of the folder that holds a document, with what was chosen for the document; those of the first folder hold
   * outside of all folders too.
   */
  of(uri: string): Settings {
    return this.#chosen(settingsOf(this.#folders, uri), uri);
  }

  /** Whether request files that are not open are checked as well. */
  get checksClosed(): boolean {
    return this.#checksClosed;
  }

  /** Whether endpoints are asked for names while a user writes. */
  get asksNames(): boolean {
    return this.#asksNames;
  }

  /** The settings of all folders. */
  get all(): readonly Settings[] {
    return this.#folders;
  }

  /** Takes over the settings of the client; from now on no `rulebook.json` is read here. */
  replace(params: ConfigurationParams): SettingsChange {
    this.#isFromClient = true;
    this.#checksClosed = params.workspaceDiagnostics === true;
    this.#asksNames = params.liveNames === true;
    const documentsChanged = JSON.stringify(params.documents) !== JSON.stringify(this.#documents);
    this.#documents = params.documents;
    this.#chosen = chosenFor(params.documents);
    const change = this.#change(foldersFrom(params, this.root));
    return { affectsLenses: change.affectsLenses || documentsChanged };
  }

  /** Reads each changed `rulebook.json` again; returns undefined when the settings do not depend on the changed files. */
  async readAgain(changed: readonly string[]): Promise<SettingsChange | undefined> {
    const isOwn = ({ root }: Settings) => changed.some((uri) => uri === configurationUri(root));
    if (this.#isFromClient || !this.#folders.some(isOwn)) return undefined;
    const [first, ...others] = this.#folders;
    const current = (one: Settings) => (isOwn(one) ? this.#readOwn(one.root, one.codeLens) : Promise.resolve(one));
    return this.#change([await current(first), ...(await Promise.all(others.map(current)))]);
  }

  #change(next: Folders): SettingsChange {
    const lensesOf = (all: Folders) =>
      JSON.stringify(all.map(({ codeLens, root, checkOptions: { context } }) => [codeLens, root, context]));
    const affectsLenses = lensesOf(next) !== lensesOf(this.#folders);
    this.#folders = next;
    return { affectsLenses };
  }

  async #readOwn(root: string | undefined, codeLens: boolean): Promise<Settings> {
    const uri = configurationUri(root);
    const text = uri === undefined ? undefined : await this.#readFile?.(uri).catch(() => undefined);
    return settingsFor(readConfiguration(text), codeLens, root);
  }
}
