import { documents } from '../catalogue/documents';
import type { Catalogue, Service } from '../catalogue/service';
import { codeHosting } from './code-hosting/catalogue/service';
import { searchCluster } from './search-cluster/catalogue/service';

/** The services that Rulebook knows by itself: a line for each folder beside this file. */
const services: readonly Service[] = [searchCluster, codeHosting];

/** All facts of their documents, with facts from public sources. */
export const catalogue: Catalogue = { documents, services };
