import { reference } from '../provenance';
import type { Field, Operation, Provenance } from '../model';
import { text } from '../shapes';
import { specification } from './sources';

interface Outline {
  readonly id: string;
  readonly title: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly provenance: Provenance;
  readonly takesLines?: boolean;
}

const beside = reference('search-cluster', 'What the service does', specification);
const besideFlattened = reference('search-cluster', 'Flattened field usage', specification);

// Known, so that their paths are not taken for mistakes; what they take is not checked.
const outlines: readonly Outline[] = [
  { id: 'api-key.get', title: 'Read API keys', methods: ['GET'], path: '/_security/api_key', provenance: beside },
  {
    id: 'api-key.invalidate',
    title: 'Invalidate API keys',
    methods: ['DELETE'],
    path: '/_security/api_key',
    provenance: beside,
  },
  {
    id: 'api-key.update',
    title: 'Update an API key',
    methods: ['PUT'],
    path: '/_security/api_key/{id}',
    provenance: beside,
  },
  {
    id: 'api-key.grant',
    title: 'Create an API key for another user',
    methods: ['POST'],
    path: '/_security/api_key/grant',
    provenance: beside,
  },
  {
    id: 'api-key.bulk-update',
    title: 'Update several API keys',
    methods: ['POST'],
    path: '/_security/api_key/_bulk_update',
    provenance: beside,
  },
  {
    id: 'api-key.query',
    title: 'Search API keys',
    methods: ['GET', 'POST'],
    path: '/_security/_query/api_key',
    provenance: beside,
  },
  {
    id: 'cross-cluster-api-key.create',
    title: 'Create a cross-cluster API key',
    methods: ['POST'],
    path: '/_security/cross_cluster/api_key',
    provenance: beside,
  },
  {
    id: 'cross-cluster-api-key.update',
    title: 'Update a cross-cluster API key',
    methods: ['PUT'],
    path: '/_security/cross_cluster/api_key/{id}',
    provenance: beside,
  },
  {
    id: 'authenticate',
    title: 'Read who is authenticated',
    methods: ['GET'],
    path: '/_security/_authenticate',
    provenance: beside,
  },
  {
    id: 'has-privileges',
    title: 'Read which of some privileges one has',
    methods: ['GET', 'POST'],
    path: '/_security/user/_has_privileges',
    provenance: beside,
  },
  { id: 'nodes.info', title: 'Read the nodes', methods: ['GET'], path: '/_nodes', provenance: beside },
  {
    id: 'cluster.health',
    title: 'Read the health of the cluster',
    methods: ['GET'],
    path: '/_cluster/health',
    provenance: beside,
  },
  {
    id: 'snapshot.create',
    title: 'Take a snapshot',
    methods: ['PUT'],
    path: '/_snapshot/{repository}/{snapshot}',
    provenance: beside,
  },
  {
    id: 'snapshot.get',
    title: 'Read snapshots',
    methods: ['GET'],
    path: '/_snapshot/{repository}/{snapshot}',
    provenance: beside,
  },
  {
    id: 'snapshot.delete',
    title: 'Delete snapshots',
    methods: ['DELETE'],
    path: '/_snapshot/{repository}/{snapshot}',
    provenance: beside,
  },
  {
    id: 'snapshot.restore',
    title: 'Restore a snapshot',
    methods: ['POST'],
    path: '/_snapshot/{repository}/{snapshot}/_restore',
    provenance: beside,
  },
  {
    id: 'snapshot.clone',
    title: 'Copy part of a snapshot',
    methods: ['PUT'],
    path: '/_snapshot/{repository}/{snapshot}/_clone/{target_snapshot}',
    provenance: beside,
  },
  {
    id: 'snapshot.mount',
    title: 'Mount a snapshot',
    methods: ['POST'],
    path: '/_snapshot/{repository}/{snapshot}/_mount',
    provenance: beside,
  },
  {
    id: 'snapshot.status',
    title: 'Read the state of snapshots',
    methods: ['GET'],
    path: '/_snapshot/{repository}/{snapshot}/_status',
    provenance: beside,
  },
  { id: 'index.get', title: 'Read an index', methods: ['GET', 'HEAD'], path: '/{index}', provenance: besideFlattened },
  {
    id: 'index.mapping.get',
    title: 'Read the mapping of an index',
    methods: ['GET'],
    path: '/{index}/_mapping',
    provenance: besideFlattened,
  },
  {
    id: 'index.settings',
    title: 'Change the settings of an index',
    methods: ['PUT'],
    path: '/{index}/_settings',
    provenance: besideFlattened,
  },
  {
    id: 'index.settings.get',
    title: 'Read the settings of an index',
    methods: ['GET'],
    path: '/{index}/_settings',
    provenance: besideFlattened,
  },
  {
    id: 'index.refresh',
    title: 'Refresh an index',
    methods: ['POST', 'GET'],
    path: '/{index}/_refresh',
    provenance: besideFlattened,
  },
  {
    id: 'index.count',
    title: 'Count documents',
    methods: ['POST', 'GET'],
    path: '/{index}/_count',
    provenance: besideFlattened,
  },
  {
    id: 'document.get',
    title: 'Read a document',
    methods: ['GET', 'HEAD'],
    path: '/{index}/_doc/{id}',
    provenance: besideFlattened,
  },
  {
    id: 'document.delete',
    title: 'Delete a document',
    methods: ['DELETE'],
    path: '/{index}/_doc/{id}',
    provenance: besideFlattened,
  },
  {
    id: 'document.source',
    title: 'Read what was stored as a document',
    methods: ['GET', 'HEAD'],
    path: '/{index}/_source/{id}',
    provenance: besideFlattened,
  },
  {
    id: 'document.update',
    title: 'Change a document',
    methods: ['POST'],
    path: '/{index}/_update/{id}',
    provenance: besideFlattened,
  },
  {
    id: 'document.update-by-query',
    title: 'Change the documents that match',
    methods: ['POST'],
    path: '/{index}/_update_by_query',
    provenance: besideFlattened,
  },
  {
    id: 'document.delete-by-query',
    title: 'Delete the documents that match',
    methods: ['POST'],
    path: '/{index}/_delete_by_query',
    provenance: besideFlattened,
  },
  {
    id: 'search.template',
    title: 'Search by a template',
    methods: ['POST', 'GET'],
    path: '/{index}/_search/template',
    provenance: besideFlattened,
  },
  {
    id: 'search.template-anywhere',
    title: 'Search all indices by a template',
    methods: ['POST', 'GET'],
    path: '/_search/template',
    provenance: besideFlattened,
  },
  {
    id: 'search.several',
    title: 'Search several times',
    methods: ['POST', 'GET'],
    path: '/{index}/_msearch',
    provenance: besideFlattened,
    takesLines: true,
  },
  {
    id: 'search.several-anywhere',
    title: 'Search several indices',
    methods: ['POST', 'GET'],
    path: '/_msearch',
    provenance: besideFlattened,
    takesLines: true,
  },
  {
    id: 'search.several-templates',
    title: 'Search several times by templates',
    methods: ['POST', 'GET'],
    path: '/{index}/_msearch/template',
    provenance: besideFlattened,
    takesLines: true,
  },
  {
    id: 'search.several-templates-anywhere',
    title: 'Search several indices by templates',
    methods: ['POST', 'GET'],
    path: '/_msearch/template',
    provenance: besideFlattened,
    takesLines: true,
  },
  {
    id: 'text-structure.find',
    title: 'Find the structure of a text',
    methods: ['POST'],
    path: '/_text_structure/find_structure',
    provenance: beside,
    takesLines: true,
  },
];

/** Operations that exist, but are not described yet. */
export const outlineOperations: readonly Operation[] = outlines.map((outline) => ({
  ...outline,
  id: `search-cluster.${outline.id}`,
  service: 'search-cluster',
  summary: 'Known to exist; its parameters and its body are not checked.',
  isOutline: true,
  parameters: { path: pathParameters(outline), query: [] },
  responses: [],
  notes: [],
}));

function pathParameters({ path, provenance }: Outline): readonly Field[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    summary: `The place of \`${name}\` in the path.`,
    provenance,
    shape: text,
    required: true,
  }));
}
