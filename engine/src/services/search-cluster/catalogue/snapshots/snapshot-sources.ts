import type { Provenance } from '../../../../catalogue/facts';
import { documented, reference } from '../source-document';

/** The tables of a repository: its settings by type, and its states. */
export const fromRepository = documented('Snapshot repository');
/** The operations on repositories and their rules. */
export const fromRepositories = documented('Snapshot repositories');

/** The public pages on plugins with further repository types. */
export const pluginPages = 'Elasticsearch reference, repository types';

/** Returns reference provenance beside the table of settings. */
export function besideRepository(source: string): Provenance {
  return reference('Snapshot repository', source);
}

/** Returns reference provenance beside the operations on repositories. */
export function besideRepositories(source: string): Provenance {
  return reference('Snapshot repositories', source);
}
