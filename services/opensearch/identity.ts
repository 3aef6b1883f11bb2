import type { ShownProduct } from '@rulebook/catalogue/identity';

/** OpenSearch, and how its responses show that it has answered. */
export const opensearch: ShownProduct = {
  vendor: 'opensearch',
  title: 'OpenSearch',
  body: { at: ['version', 'distribution'], value: 'opensearch', version: ['version', 'number'] },
};
