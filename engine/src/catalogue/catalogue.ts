import { codeHosting } from './code-hosting/service';
import { documents } from './documents';
import type { Catalogue } from './model';
import { searchCluster } from './search-cluster/service';

/** Everything that the two documents say, with what public sources add. */
export const catalogue: Catalogue = {
  documents,
  services: [searchCluster, codeHosting],
};
