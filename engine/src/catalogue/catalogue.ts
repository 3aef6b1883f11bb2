import { codeHosting } from '../services/code-hosting/catalogue/service';
import { documents } from './documents';
import type { Catalogue } from './service';
import { searchCluster } from '../services/search-cluster/catalogue/service';

/** All facts of the two documents, with facts from public sources. */
export const catalogue: Catalogue = {
  documents,
  services: [searchCluster, codeHosting],
};
