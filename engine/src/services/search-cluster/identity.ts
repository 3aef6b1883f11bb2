import type { BodyFileName, ServiceIdentity } from '../../catalogue/identity';

/** What the search cluster is called, who plays it, and which files hold its bodies. */
export const searchCluster: ServiceIdentity = {
  id: 'search-cluster',
  title: 'Search cluster',
  servers: [
    {
      name: 'cluster',
      endpoint: 'sandbox-cluster',
      title: 'search cluster',
      summary: 'a search cluster',
      portOffset: 0,
      isDefault: true,
    },
    {
      name: 'leader',
      endpoint: 'sandbox-leader',
      title: 'second search cluster',
      summary: 'the search cluster that the other one has as its remote cluster "leader"',
      portOffset: 1,
    },
  ],
  startOptions: [
    {
      flags: '--path-repo <folder>',
      summary:
        'allow snapshot repositories below this folder (default: a folder of its own, beside the state file if there is one); repeatable',
      group: 'Behaviour',
      member: 'pathRepo',
      takes: 'folders',
      own: 'repositories',
    },
    {
      flags: '--allowed-url <pattern>',
      summary: 'allow read-only snapshot repositories at URLs that match; repeatable',
      group: 'Behaviour',
      member: 'allowedUrls',
      takes: 'addresses',
    },
  ],
  bodyFiles: [
    { suffix: '.api-key.json', method: 'PUT', target: '/_security/api_key', at: '' },
    { suffix: '.role-descriptor.json', method: 'PUT', target: '/_security/api_key', at: '/role_descriptors/*' },
    { suffix: '.snapshot-repository.json', method: 'PUT', target: '/_snapshot/{{repository}}', at: '' },
    // A mapping stands alone, or in the body that creates its index.
    { ...index(''), holds: ['mappings', 'settings', 'aliases'] },
    index('/mappings'),
  ],
};

function index(at: string): BodyFileName {
  return { suffix: '.mapping.json', method: 'PUT', target: '/{{index}}', at };
}
