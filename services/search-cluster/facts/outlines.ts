import { namesInPath, unsuitable } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field } from '@rulebook/catalogue/shape';
import type { Operation, QueryRelation } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { text } from '@rulebook/catalogue/shapes';
import { versionRelations } from './document';
import { clientOutlines } from './client-outlines';
import { outlinedQuery, readIndexConstraints } from './indices/index-parameters';
import type { Outline } from './outline';
import { queryOutlines, severalSearches } from './search/query-outlines';
import { queryParameter } from './search/search';
import { deleteByQueryBody, updateByQueryBody } from './search/script-bodies';
import { scriptOutlines } from './search/script-outlines';
import { changedCrossClusterBody, crossClusterBody, grantBody, restoreBody, snapshotBody } from './outline-bodies';
import { serverSource, specification } from './sources';
import { reference } from './source-document';

const fromReference = reference('What the service does', specification);
const referenceOnFlattened = reference('Flattened field usage', specification);

const newSnapshotName: readonly Constraint[] = [
  unsuitable(
    String.raw`^(?!<)(?:_|.*[A-Z\s"#*,>|\\/?<])`,
    'Servers refuse this name of a snapshot: it has small letters, no space, no `_` in front, and none of the characters `\\ / * ? " < > | , #`.',
    reference('What the service does', serverSource),
  ),
];

const refusedInQuery = {
  severity: 'warning',
  provenance: refused(reference('What the service does', serverSource)),
} as const;

const ofSnapshotPages: readonly QueryRelation[] = [
  {
    ...refusedInQuery,
    name: 'size',
    pattern: '^(?:0|-(?!1$).*)$',
    message: 'Servers refuse this `size`. It is above 0, or -1 for all snapshots.',
  },
  {
    ...refusedInQuery,
    name: 'after',
    pattern: '^(?![\\w+/%=-]{4,}$)',
    message: 'This `after` is from no response. It is the value `next` of the page before.',
  },
  { ...refusedInQuery, name: 'offset', pattern: '^-', message: 'Servers refuse an `offset` below 0.' },
  {
    ...refusedInQuery,
    name: 'size',
    pattern: '^[1-9]',
    excludes: { name: 'verbose', pattern: '^false$' },
    message: 'Servers refuse `size` together with `verbose=false`.',
  },
];

const ofSeveral: readonly QueryRelation[] = ['max_concurrent_searches', 'max_concurrent_shard_requests'].map(
  (name) => ({
    ...refusedInQuery,
    name,
    pattern: '^(?:0+$|-)',
    message: `Servers refuse this \`${name}\`. It is above 0.`,
  }),
);

const ofSource: readonly QueryRelation[] = [
  ...['version', 'version_type'].map((name) => ({
    ...refusedInQuery,
    name,
    message: `Servers refuse \`${name}\` here, although the public specification lists it.`,
  })),
  {
    ...refusedInQuery,
    name: '_source',
    pattern: '^false$',
    message: 'Servers refuse `_source=false` here, because nothing would be left to return.',
  },
];

