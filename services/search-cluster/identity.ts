import type { BodyFileName, ServiceIdentity } from '@rulebook/catalogue/identity';

/** What the search cluster is called, who plays it, and which files hold its bodies. */
export const searchCluster: ServiceIdentity = {
  id: 'search-cluster',
  title: 'Search cluster',
  products: 'Elasticsearch',
  client: {
    title: 'Elasticsearch client',
    package: '@elastic/elasticsearch',
    className: 'Client',
    variable: 'client',
    baseUrl: 'node',
    auth: { apikey: '{ apiKey: $ }', bearer: '{ bearer: $ }' },
    methods: 'client',
    style: 'transport',
  },
  shownProducts: [
    {
      vendor: 'elasticsearch',
      title: 'Elasticsearch',
      short: 'es',
      isUsual: true,
      header: { name: 'x-elastic-product', value: 'Elasticsearch' },
      body: { at: ['tagline'], value: 'You Know, for Search', version: ['version', 'number'] },
    },
  ],
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
      flags: '--version <version>',
      summary: 'respond as this version of a search cluster, such as 8.19 or 9.5 (default: 8.15.0)',
      group: 'Behaviour',
      member: 'clusterVersion',
      takes: 'word',
      form: { pattern: /^\d{1,3}(?:\.\d{1,4}){1,2}$/, advice: 'a version; use two or three numbers, such as 9.5' },
      target: 'version',
    },
    {
      flags: '--product <name>',
      summary: 'respond as this product, as the member vendor of endpoints names it (default: elasticsearch)',
      group: 'Behaviour',
      member: 'clusterProduct',
      takes: 'word',
      target: 'vendor',
    },
    {
      flags: '--path-repo <folder>',
      summary:
        'allow snapshot repositories below this folder (default: a folder of its own, next to the state file if there is one); repeatable',
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
  templates: [
    { id: 'api-key', label: 'API key', description: 'Create a key that may read logs for a week' },
    { id: 'role-descriptor', label: 'Role descriptor', description: 'Limit a key to some privileges and indices' },
    {
      id: 'snapshot-repository',
      label: 'Snapshot repository',
      description: 'Register, verify and unregister a repository',
    },
    { id: 'follower-index', label: 'Follower index', description: 'Follow an index of another cluster' },
    { id: 'flattened', label: 'Flattened mapping and search', description: 'One field for an object with any keys' },
    {
      id: 'api-key',
      label: 'API key (JSON)',
      description: 'The body of a request that creates a key',
      isBody: true,
    },
    { id: 'role-descriptor', label: 'Role descriptor (JSON)', description: 'One role of an API key', isBody: true },
    {
      id: 'snapshot-repository',
      label: 'Snapshot repository (JSON)',
      description: 'Type and settings of a repository',
      isBody: true,
    },
    { id: 'mapping', label: 'Mapping (JSON)', description: 'An index with a flattened field', isBody: true },
  ],
  bodyFiles: [
    // The response that created a key is kept under this name, too.
    {
      suffix: '.api-key.json',
      bareHolds: ['role_descriptors'],
      method: 'PUT',
      target: '/_security/api_key',
      at: '',
      isOfRights: true,
    },
    {
      suffix: '.role-descriptor.json',
      method: 'PUT',
      target: '/_security/api_key',
      at: '/role_descriptors/*',
      isOfRights: true,
    },
    { suffix: '.snapshot-repository.json', method: 'PUT', target: '/_snapshot/{{repository}}', at: '' },
    // A mapping is alone, or in the body that creates its index.
    { ...index(''), holds: ['mappings', 'settings', 'aliases'], bareHolds: ['mappings'] },
    { ...index('/mappings'), bareHolds: ['properties'] },
  ],
};

function index(at: string): BodyFileName {
  return { suffix: '.mapping.json', method: 'PUT', target: '/{{index}}', at };
}
