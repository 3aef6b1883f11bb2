// A request file as large as a user's collection of years: valid requests of many kinds, and known mistakes in some of their bodies.
import { randomNumbers } from './statistics.mjs';

const words = ['logs', 'metrics', 'orders', 'traces', 'audit', 'events', 'clicks', 'builds', 'sensors', 'payments'];
const regions = ['eu', 'us', 'ap', 'sa'];
const privileges = ['read', 'view_index_metadata', 'write', 'create_doc', 'monitor', 'manage'];
const fieldTypes = ['keyword', 'text', 'date', 'long', 'boolean', 'flattened'];

/**
 * One request; `lines` are those of a body of several JSON texts.
 * @typedef {{ title: string, request: string, body?: any, lines?: readonly any[] }} Sample
 */

/** @type {Record<string, (n: number, next: (below: number) => number) => Sample>} */
const kinds = {
  key: (n, next) => ({
    title: 'Create a key of few privileges',
    request: n % 2 === 0 ? 'POST /_security/api_key' : 'PUT /_security/api_key?refresh=wait_for',
    body: {
      name: `${words[next(10)]}-reader-${n}`,
      expiration: `${1 + next(30)}d`,
      role_descriptors: Object.fromEntries(
        Array.from({ length: 2 + next(2) }, (_, at) => [
          `role-${n}-${at}`,
          {
            cluster: ['monitor'],
            indices: [
              {
                names: [`${words[next(10)]}-{{team}}-*`, `${words[next(10)]}-${n}`],
                privileges: [privileges[next(3)], 'monitor'],
              },
              { names: [`archive-${n}-*`], privileges: ['read'] },
            ],
            description: `Lets the application ${n} of the team {{team}} read what it and the others of its group wrote, in all regions.`,
          },
        ]),
      ),
      metadata: { application: `application-${n}`, environment: '{{stage}}' },
    },
  }),
  index: (n, next) => ({
    title: 'Create an index',
    request: `PUT /${words[next(10)]}-${n}`,
    body: {
      settings: { number_of_shards: 1 + next(3), number_of_replicas: next(2), refresh_interval: `${1 + next(60)}s` },
      mappings: {
        properties: Object.fromEntries(
          Array.from({ length: 6 + next(6) }, (_, at) => [
            `field_${n}_${at}`,
            { type: fieldTypes[next(fieldTypes.length)] },
          ]),
        ),
      },
    },
  }),
  search: (n, next) => ({
    title: 'Search by words and time',
    request: `POST /searched-${n}/_search`,
    body: {
      query: {
        bool: {
          must: [{ match: { message: `disk full ${n}` } }],
          filter: [{ range: { created: { gte: `now-${1 + next(48)}h`, lt: 'now' } } }, { term: { host: '{{host}}' } }],
        },
      },
      sort: [{ created: 'desc' }],
      from: next(5) * 10,
      size: 10 + next(40),
      track_total_hits: true,
    },
  }),
  document: (n, next) => ({
    title: 'Index a document',
    request: `PUT /documents-${n}/_doc/${next(1000)}`,
    body: {
      message: `The disk of host ${n} is full, so that nothing more can be written to any of its indices until a user makes room.`,
      created: `2026-0${1 + next(9)}-1${next(9)}T08:00:00Z`,
      host: { name: '{{host}}', region: regions[next(4)], cores: 1 + next(64) },
      labels: [`label-${next(50)}`, `team-{{team}}`],
      attributes: { attempt: next(9), duration: next(10_000), isRetried: next(2) === 0 },
    },
  }),
  bulk: (n, next) => ({
    title: 'Index several documents',
    request: `POST /bulk-${n}/_bulk`,
    lines: Array.from({ length: 4 }, (_, at) => [
      { index: { _id: `${n}-${at}` } },
      {
        message: `Order ${n}-${at} was paid, and the customer has got the receipt and the date of the delivery by mail.`,
        created: `2026-0${1 + next(9)}-1${next(9)}T09:30:00Z`,
        labels: { environment: 'staging', team: 'payments' },
        amount: next(100_000),
        region: regions[next(4)],
      },
    ]).flat(),
  }),
  repository: (n, next) => ({
    title: 'Register a repository',
    request: `PUT /_snapshot/repository-${n}`,
    body: {
      type: 'fs',
      settings: {
        location: `/mnt/backups/repository-${n}`,
        compress: next(2) === 0,
        chunk_size: `${1 + next(8)}gb`,
        max_snapshot_bytes_per_sec: `${10 + next(80)}mb`,
      },
    },
  }),
  hook: (n, next) => ({
    title: 'Create a webhook',
    request: `POST /repos/{{owner}}/repository-${n}/hooks`,
    body: {
      name: 'web',
      active: true,
      events: ['push', 'issues', 'pull_request'].slice(next(3)),
      config: {
        url: `https://hooks.example.com/receivers/${n}`,
        content_type: 'json',
        secret: '{{hook_secret}}',
        insecure_ssl: '0',
      },
    },
  }),
  follow: (n, next) => ({
    title: 'Follow an index of the other cluster',
    request: `PUT /follower-${n}/_ccr/follow?wait_for_active_shards=1`,
    body: {
      remote_cluster: 'leader',
      leader_index: `${words[next(10)]}-leader-${n}`,
      max_read_request_operation_count: 1000 + next(4000),
      max_read_request_size: `${1 + next(32)}mb`,
      max_outstanding_read_requests: 1 + next(12),
      read_poll_timeout: `${10 + next(50)}s`,
    },
  }),
  pattern: (n, next) => ({
    title: 'Follow each new index of a name',
    request: `PUT /_ccr/auto_follow/pattern-${n}`,
    body: {
      remote_cluster: 'leader',
      leader_index_patterns: [`${words[next(10)]}-${n}-*`],
      leader_index_exclusion_patterns: [`${words[next(10)]}-${n}-private-*`],
      max_outstanding_write_requests: 1 + next(9),
    },
  }),
};

