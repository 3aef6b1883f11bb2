import type { Provenance } from '@rulebook/catalogue/facts';
import { documented, reference } from '../source-document';

/** The tables of a repository: its settings by type, and its states. */
export const fromRepository = documented('Snapshot repository');
/** The operations on repositories and their rules. */
export const fromRepositories = documented('Snapshot repositories');

/** The public pages on plugins with further repository types. */
export const pluginPages = 'Elasticsearch reference, repository types';

/** Returns reference provenance in addition to the table of settings. */
export function referenceOnRepository(source: string): Provenance {
  return reference('Snapshot repository', source);
}

/** Returns reference provenance next to the operations on repositories. */
export function referenceOnRepositories(source: string): Provenance {
  return reference('Snapshot repositories', source);
}
