// Generated from names.ts and the folders that it names by `npm run docs`.
import type { ServiceIdentity } from '@rulebook/catalogue/identity';
import { identityWithProducts } from '@rulebook/catalogue/product';
import { searchCluster } from '@rulebook/search-cluster/identity';
import { codeHosting } from '@rulebook/code-hosting/identity';
import { opensearch } from '@rulebook/opensearch/identity';

/** The services without their operations, for what must not hold the catalogue. */
export const identities: readonly ServiceIdentity[] = [identityWithProducts(searchCluster, [opensearch]), codeHosting];