/** Requests without a body. */
const reads = [
  (n) => ({ title: 'Whose credential is this?', request: `GET /_ccr/auto_follow/of-team-${n}` }),
  (n) => ({ title: 'Show the webhooks', request: `GET /repos/{{owner}}/listed-${n}/hooks?per_page=${1 + (n % 100)}` }),
  (n) => ({ title: 'Show one webhook', request: `GET /repos/{{owner}}/listed-${n}/hooks/${n}` }),
  (n) => ({ title: 'What does it follow?', request: `GET /followed-${n}/_ccr/info` }),
  (n) => ({ title: 'Show a repository', request: `GET /_snapshot/shown-${n},shown-${n}-*` }),
  (n) => ({ title: 'Delete an index', request: `DELETE /deleted-${n}` }),
  (n) => ({ title: 'Send a test event', request: `POST /repos/{{owner}}/listed-${n}/hooks/${n}/pings` }),
];

/**
 * What can be wrong in a body: each is one finding, also for a JSON Schema.
 * @type {Record<string, readonly { rule: string, slip: (body: any, n: number) => void }[]>}
 */
const slips = {
  key: [
    { rule: 'unknown-field', slip: (body) => (body.expire = '7d') },
    { rule: 'unknown-field', slip: (body) => (body.meta_data = {}) },
    { rule: 'wrong-type', slip: (body) => (body.metadata = 7) },
  ],
  repository: [
    { rule: 'wrong-type', slip: (body, n) => (body.settings.location = n) },
    { rule: 'unknown-field', slip: (body) => (body.settings.adress = 'a') },
  ],
  hook: [
    { rule: 'unknown-field', slip: (body) => (body.config.adress = 'https://example.com/') },
    { rule: 'wrong-type', slip: (body) => (body.active = 'yes') },
  ],
  follow: [
    { rule: 'required-field', slip: (body) => delete body.leader_index },
    { rule: 'unknown-field', slip: (body) => (body.max_reads = 3) },
  ],
  pattern: [
    { rule: 'required-field', slip: (body) => delete body.remote_cluster },
    { rule: 'wrong-type', slip: (body) => (body.leader_index_patterns = 7) },
  ],
};

