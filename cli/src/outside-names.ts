import { dirname } from 'node:path';
import { namesFor, readEnvironments, type CheckOptions } from '../../engine/src/index';
import { findEnvironmentFiles, type EnvironmentFolders } from '../../platform/node/environment-files';

/** Returns a function that adds to the options of a file's check which names the environments of its folder define. */
export function createOutsideNames(): (path: string, options: CheckOptions) => CheckOptions {
  const folders: EnvironmentFolders = new Map();
  const known = new Map<string, { readonly base: CheckOptions; readonly options: CheckOptions }>();
  return (path, base) => {
    const folder = dirname(path);
    const kept = known.get(folder);
    if (kept?.base === base) return kept.options;
    // No environment is chosen for a check.
    const names = namesFor(readEnvironments(findEnvironmentFiles(folder, folders)), undefined);
    const options = { ...base, context: { ...base.context, outsideNames: { ...names, requests: noRequests } } };
    known.set(folder, { base, options });
    return options;
  };
}

const noRequests: ReadonlySet<string> = new Set();
