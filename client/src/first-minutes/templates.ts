/** A request file to begin with. Its text stands in `templates/`, under the id. */
export interface Template {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly language: 'http' | 'jsonc';
  /** The heading of the list below which it stands. */
  readonly area: 'Search cluster' | 'Code hosting' | 'General' | 'JSON body files';
}

/** What can be chosen, in this order. */
export const templates: readonly Template[] = [
  http('General', 'empty', 'Empty file', 'Start from nothing; Ctrl+Space offers whole requests'),
  http('General', 'mistake', 'Request with a mistake', 'See how a mistake is shown and fixed'),
  http('Search cluster', 'api-key', 'API key', 'Create a key that may read logs for a week'),
  http('Search cluster', 'role-descriptor', 'Role descriptor', 'Limit a key to some privileges and indices'),
  http('Search cluster', 'snapshot-repository', 'Snapshot repository', 'Register, verify and unregister a repository'),
  http('Search cluster', 'follower-index', 'Follower index', 'Follow an index of another cluster'),
  http('Search cluster', 'flattened', 'Flattened mapping and search', 'One field for an object with any keys'),
  http('Code hosting', 'webhook', 'Webhook', 'Create, change and delete a webhook of a repository'),
  http('Code hosting', 'collaborators', 'Collaborators', 'Who may do what in a classic project (deprecated)'),
  json('api-key', 'API key (JSON)', 'The body of a request that creates a key'),
  json('role-descriptor', 'Role descriptor (JSON)', 'One role of an API key'),
  json('snapshot-repository', 'Snapshot repository (JSON)', 'Type and settings of a repository'),
  json('mapping', 'Mapping (JSON)', 'An index with a flattened field'),
  json('webhook', 'Webhook (JSON)', 'The body of a request that creates a webhook'),
];

/** Returns the template with an id; undefined for anything else. */
export function templateOf(id: unknown): Template | undefined {
  return templates.find((one) => one.id === id);
}

/** Returns the file of a template, as a path in the extension's folder; undefined for the empty one. */
export function templateFile({ id, language }: Template): string | undefined {
  if (id === 'empty') return undefined;
  return language === 'http' ? `templates/${id}.http` : `templates/${id.replace(/-json$/, '')}.json`;
}

function http(area: Template['area'], id: string, label: string, description: string): Template {
  return { id, label, description, language: 'http', area };
}

function json(id: string, label: string, description: string): Template {
  return { id: `${id}-json`, label, description, language: 'jsonc', area: 'JSON body files' };
}
