import { sourcesOf } from '@rulebook/catalogue/provenance';
import type { SourceDocument } from '@rulebook/catalogue/service';

/** The document with every section heading as it is there. The summaries are our own. */
export const document = {
  id: 'search-cluster',
  title: 'Search Cluster Service: API Keys, Snapshot Repositories, Cross-Cluster Replication, Flattened Fields',
  sections: [
    {
      title: 'What the service does',
      summary: 'The four areas of the search cluster that the document covers.',
      isEmpty: 'overview',
    },
    {
      title: 'Resources and their fields',
      summary: 'The objects in requests and responses.',
      isEmpty: 'overview',
    },
    {
      title: 'API key create request body (JSON, all fields optional)',
      summary: 'The four fields of the request that creates an API key.',
    },
    {
      title: 'Role descriptor (value of each entry of role_descriptors)',
      summary: 'What one role of an API key grants: cluster, index, remote, global and application privileges.',
    },
    {
      title: 'API key create response (200)',
      summary: 'The response to the request, including the secret of the key.',
    },
    { title: 'Snapshot repository', summary: 'Repository types and the settings of each type.' },
    {
      title: 'Follower index (cross-cluster replication)',
      summary: 'The fields that name a leader index, and the statistics of a follower index.',
    },
    { title: 'Flattened field', summary: 'A field type that indexes a whole object as one field.' },
    { title: 'States and transitions', summary: 'The states of resources, and the steps between them.' },
    { title: 'Snapshot repository', summary: 'How a repository is registered, updated and unregistered.' },
    { title: 'Follower index', summary: 'How replication is paused, resumed and ended.' },
    { title: 'Endpoints', summary: 'The operations of the service, by area.', isEmpty: 'overview' },
    { title: 'Create an API key', summary: 'Method, path, query, privilege and the four rules of key creation.' },
    { title: 'Snapshot repositories', summary: 'The operations on repositories and the rules of each type.' },
    {
      title: 'Cross-cluster replication',
      summary: 'The operations on follower indices, and how to recreate one.',
    },
    { title: 'Flattened field usage', summary: 'Mapping, indexing and searching a flattened field.' },
    { title: 'Authentication', summary: 'The header that carries an API key.' },
    { title: 'Events', summary: 'Nothing is described here.', isEmpty: 'not-shown' },
    { title: 'Errors', summary: 'The situations that lead to an error.' },
    { title: 'Limits', summary: 'Limits of retries, time and depth.' },
    { title: 'Versioning', summary: 'The versions in which elements were added.' },
  ],
} as const satisfies SourceDocument;

/** A section heading of the document; any other text fails to compile. */
export type SectionTitle = (typeof document)['sections'][number]['title'];

/** Make the provenance of a fact: `documented` of one that the document states in a section, `reference` of one that fills what it leaves open there. */
export const { documented, reference } = sourcesOf(document);
