import { documented, reference } from '../provenance';
import type { Field, Operation, Provenance } from '../model';
import { text } from '../shapes';
import { specification } from './sources';

interface Outline {
  readonly id: string;
  readonly title: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly provenance: Provenance;
}

const beside = reference('search-cluster', 'What the service does', specification);
const replication = documented('search-cluster', 'Cross-cluster replication');
const flattened = documented('search-cluster', 'Flattened field usage');

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
  {
    id: 'follower.pause',
    title: 'Pause a follower index',
    methods: ['POST'],
    path: '/{follower_index}/_ccr/pause_follow',
    provenance: replication,
  },
  {
    id: 'follower.close',
    title: 'Close an index',
    methods: ['POST'],
    path: '/{follower_index}/_close',
    provenance: replication,
  },
  {
    id: 'follower.follow',
    title: 'Create a follower index',
    methods: ['PUT'],
    path: '/{follower_index}/_ccr/follow',
    provenance: replication,
  },
  {
    id: 'document.put',
    title: 'Index a document',
    methods: ['POST'],
    path: '/{index}/_doc/{id}',
    provenance: flattened,
  },
  {
    id: 'document.bulk',
    title: 'Index several documents',
    methods: ['POST'],
    path: '/{index}/_bulk',
    provenance: flattened,
  },
  { id: 'search', title: 'Search', methods: ['POST'], path: '/{index}/_search', provenance: flattened },
];

/** Operations that exist, but are not described yet. */
export const outlineOperations: readonly Operation[] = outlines.map((outline) => ({
  ...outline,
  id: `search-cluster.${outline.id}`,
  service: 'search-cluster',
  summary: 'Known, but its parameters and its body are not checked.',
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
