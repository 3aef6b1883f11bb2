import type { SourceDocument } from './service';

/** The two documents with every section heading as in the document. The summaries are our own. */
export const documents = [
  {
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
  },
  {
    id: 'code-hosting',
    title: 'Code-Hosting Service: Project (classic) Collaborators and Repository Webhooks',
    sections: [
      {
        title: 'What the service does',
        summary: 'The two areas of the code host that the document covers.',
        isEmpty: 'overview',
      },
      {
        title: 'Resources and their fields',
        summary: 'The objects in requests and responses.',
        isEmpty: 'overview',
      },
      { title: 'Common request headers', summary: 'The header fields that every request carries.' },
      { title: 'Project record', summary: 'How a classic project is identified.' },
      {
        title: 'User object (list of collaborators, permission response)',
        summary: 'The fields of a user in responses about collaborators.',
      },
      { title: 'Webhook', summary: 'The fields of a repository webhook.' },
      {
        title: 'Webhook configuration (config)',
        summary: 'Where and how a webhook delivers, and the secret that signs its deliveries.',
      },
      { title: 'Delivery summary (list items)', summary: 'The fields of a delivery in the list of deliveries.' },
      {
        title: 'Delivery detail (single read)',
        summary: 'The recorded request and response of one delivery, with their headers.',
      },
      { title: 'States and transitions', summary: 'Active and inactive webhooks, and webhooks without a delivery.' },
      { title: 'Endpoints', summary: 'The operations of the service, by area.', isEmpty: 'overview' },
      {
        title: 'Project (classic) collaborators',
        summary: 'The operations on the collaborators of a classic project.',
      },
      { title: 'Repository webhooks', summary: 'The operations on webhooks and their deliveries, and four rules.' },
      { title: 'Authentication', summary: 'Tokens, and the permissions and scopes that operations need.' },
      { title: 'Events', summary: 'How a delivery is sent, named and signed.' },
      { title: 'Errors', summary: 'The meaning of each error status.' },
      { title: 'Limits', summary: 'Page sizes, and how long `last_response` keeps its values.' },
      { title: 'Versioning', summary: 'The header that selects a version, and earlier paths.' },
    ],
  },
] as const satisfies readonly SourceDocument[];

type Documents = (typeof documents)[number];

/** A section heading of the document; any other text fails to compile. */
export type SectionTitle<D extends Documents['id']> = Extract<
  Documents,
  { readonly id: D }
>['sections'][number]['title'];

/** The id of a document, which is that of its service. */
export type DocumentId = Documents['id'];