const head = `# Requests of several teams against two services.

@team = search
@owner = octocat
@stage = staging
@host = host-17
@token = {{$processEnv TOKEN}}
@hook_secret = {{$processEnv HOOK_SECRET}}
`;

/**
 * Returns a request file, the same for each seed, with what its bodies hold by kind and how many findings it has by rule. Of each ten
 * requests one has a mistake, unless `mistakes` is 0; seven or eight have a body.
 * @param {{ requests: number, seed?: number, mistakes?: number }} options
 */
export function generateFile({ requests, seed = 1, mistakes = 0.1 }) {
  const next = randomNumbers(seed);
  const names = Object.keys(kinds);
  /** @type {Record<string, any[]>} */
  const bodies = {};
  /** @type {Record<string, any[]>} */
  const valid = {};
  /** @type {Record<string, number>} */
  const findings = {};
  const blocks = [head];
  let bodyCount = 0;
  let left = Math.round(requests * mistakes);
  for (let n = 0; n < requests; n++) {
    const kind = n % 4 === 3 ? undefined : (names[(n - (n >> 2)) % names.length] ?? 'key');
    const sample = /** @type {Sample} */ (
      kind === undefined ? reads[(n >> 2) % reads.length]?.(n) : kinds[kind]?.(n, next)
    );
    const own = kind === undefined ? undefined : slips[kind];
    const spacing = Math.max(1, Math.floor(1 / Math.max(mistakes, 1e-9)));
    const isDue = left > 0 && own !== undefined && n >= (Math.round(requests * mistakes) - left) * spacing;
    const chosen = isDue ? own[next(own.length)] : undefined;
    if (chosen) {
      chosen.slip(sample.body, n);
      left--;
      findings[chosen.rule] = (findings[chosen.rule] ?? 0) + 1;
    }
    if (kind !== undefined) {
      bodyCount++;
      const texts = sample.lines ?? [sample.body];
      for (const [at, value] of texts.entries()) {
        const name = sample.lines ? `${kind}-${at % 2}` : kind;
        (bodies[name] ??= []).push(value);
        if (!chosen) (valid[name] ??= []).push(value);
      }
    }
    blocks.push(textOf(sample, `${kind ?? 'read'}-${n}`, n));
  }
  const planted = Object.values(findings).reduce((sum, count) => sum + count, 0);
  return { text: blocks.join('\n'), bodies, valid, bodyCount, findings, planted };
}

/** @param {Sample} sample */
function textOf({ title, request, body, lines }, name, n) {
  const rows = [`### ${title} (${n})`];
  if (n % 3 !== 0) rows.push(`# @name ${name}`);
  if (n % 5 === 0)
    rows.push(
      `# Asked for by the team of ${words[n % words.length]}, for the report of the month and for the page of its state.`,
    );
  rows.push(request);
  if (n % 2 === 0) rows.push('Accept: application/json');
  if (!name.startsWith('key')) rows.push('Authorization: Bearer {{token}}');
  if (body !== undefined) {
    // Short lists on one line, as people write them.
    const inline = (_, items) => `[${items.trim().split(/\n */).join(' ')}]`;
    const printed = JSON.stringify(body, null, 2)
      .replace(/\[\n((?:[^[\]{}]|\{\{\w+\}\})*)\n *\]/g, inline)
      .split('\n');
    if (n % 7 === 0) printed.splice(1, 0, '  // Agreed upon with those who read it.');
    rows.push('Content-Type: application/json', '', ...printed);
  }
  if (lines) rows.push('Content-Type: application/x-ndjson', '', ...lines.map((line) => JSON.stringify(line)));
  return `${rows.join('\n')}\n`;
}
