import type { RetiredApi, RetiredPath } from '@rulebook/catalogue/retired';
import type { Version } from '@rulebook/catalogue/facts';
import { reference } from './source-document';

/** What the pages on breaking changes say of a version. */
function removedIn(version: Version): Pick<RetiredApi, 'removed' | 'provenance'> {
  const source = `Elasticsearch reference, breaking changes in ${version}`;
  return { removed: { version }, provenance: reference('What the service does', source) };
}

/** Each typed path with its path without a type. */
const typedPaths: readonly RetiredPath[] = [
  ...['_bulk', '_count', '_delete_by_query', '_graph/explore', '_mget', '_msearch', '_msearch/template'].map(typed),
  ...['_mtermvectors', '_rollup_search', '_search', '_search/template', '_termvectors'].map(typed),
  ...['_update_by_query', '_validate/query', '_mapping'].map(typed),
  ...['_create', '_explain', '_source', '_termvectors', '_update'].map((command) => ({
    path: `/{index}/{type}/{id}/${command}`,
    newPath: `/{index}/${command}/{id}`,
  })),
  { path: '/{index}/_mapping/{type}', newPath: '/{index}/_mapping' },
  { path: '/_mapping/{type}', methods: ['GET', 'HEAD'], newPath: '/_mapping' },
  { path: '/{index}/_mapping/{type}/field/{field}', newPath: '/{index}/_mapping/field/{field}' },
  { path: '/_mapping/{type}/field/{field}', newPath: '/_mapping/field/{field}' },
  { path: '/{index}/{type}', methods: ['POST'], newPath: '/{index}/_doc' },
  { path: '/{index}/{type}/{id}', methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], newPath: '/{index}/_doc/{id}' },
];

function typed(command: string): RetiredPath {
  return { path: `/{index}/{type}/${command}`, newPath: `/{index}/${command}` };
}

/** Parts of the interface that newer versions do not have. */
export const retired: readonly RetiredApi[] = [
  {
    title: 'Mapping types in paths',
    paths: typedPaths,
    instead: 'Use the path without the type.',
    ...removedIn('8.0'),
  },
  {
    title: 'Paths with `_xpack`',
    paths: [
      ...['license', 'migration', 'ml', 'monitoring', 'rollup', 'security', 'sql', 'watcher'].map((part) => ({
        path: `/_xpack/${part}/{rest}`,
      })),
      { path: '/_xpack/ssl/certificates', newPath: '/_ssl/certificates' },
      { path: '/{index}/_xpack/graph/_explore', newPath: '/{index}/_graph/explore' },
    ],
    instead: 'Use the same path without `_xpack`, for example `/_security/user` or `/_ml/anomaly_detectors`.',
    ...removedIn('8.0'),
  },
  {
    title: 'Synced flush',
    paths: [
      { path: '/_flush/synced', newPath: '/_flush' },
      { path: '/{index}/_flush/synced', newPath: '/{index}/_flush' },
    ],
    ...removedIn('8.0'),
  },
  {
    title: 'Freezing an index',
    paths: [{ path: '/{index}/_freeze', methods: ['POST'] }],
    instead: 'No replacement is needed: indices that are not in use take little memory.',
    ...removedIn('8.0'),
  },
  {
    title: 'The upgrade API of indices',
    paths: [{ path: '/_upgrade' }, { path: '/{index}/_upgrade' }],
    instead: 'Use `POST /_reindex`.',
    ...removedIn('8.0'),
  },
  {
    title: 'Voting exclusions by a node filter',
    paths: [{ path: '/_cluster/voting_config_exclusions/{node}', methods: ['POST'] }],
    instead: 'Use `POST /_cluster/voting_config_exclusions` with `node_names` or `node_ids`.',
    ...removedIn('8.0'),
  },
  {
    title: 'The term vector API in the singular form',
    paths: [
      { path: '/{index}/{type}/_termvector', newPath: '/{index}/_termvectors' },
      { path: '/{index}/{type}/{id}/_termvector', newPath: '/{index}/_termvectors/{id}' },
    ],
    ...removedIn('7.0'),
  },
  {
    title: 'The percolate APIs',
    paths: [
      { path: '/_percolate' },
      { path: '/_mpercolate' },
      { path: '/{index}/_mpercolate' },
      { path: '/{index}/{type}/_percolate/{rest}' },
      { path: '/{index}/{type}/_mpercolate' },
      { path: '/{index}/{type}/{id}/_percolate/{rest}' },
    ],
    instead: 'Use a `percolate` query in `_search`.',
    ...removedIn('6.0'),
  },
  {
    title: 'The optimize API',
    paths: [
      { path: '/_optimize', newPath: '/_forcemerge' },
      { path: '/{index}/_optimize', newPath: '/{index}/_forcemerge' },
    ],
    ...removedIn('5.0'),
  },
  {
    title: 'The search-exists API',
    paths: [
      { path: '/_search/exists' },
      { path: '/{index}/_search/exists' },
      { path: '/{index}/{type}/_search/exists' },
    ],
    instead: 'Use `_search` with `"size": 0` and `"terminate_after": 1`.',
    ...removedIn('5.0'),
  },
  {
    title: 'The shutdown API of the cluster',
    paths: [
      { path: '/_shutdown' },
      { path: '/_cluster/nodes/_shutdown' },
      { path: '/_cluster/nodes/{node}/_shutdown' },
    ],
    instead: 'Stop the nodes by the operating system.',
    ...removedIn('2.0'),
  },
  {
    title: 'Rivers',
    paths: [{ path: '/_river/{rest}' }],
    instead: 'Send the documents with `_bulk`.',
    ...removedIn('2.0'),
  },
  {
    title: 'Delete by query at `_query`',
    paths: [
      { path: '/{index}/_query', methods: ['DELETE'] },
      { path: '/{index}/{type}/_query', methods: ['DELETE'] },
    ],
    instead: 'Use `POST /{index}/_delete_by_query`.',
    ...removedIn('2.0'),
  },
];
