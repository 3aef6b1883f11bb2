import { refused } from '@rulebook/catalogue/provenance';
import { serverSource } from '@rulebook/search-cluster/facts/sources';
import type { VendorValues } from '@rulebook/catalogue/values';
import { longestLeaf } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { mappingPage, referenceOnFlattened } from '@rulebook/search-cluster/facts/mappings/flattened-sources';

const fromServers = refused(referenceOnFlattened(serverSource, 'Flattened field'));
const fieldTypesPage = referenceOnFlattened('OpenSearch documentation, supported field types', 'Flattened field');

/** The types of Elasticsearch that OpenSearch does not have, with what it has instead. */
const instead: Readonly<Record<string, string>> = {
  flattened: 'flat_object',
  dense_vector: 'knn_vector',
  point: 'xy_point',
  semantic_text: 'semantic',
  shape: 'xy_shape',
};

/** Field types in OpenSearch. */
export const openSearchTypes: VendorValues = {
  lacks: [
    ...Object.keys(instead),
    ...['counted_keyword', 'exponential_histogram', 'offset_source', 'passthrough', 'pattern_text', 'rank_vectors'],
    'sparse_vector',
  ],
  added: [
    {
      value: 'flat_object',
      summary: 'Maps a whole object as one field.',
      since: '2.7',
      provenance: fieldTypesPage,
      isWhole: { provenance: fromServers, longestLeaf },
    },
    { value: 'semantic', summary: 'A text that is embedded by a model.', since: '3.1', provenance: fieldTypesPage },
    { value: 'derived', summary: 'A field that a script computes.', since: '2.15', provenance: fieldTypesPage },
    {
      value: 'star_tree',
      summary: 'Aggregations that are computed in advance.',
      since: '2.18',
      provenance: fieldTypesPage,
    },
  ],
  foreign: Object.entries(instead).map(([value, use]) => ({
    value,
    use,
    product: 'Elasticsearch',
    provenance: fieldTypesPage,
  })),
  namedElsewhere: [
    {
      value: 'flat_object',
      use: 'flattened',
      product: 'OpenSearch',
      provenance: referenceOnFlattened(mappingPage, 'Flattened field'),
    },
  ],
};
