import { dirname } from 'node:path';
import type { CheckOptions } from '@rulebook/engine';
import { namedEnvironments, namesFor, readEnvironments } from '@rulebook/request-file/environments';
import { findEnvironmentFiles, type EnvironmentFolders } from '@rulebook/node/files/environment-files';

/** Knows which names request files get from the environments of their folders. */
export interface OutsideNamesSource {
  /** Adds the names to the options of a file's check. */
  readonly optionsFor: (path: string, options: CheckOptions) => CheckOptions;
  /** Returns the text of all that those names follow from; it may hold private values. */
  readonly sourcesFor: (path: string) => string;
  /** Returns what is wrong with the chosen environment, once files were checked: none of their folders has it. */
  readonly problem: () => string | undefined;
}

/** Creates the source. Of a folder without the chosen environment, it is not known which names are defined. */
export function createOutsideNames(chosen: string | undefined): OutsideNamesSource {
  const folders: EnvironmentFolders = new Map();
  const known = new Map<string, { readonly base: CheckOptions; readonly options: CheckOptions }>();
  const names = new Set<string>();
  return {
    optionsFor: (path, base) => {
      const folder = dirname(path);
      const kept = known.get(folder);
      if (kept?.base === base) return kept.options;
      const environments = readEnvironments(findEnvironmentFiles(folder, folders));
      for (const { name } of namedEnvironments(environments)) names.add(name);
      const outside = namesFor(environments, chosen);
      const options = { ...base, context: { ...base.context, outsideNames: { ...outside, requests: noRequests } } };
      known.set(folder, { base, options });
      return options;
    },
    sourcesFor: (path) => {
      const found = findEnvironmentFiles(dirname(path), folders);
      return JSON.stringify([chosen, found.map(({ place, content, isExposed }) => [place, content, isExposed])]);
    },
    problem: () =>
      chosen === undefined || known.size === 0 || names.has(chosen)
        ? undefined
        : `there is no environment named ${chosen}; ${names.size === 0 ? 'define it in http-client.env.json' : `use ${[...names].slice(0, maxNames).join(', ')}`}`,
  };
}

/** A message lists so many environments at most. */
const maxNames = 8;

const noRequests: ReadonlySet<string> = new Set();
