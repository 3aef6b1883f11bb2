import type * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';

/** Another version of what answers at an endpoint, as if it were that: of its service, or another file with its description. */
export interface Trial {
  readonly endpoint: string;
  readonly version?: Endpoint['version'];
  /** The path of the description from the folder of `rulebook.json`. */
  readonly description?: string;
}

/** The trials of this window, by folder: nothing of them is written until one is kept. */
export interface TrialVersions {
  readonly of: (folder: vscode.Uri | undefined) => Trial | undefined;
  /** Begins a trial in a folder in the place of its former one, or ends it. */
  readonly set: (folder: vscode.Uri | undefined, trial: Trial | undefined) => void;
}

/** Creates the trials of a window. */
export function createTrialVersions(): TrialVersions {
  const trials = new Map<string, Trial>();
  const keyOf = (folder: vscode.Uri | undefined) => folder?.toString() ?? '';
  return {
    of: (folder) => trials.get(keyOf(folder)),
    set: (folder, trial) => {
      if (trial === undefined) trials.delete(keyOf(folder));
      else trials.set(keyOf(folder), trial);
    },
  };
}

/** Returns a configuration as if its endpoint had the version of a trial. Where requests go stays the same. */
export function withTrial<T extends Pick<Configuration, 'endpoints' | 'services'>>(
  configuration: T,
  trial: Trial | undefined,
): T {
  if (trial === undefined) return configuration;
  const { version, description } = trial;
  const endpoint = configuration.endpoints.find(({ name }) => name === trial.endpoint);
  if (endpoint === undefined) return configuration;
  if (description !== undefined) {
    const services = configuration.services.map((one) => (one.id === endpoint.service ? { ...one, description } : one));
    return { ...configuration, services };
  }
  const endpoints = configuration.endpoints.map((one) =>
    one === endpoint && version !== undefined ? { ...one, version } : one,
  );
  return { ...configuration, endpoints };
}

/** Returns a text as the version of an endpoint; undefined where it is none. */
export function versionIn(text: string): Endpoint['version'] {
  const [, major, minor, patch] = /^\s*v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?\s*$/.exec(text) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  const version = `${Number(major)}.${Number(minor)}` as const;
  return patch === undefined ? version : `${version}.${Number(patch)}`;
}
