import { resolve } from 'node:path';
import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { Environments } from '@rulebook/request-file/environments';
import type { Configuration } from '@rulebook/sender/configuration';
import { type CancelSignal, reasonOf } from '@rulebook/sender/plan';
import type { RunScript } from '@rulebook/sender/scripts';
import { unknownEndpoint } from '@rulebook/sender/send';
import { createNamedResponses, type NamedResponses } from '@rulebook/sender/variables';
import { environmentsFor, type EnvironmentFolders } from '@rulebook/node/files/environment-files';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { createCommandEngine } from '../command-engine';
import { withChosenEndpoint } from '../configuration/chosen-endpoint';
import { createConfigurationFinder, type FolderSettings } from '../configuration/configuration-file';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { complain } from '../exit-codes';
import type { RunOptions } from './run-options';
import { createSenderTools, type SenderTools } from './sender-ports';

/** What holds for the request files of a folder. */
export interface RunFolder {
  readonly settings: FolderSettings;
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly checkOptions: CheckOptions;
  readonly environments: Environments;
}

/** What all files of a run share: it is read, asked and connected once. What requests leave behind is not shared. */
export interface RunSession {
  readonly options: RunOptions;
  readonly engine: Engine;
  readonly sandbox: AvailableSandbox;
  readonly signal: CancelSignal;
  readonly tools: SenderTools;
  /** Returns what runs a script, in one thread for all files; each script is in a box of its own. */
  readonly scriptBox: () => Promise<RunScript>;
  /** Returns what holds for a folder, or why its files cannot be run with the options. */
  readonly folderOf: (folder: string) => Promise<RunFolder | string>;
  /** Returns the variables for the files of a folder; those of another one where its own cannot be read. */
  readonly environmentsOf: (folder: string, otherwise: Environments) => Environments;
  /** Keeps what was sent out of the output of all files: a response may repeat what another file has sent. */
  readonly withEarlierSecrets: NamedResponses['withEarlierSecrets'];
}

/** Creates the session of a run. */
export function createRunSession(options: RunOptions, sandbox: AvailableSandbox, signal: CancelSignal): RunSession {
  const settingsOf = createConfigurationFinder();
  const servicesOf = createServiceFinder();
  const placed = new Map<FolderSettings, Promise<Omit<RunFolder, 'environments'> | string>>();
  const folders = new Map<string, Promise<RunFolder | string>>();
  const readFolders: EnvironmentFolders = new Map();
  const variables = new Map<string, ReturnType<typeof environmentsFor>>();
  const variablesOf = (folder: string) => {
    const found = variables.get(folder) ?? environmentsFor(folder, options.env, undefined, readFolders);
    variables.set(folder, found);
    return found;
  };
  const place = async (settings: FolderSettings): Promise<Omit<RunFolder, 'environments'> | string> => {
    const described = await servicesOf(settings);
    for (const line of unreadableIn(described)) complain(line);
    const found = described.settings;
    const configuration = sandbox.locate(found.configuration);
    const { endpoints, defaults, replacedServices } = configuration;
    const endpoint = endpoints.find(({ name }) => name === options.endpoint);
    const unknown = [...options.trustEndpoint, ...(options.endpoint === undefined ? [] : [options.endpoint])].find(
      (name) => !endpoints.some((one) => one.name === name),
    );
    if (unknown !== undefined) return unknownEndpoint(unknown, endpoints);
    const context = {
      ...found.checkOptions.context,
      endpoints,
      defaults,
      ...(replacedServices && { replacedServices }),
    };
    return {
      ...{ settings: found, configuration, endpoint },
      checkOptions: withChosenEndpoint({ ...found.checkOptions, context }, endpoint),
    };
  };
  const read = async (folder: string): Promise<RunFolder | string> => {
    const settings = settingsOf(folder);
    const found = placed.get(settings) ?? place(settings);
    placed.set(settings, found);
    const known = await found;
    if (typeof known === 'string') return known;
    const own = variablesOf(folder);
    return 'cause' in own ? reasonOf(own) : { ...known, environments: own.environments };
  };
  return {
    ...{ options, sandbox, signal },
    engine: createCommandEngine(),
    tools: createSenderTools(options, sandbox),
    scriptBox: loadScripts(),
    folderOf: (written) => {
      const folder = resolve(written);
      const found = folders.get(folder) ?? read(folder);
      folders.set(folder, found);
      return found;
    },
    environmentsOf: (folder, otherwise) => {
      const own = variablesOf(resolve(folder));
      return 'cause' in own ? otherwise : own.environments;
    },
    withEarlierSecrets: createNamedResponses().withEarlierSecrets,
  };
}

/** Returns what loads the thread of scripts with the first one. */
function loadScripts(): () => Promise<RunScript> {
  let runner: Promise<RunScript> | undefined;
  return () =>
    (runner ??= import('@rulebook/node/scripts/script-runner').then(({ createScriptRunner }) => createScriptRunner()));
}
