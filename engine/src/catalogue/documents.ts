import type { ServiceId, SourceDocument } from './model';

/** The two documents with every section heading as it stands there; the summaries are ours. */
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
        summary: 'The objects that requests and answers are made of.',
        isEmpty: 'overview',
      },
      {
        title: 'API key create request body (JSON, all fields optional)',
        summary: 'The four members of the request that creates an API key.',
      },
      {
        title: 'Role descriptor (value of each entry of role_descriptors)',
        summary: 'What one role of an API key grants: cluster, index, remote, global and application privileges.',
      },
      { title: 'API key create response (200)', summary: 'What a new API key is answered with, its secret included.' },
      { title: 'Snapshot repository', summary: 'Repository types and the settings of each type.' },
      {
        title: 'Follower index (cross-cluster replication)',
        summary: 'What names a leader, and what a follower reports about itself.',
      },
      { title: 'Flattened field', summary: 'A field type that indexes a whole object as one field.' },
      { title: 'States and transitions', summary: 'Which step leads from which state to which.' },
      { title: 'Snapshot repository', summary: 'How a repository becomes registered, changed and unregistered.' },
      { title: 'Follower index', summary: 'How replication is paused, resumed and ended.' },
      { title: 'Endpoints', summary: 'The operations of the service, by area.', isEmpty: 'overview' },
      { title: 'Create an API key', summary: 'Method, path, query, privilege and the four rules of key creation.' },
      { title: 'Snapshot repositories', summary: 'The operations on repositories and the rules of each type.' },
      {
        title: 'Cross-cluster replication',
        summary: 'The operations on follower indices and how to recreate one.',
      },
      { title: 'Flattened field usage', summary: 'Mapping, indexing and searching a flattened field.' },
      { title: 'Authentication', summary: 'The header that carries an API key.' },
      { title: 'Events', summary: 'Nothing is described here.', isEmpty: 'not-shown' },
      { title: 'Errors', summary: 'Which situations are answered with an error.' },
      { title: 'Limits', summary: 'Numbers that bound retries, time and depth.' },
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
        summary: 'The objects that requests and answers are made of.',
        isEmpty: 'overview',
      },
      { title: 'Common request headers', summary: 'The header fields that every request carries.' },
      { title: 'Project record', summary: 'How a classic project is identified.' },
      {
        title: 'User object (list of collaborators, permission response)',
        summary: 'The members of a user in the answers about collaborators.',
      },
      { title: 'Webhook', summary: 'The members of a repository webhook.' },
      {
        title: 'Webhook configuration (config)',
        summary: 'Where and how a webhook delivers, and the secret that signs its deliveries.',
      },
      { title: 'Delivery summary (list items)', summary: 'What the list of deliveries says about each of them.' },
      {
        title: 'Delivery detail (single read)',
        summary: 'The recorded request and response of one delivery, and the headers that it carried.',
      },
      { title: 'States and transitions', summary: 'Active and inactive webhooks, and webhooks that never delivered.' },
      { title: 'Endpoints', summary: 'The operations of the service, by area.', isEmpty: 'overview' },
      {
        title: 'Project (classic) collaborators',
        summary: 'The operations on the collaborators of a classic project.',
      },
      { title: 'Repository webhooks', summary: 'The operations on webhooks and their deliveries, and four rules.' },
      { title: 'Authentication', summary: 'Tokens, and the permissions and scopes that each operation needs.' },
      { title: 'Events', summary: 'How a delivery is sent, named and signed.' },
      { title: 'Errors', summary: 'What each error status means.' },
      { title: 'Limits', summary: 'Page sizes, and how long the last response is remembered.' },
      { title: 'Versioning', summary: 'The header that selects a version, and forms of earlier days.' },
    ],
  },
] as const satisfies readonly SourceDocument[];

type Documents = (typeof documents)[number];

/** A section heading of the document; any other text fails to compile. */
export type SectionTitle<D extends ServiceId> = Extract<Documents, { readonly id: D }>['sections'][number]['title'];
