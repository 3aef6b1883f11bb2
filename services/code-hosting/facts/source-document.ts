import { sourcesOf } from '@rulebook/catalogue/provenance';
import type { SourceDocument } from '@rulebook/catalogue/service';

/** The document with every section heading as it is there. The summaries are our own. */
export const document = {
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
} as const satisfies SourceDocument;

/** Make the provenance of a fact: `documented` of one that the document states in a section, `reference` of one that fills what it leaves open there. */
export const { documented, reference } = sourcesOf(document);
