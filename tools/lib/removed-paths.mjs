// Requests of the corpora that the published descriptions do not have, with the reason. What is not here is a gap.

/** @type {readonly { service: string, path: RegExp, methods?: readonly string[], reason: string }[]} */
const removed = [
  {
    service: 'elasticsearch',
    path: /^\/_(?:encryption\/_reset|inference\/_region_policy|query\/(?:data_source|dataset))(?:\/|$)/,
    reason: 'newer than the version of the description',
  },
  { service: 'github', path: /^\/authorizations(?:\/|$)/, reason: 'OAuth authorizations, removed in 2020' },
  {
    service: 'github',
    path: /^\/(?:projects|repos\/[^/]+\/[^/]+\/projects|(?:users|orgs)\/[^/]+\/projects)(?:\/|$)/,
    reason: 'classic projects, removed in 2025',
  },
  {
    service: 'github',
    path: /^\/(?:repositories|organizations)\/\d+(?:\/|$)/,
    reason: 'an address by number, to which the service redirects; never described',
  },
  { service: 'github', path: /^\/hooks(?:\/[a-z]+)?$/, reason: 'the list of service hooks, removed in 2019' },
  { service: 'github', path: /^\/legacy\//, reason: 'the first search, removed' },
  { service: 'github', path: /^\/user\/subscriptions\/[^/]+\/[^/]+$/, reason: 'the first way to watch, removed' },
  { service: 'github', path: /^\/repos\/[^/]+\/[^/]+\/downloads(?:\/|$)/, reason: 'downloads, removed' },
  { service: 'github', path: /^\/reactions\/\d+$/, reason: 'reactions by their number alone, removed' },
  {
    service: 'github',
    path: /^\/repos\/[^/]+\/[^/]+\/git\/refs$/,
    methods: ['GET'],
    reason: 'the list of all references, replaced by matching references',
  },
  {
    service: 'github',
    path: /^\/repos\/[^/]+\/[^/]+\/git\/ref\//,
    methods: ['PATCH', 'DELETE'],
    reason: 'changes of references in the singular form, which was never described',
  },
  {
    service: 'github',
    path: /^\/enterprises\/[^/]+\/consumed-licenses$/,
    reason: 'only in the description of Enterprise Cloud',
  },
  { service: 'github', path: /^\/api\/v3\//, reason: 'with the base path of Enterprise Server' },
];

/** Returns why no description has the request; undefined: it should have it. */
export function reasonOfAbsence({ service, method, path }) {
  const plain = path.replace(/\?.*$/, '');
  return removed.find(
    (one) => one.service === service && one.path.test(plain) && one.methods?.includes(method) !== false,
  )?.reason;
}
