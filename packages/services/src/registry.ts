// Generated from names.ts and the folders that it names by `npm run docs`.
import type { Catalogue } from '@rulebook/catalogue/service';
import { serviceWithProducts } from '@rulebook/catalogue/product';
import { searchCluster } from '@rulebook/search-cluster/facts/service';
import { document as searchClusterDocument } from '@rulebook/search-cluster/facts/source-document';
import { codeHosting } from '@rulebook/code-hosting/facts/service';
import { document as codeHostingDocument } from '@rulebook/code-hosting/facts/source-document';
import { opensearch } from '@rulebook/opensearch/facts/product';
import { opensearch as shownOpensearch } from '@rulebook/opensearch/identity';

/** All facts of the documents of the services that Rulebook knows by itself, with facts from public sources. */
export const catalogue: Catalogue = {
  documents: [searchClusterDocument, codeHostingDocument],
  services: [serviceWithProducts(searchCluster, [shownOpensearch], [opensearch]), codeHosting],
};