// Listed so that their paths are not reported as unknown. Their parameters and bodies are not checked.
const outlines: readonly Outline[] = [
  {
    id: 'api-key.grant',
    title: 'Create an API key for another user',
    methods: ['POST'],
    path: '/_security/api_key/grant',
    provenance: fromReference,
    body: grantBody,
  },
  {
    id: 'cross-cluster-api-key.create',
    title: 'Create a cross-cluster API key',
    methods: ['POST'],
    path: '/_security/cross_cluster/api_key',
    provenance: fromReference,
    body: crossClusterBody,
  },
  {
    id: 'cross-cluster-api-key.update',
    title: 'Update a cross-cluster API key',
    methods: ['PUT'],
    path: '/_security/cross_cluster/api_key/{id}',
    provenance: fromReference,
    body: changedCrossClusterBody,
  },
  {
    id: 'authenticate',
    title: 'Read the authenticated user',
    methods: ['GET'],
    path: '/_security/_authenticate',
    provenance: fromReference,
  },
  { id: 'nodes.info', title: 'Read the nodes', methods: ['GET'], path: '/_nodes', provenance: fromReference },
  {
    id: 'cluster.health',
    title: 'Read the health of the cluster',
    methods: ['GET'],
    path: '/_cluster/health',
    provenance: fromReference,
  },
  {
    id: 'snapshot.create',
    title: 'Create a snapshot',
    methods: ['PUT', 'POST'],
    path: '/_snapshot/{repository}/{snapshot}',
    provenance: fromReference,
    constraints: { snapshot: newSnapshotName },
    body: snapshotBody,
  },
  {
    id: 'snapshot.get',
    title: 'Read snapshots',
    queryRelations: ofSnapshotPages,
    methods: ['GET'],
    path: '/_snapshot/{repository}/{snapshot}',
    provenance: fromReference,
  },
  {
    id: 'snapshot.delete',
    title: 'Delete snapshots',
    methods: ['DELETE'],
    path: '/_snapshot/{repository}/{snapshot}',
    provenance: fromReference,
    losses: [
      {
        message: 'Deletes {what} from the repository `{repository}`.',
        what: { one: 'the snapshot', several: 'snapshots', parameter: 'snapshot' },
      },
    ],
  },
  {
    id: 'snapshot.restore',
    title: 'Restore a snapshot',
    methods: ['POST'],
    path: '/_snapshot/{repository}/{snapshot}/_restore',
    provenance: fromReference,
    body: restoreBody,
    losses: [
      {
        message: 'A closed index that has the name of a restored one is replaced by its state in {what}.',
        what: { one: 'the snapshot', several: 'snapshots', parameter: 'snapshot' },
      },
    ],
  },
  {
    id: 'snapshot.clone',
    title: 'Clone part of a snapshot',
    methods: ['PUT'],
    path: '/_snapshot/{repository}/{snapshot}/_clone/{target_snapshot}',
    provenance: fromReference,
    constraints: { target_snapshot: newSnapshotName },
  },
  {
    id: 'snapshot.mount',
    title: 'Mount a snapshot',
    methods: ['POST'],
    path: '/_snapshot/{repository}/{snapshot}/_mount',
    provenance: fromReference,
  },
  {
    id: 'snapshot.status',
    title: 'Read the status of snapshots',
    methods: ['GET'],
    path: '/_snapshot/{repository}/{snapshot}/_status',
    provenance: fromReference,
  },
  {
    id: 'snapshot.status.repository',
    title: 'Read the status of the snapshots that a repository takes now',
    methods: ['GET'],
    path: '/_snapshot/{repository}/_status',
    provenance: fromReference,
  },
  {
    id: 'snapshot.status.all',
    title: 'Read the status of all snapshots that are taken now',
    methods: ['GET'],
    path: '/_snapshot/_status',
    provenance: fromReference,
  },
  {
    id: 'index.get',
    title: 'Read an index',
    methods: ['GET', 'HEAD'],
    path: '/{index}',
    provenance: referenceOnFlattened,
  },
  {
    id: 'index.mapping.get',
    title: 'Read the mapping of an index',
    methods: ['GET'],
    path: '/{index}/_mapping',
    provenance: referenceOnFlattened,
  },
  {
    id: 'index.mapping.all',
    title: 'Read the mappings of all indices',
    methods: ['GET'],
    path: '/_mapping',
    provenance: referenceOnFlattened,
  },
  {
    id: 'index.mapping.field',
    title: 'Read the mapping of fields',
    methods: ['GET'],
    path: '/{index}/_mapping/field/{field}',
    provenance: referenceOnFlattened,
  },
  {
    id: 'index.mapping.field.all',
    title: 'Read the mapping of fields of all indices',
    methods: ['GET'],
    path: '/_mapping/field/{field}',
    provenance: referenceOnFlattened,
  },
  {
    id: 'index.settings.get',
    title: 'Read the settings of an index',
    methods: ['GET'],
    path: '/{index}/_settings',
    provenance: referenceOnFlattened,
  },
  {
    id: 'index.refresh',
    title: 'Refresh an index',
    methods: ['POST', 'GET'],
    path: '/{index}/_refresh',
    provenance: referenceOnFlattened,
  },
  {
    id: 'document.get',
    title: 'Read a document',
    methods: ['GET', 'HEAD'],
    path: '/{index}/_doc/{id}',
    provenance: referenceOnFlattened,
  },
  {
    id: 'document.delete',
    title: 'Delete a document',
    queryRelations: versionRelations,
    methods: ['DELETE'],
    path: '/{index}/_doc/{id}',
    provenance: referenceOnFlattened,
    losses: [
      {
        message: 'Deletes the document `{id}` of {what}.',
        what: { one: 'the index', several: 'indices', parameter: 'index' },
      },
    ],
  },
  {
    id: 'document.source',
    title: 'Read the source of a document',
    queryRelations: ofSource,
    methods: ['GET', 'HEAD'],
    path: '/{index}/_source/{id}',
    provenance: referenceOnFlattened,
  },
  {
    id: 'document.update-by-query',
    title: 'Update the documents that match a query',
    methods: ['POST'],
    path: '/{index}/_update_by_query',
    provenance: referenceOnFlattened,
    query: [queryParameter],
    body: updateByQueryBody,
  },
  {
    id: 'document.delete-by-query',
    title: 'Delete the documents that match a query',
    methods: ['POST'],
    path: '/{index}/_delete_by_query',
    provenance: referenceOnFlattened,
    query: [queryParameter],
    body: deleteByQueryBody,
    losses: [
      {
        message: 'Deletes all documents of {what} that match the query.',
        what: { one: 'the index', several: 'indices', parameter: 'index' },
      },
    ],
  },
  {
    id: 'search.template',
    title: 'Search an index with a template',
    methods: ['POST', 'GET'],
    path: '/{index}/_search/template',
    provenance: referenceOnFlattened,
  },
  {
    id: 'search.template-anywhere',
    title: 'Search all indices with a template',
    methods: ['POST', 'GET'],
    path: '/_search/template',
    provenance: referenceOnFlattened,
  },
  {
    id: 'search.several',
    title: 'Run several searches',
    queryRelations: ofSeveral,
    methods: ['POST', 'GET'],
    path: '/{index}/_msearch',
    provenance: referenceOnFlattened,
    takesLines: true,
    body: severalSearches,
  },
  {
    id: 'search.several-anywhere',
    title: 'Run several searches of an index',
    queryRelations: ofSeveral,
    methods: ['POST', 'GET'],
    path: '/_msearch',
    provenance: referenceOnFlattened,
    takesLines: true,
    body: severalSearches,
  },
  {
    id: 'search.several-templates',
    title: 'Run several searches with templates',
    methods: ['POST', 'GET'],
    path: '/{index}/_msearch/template',
    provenance: referenceOnFlattened,
    takesLines: true,
  },
  {
    id: 'search.several-templates-anywhere',
    title: 'Run several searches of an index with templates',
    methods: ['POST', 'GET'],
    path: '/_msearch/template',
    provenance: referenceOnFlattened,
    takesLines: true,
  },
  {
    id: 'text-structure.find',
    title: 'Find the structure of a text',
    methods: ['POST'],
    path: '/_text_structure/find_structure',
    provenance: fromReference,
    takesLines: true,
  },
];

