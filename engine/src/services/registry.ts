// Generated from names.ts and the folders that it names by `npm run docs`.
import type { Catalogue } from '../catalogue/service';
import { searchCluster } from './search-cluster/catalogue/service';
import { document as searchClusterDocument } from './search-cluster/catalogue/source-document';
import { codeHosting } from './code-hosting/catalogue/service';
import { document as codeHostingDocument } from './code-hosting/catalogue/source-document';

/** All facts of the documents of the services that Rulebook knows by itself, with facts from public sources. */
export const catalogue: Catalogue = {
  documents: [searchClusterDocument, codeHostingDocument],
  services: [searchCluster, codeHosting],
};
