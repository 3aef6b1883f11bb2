import { codeHosting } from './code-hosting/service';
import { documents } from './documents';
import type { Catalogue } from './model';
import { searchCluster } from './search-cluster/service';

/** All facts of the two documents, with facts from public sources. */
export const catalogue: Catalogue = {
  documents,
  services: [searchCluster, codeHosting],
};