/** Operations that exist, but are not described yet. */
export const outlineOperations: readonly Operation[] = [
  ...outlines,
  ...queryOutlines,
  ...scriptOutlines,
  ...clientOutlines,
].map(({ losses, constraints, query = [], notes = [], ...outline }) => ({
  ...outline,
  ...(losses && { losses: losses.map((loss) => ({ ...loss, provenance: outline.provenance })) }),
  ...(outline.path.includes('{index}') && {
    queryRelations: [...(outline.queryRelations ?? []), ...outlinedQuery],
  }),
  id: `search-cluster.${outline.id}`,
  service: 'search-cluster',
  summary: 'Rulebook knows that this operation exists. It does not check the parameters and the body.',
  isOutline: true,
  parameters: { path: pathParameters({ ...outline, ...(constraints && { constraints }) }), query },
  responses: [],
  notes,
}));

function pathParameters({ path, provenance, constraints = {} }: Outline): readonly Field[] {
  const ofIndex = /^\/\{index\}\/\w+\/\{id\}/.test(path) ? readIndexConstraints : [];
  return namesInPath(path).map((name) => ({
    name,
    summary: `The path parameter \`${name}\`.`,
    provenance,
    shape: { ...text, constraints: constraints[name] ?? (name === 'index' ? ofIndex : []) },
    required: true,
  }));
}
