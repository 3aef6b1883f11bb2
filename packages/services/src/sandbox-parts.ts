// Generated from names.ts and the folders that it names by `npm run docs`.
import { serviceWithProducts } from '@rulebook/catalogue/product';
import type { SandboxPart } from '@rulebook/sandbox/part';
import { part as searchClusterPart } from '@rulebook/search-cluster-play/part';
import { part as codeHostingPart } from '@rulebook/code-hosting/play/part';
import { opensearch } from '@rulebook/opensearch/facts/product';
import { opensearch as shownOpensearch } from '@rulebook/opensearch/identity';

/** The services that the sandbox plays. */
export const sandboxParts: readonly SandboxPart[] = [
  { ...searchClusterPart, service: serviceWithProducts(searchClusterPart.service, [shownOpensearch], [opensearch]) },
  codeHostingPart,
];
