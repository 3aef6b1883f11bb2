import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import type { Severity } from '../../../packages/catalogue/src/facts';

const engine = createEngine({
  onRuleFailure: (rule) => {
    throw new Error(`The rule ${rule} threw.`);
  },
});

function findingsIn(text: string, path: 'body' | 'all' = 'all'): readonly string[] {
  const report = engine.check(engine.openFile(text), { context: { endpoints: [], defaults: {} }, severities: {} });
  return report.findings
    .flat()
    .filter(({ rule }) => path === 'all' || rule !== 'absent-field')
    .map(({ rule, severity }) => `${severity} ${rule}`);
}

const key = (body: unknown, head = '') => `PUT /_security/api_key\n${head}\n${JSON.stringify(body)}\n`;
const role = (descriptor: unknown) => key({ name: 'k', expiration: '1d', role_descriptors: { r: descriptor } });
const derived = 'Authorization: ApiKey {{key}}\n';
const hooks = '/repos/octocat/hello-world/hooks';
const https = 'https://example.com/';
const safe = { url: https, content_type: 'json', secret: '{{secret}}' };
const create = (body: object) => `POST ${hooks}\n\n${JSON.stringify({ config: safe, events: ['push'], ...body })}\n`;
const update = (body: object) => `PATCH ${hooks}/1\n\n${JSON.stringify(body)}\n`;
const config = (body: object) => `PATCH ${hooks}/1/config\n\n${JSON.stringify(body)}\n`;
const withConfig = (body: object) => create({ config: { ...safe, ...body } });

type Case = readonly [title: string, request: string, rule: string, severity: Severity];

const invalid: readonly Case[] = [
  ['an undocumented method', 'PATCH /_security/api_key\n', 'undocumented-method', 'warning'],
  ['a value of refresh', 'PUT /_security/api_key?refresh=now\n\n{}\n', 'unknown-value', 'error'],
  ['a field of the request', key({ names: 'k' }), 'unknown-field', 'warning'],
  ['the type of name', key({ name: 5 }), 'wrong-type', 'error'],
  ['a long name', key({ name: 'n'.repeat(257) }), 'length-limit', 'warning'],
  ['a name with blanks around it', key({ name: ' n' }), 'untrimmed-text', 'warning'],
  ['a name with an underscore before it', key({ name: '_n' }), 'forbidden-affix', 'warning'],
  ['no name', key({}), 'required-field', 'hint'],
  ['the type of expiration', key({ expiration: 86400 }), 'wrong-type', 'error'],
  ['the form of expiration', key({ expiration: 'tomorrow' }), 'malformed-time-value', 'warning'],
  ['no expiration', key({ name: 'k', role_descriptors: { r: {} } }), 'absent-field', 'information'],
  ['roles in a list', key({ role_descriptors: [{ cluster: ['all'] }] }), 'unexpected-item', 'error'],
  ['null in the list of roles', key({ role_descriptors: [null] }), 'unexpected-item', 'error'],
  ['roles as a text', key({ role_descriptors: 'admin' }), 'wrong-type', 'error'],
  ['no roles', key({ name: 'k', expiration: '1d' }), 'absent-field', 'information'],
  ['empty roles', key({ role_descriptors: {} }), 'empty-object', 'information'],
  ['an empty list of roles', key({ role_descriptors: [] }), 'empty-list', 'information'],
  ['the type of metadata', key({ metadata: 'a' }), 'wrong-type', 'error'],
  ['a reserved key', key({ metadata: { _app: 'x' } }), 'reserved-key', 'error'],
  ['a reserved key further in', key({ metadata: { a: { _b: 1 } } }), 'reserved-key', 'information'],
  [
    'a derived key with privileges',
    key({ role_descriptors: { r: { cluster: ['all'] } } }, derived),
    'privileged-derived-key',
    'error',
  ],
  [
    'a derived key with the older name',
    key({ role_descriptors: { r: { index: [{ names: ['a'], privileges: ['read'] }] } } }, derived),
    'privileged-derived-key',
    'error',
  ],
  ['a derived key without a role', key({ name: 'k' }, derived), 'privileged-derived-key', 'error'],
  ['the type of a role', role('admin'), 'wrong-type', 'error'],
  ['a field of a role', role({ clusters: [] }), 'unknown-field', 'warning'],
  ['the type of cluster', role({ cluster: 'all' }), 'wrong-type', 'error'],
  ['a cluster privilege', role({ cluster: ['monitr'] }), 'unknown-value', 'warning'],
  ['the type of indices', role({ indices: {} }), 'wrong-type', 'error'],
  ['an entry without names', role({ indices: [{ privileges: ['read'] }] }), 'required-field', 'error'],
  ['an entry without privileges', role({ indices: [{ names: ['a'] }] }), 'required-field', 'error'],
  ['an entry under the older name', role({ index: [{ names: ['a'] }] }), 'required-field', 'error'],
  ['the type of names', role({ indices: [{ names: 5, privileges: ['read'] }] }), 'wrong-type', 'error'],
  ['the type of privileges', role({ indices: [{ names: 'a', privileges: 'read' }] }), 'wrong-type', 'error'],
  ['an index privilege', role({ indices: [{ names: 'a', privileges: ['reads'] }] }), 'unknown-value', 'warning'],
  [
    'the type of field_security',
    role({ indices: [{ names: 'a', privileges: ['read'], field_security: ['*'] }] }),
    'wrong-type',
    'error',
  ],
  ['the type of query', role({ indices: [{ names: 'a', privileges: ['read'], query: ['a'] }] }), 'wrong-type', 'error'],
  [
    'the text of query',
    role({ indices: [{ names: 'a', privileges: ['read'], query: 'match_all' }] }),
    'malformed-query-text',
    'hint',
  ],
  [
    'the type of allow_restricted_indices',
    role({ indices: [{ names: 'a', privileges: ['read'], allow_restricted_indices: 'yes' }] }),
    'wrong-type',
    'error',
  ],
  ['a wide pattern', role({ indices: [{ names: ['.*'], privileges: ['read'] }] }), 'restricted-pattern', 'hint'],
  [
    'a flag without a pattern',
    role({ indices: [{ names: ['.security-7'], privileges: ['read'], allow_restricted_indices: true }] }),
    'ineffective-flag',
    'hint',
  ],
  [
    'a remote entry without clusters',
    role({ remote_indices: [{ names: 'a', privileges: ['read'] }] }),
    'required-field',
    'error',
  ],
  ['a remote entry without names', role({ remote_indices: [{ clusters: ['c'] }] }), 'required-field', 'error'],
  [
    'the type of clusters',
    role({ remote_cluster: [{ clusters: { c: true }, privileges: [] }] }),
    'wrong-type',
    'error',
  ],
  [
    'remote indices of an older cluster',
    `# @target 8.12.0\n${role({ remote_indices: [] })}`,
    'unsupported-version',
    'information',
  ],
  [
    'a remote cluster of an older cluster',
    `# @target 8.14.0\n${role({ remote_cluster: [] })}`,
    'unsupported-version',
    'information',
  ],
  ['a remote cluster without privileges', role({ remote_cluster: [{ clusters: ['c'] }] }), 'required-field', 'error'],
  [
    'a remote cluster privilege',
    role({ remote_cluster: [{ clusters: ['c'], privileges: ['monitor'] }] }),
    'unknown-value',
    'error',
  ],
  ['the type of global', role({ global: 'all' }), 'wrong-type', 'error'],
  ['global without application', role({ global: {} }), 'required-field', 'warning'],
  ['a list of global without application', role({ global: [{}] }), 'required-field', 'warning'],
  [
    'an application without resources',
    role({ applications: [{ application: 'app', privileges: ['read'] }] }),
    'required-field',
    'error',
  ],
  [
    'the type of resources',
    role({ applications: [{ application: 'app', privileges: ['read'], resources: 1 }] }),
    'wrong-type',
    'error',
  ],
  ['a reserved key of a role', role({ metadata: { _a: 1 } }), 'reserved-key', 'error'],
  ['the type of run_as', role({ run_as: 'u' }), 'wrong-type', 'error'],
  ['run_as in serverless', `# @deployment serverless\n${role({ run_as: ['u'] })}`, 'unsupported-deployment', 'error'],
  ['run_as anywhere', role({ run_as: ['u'] }), 'unsupported-deployment', 'hint'],
  ['the type of description', role({ description: {} }), 'wrong-type', 'error'],
  ['the type of restriction', role({ restriction: ['w'] }), 'wrong-type', 'error'],
  ['a restriction without workflows', role({ restriction: {} }), 'required-field', 'warning'],
  [
    'a restriction next to another role',
    key({ role_descriptors: { r: { restriction: { workflows: ['search_application_query'] } }, s: {} } }),
    'sole-entry',
    'error',
  ],
  ['the type of transient_metadata', role({ transient_metadata: [] }), 'wrong-type', 'error'],
  [
    'a scheme without credentials',
    'PUT /_security/api_key\nAuthorization: ApiKey\n',
    'malformed-credentials',
    'warning',
  ],
  [
    'credentials that are not encoded',
    'PUT /_security/api_key\nAuthorization: ApiKey i:s\n',
    'malformed-credentials',
    'warning',
  ],

  ['another version', `GET ${hooks}\nX-Vendor-Api-Version: 2021-01-01\n`, 'unknown-value', 'warning'],
  ['a version that is no date', `GET ${hooks}\nX-Vendor-Api-Version: v3\n`, 'malformed-date', 'warning'],
  ['another media type', `GET ${hooks}\nAccept: text/html\n`, 'unknown-value', 'hint'],
  ['another scheme', `GET ${hooks}\nAuthorization: Basic {{login}}\n`, 'malformed-credentials', 'warning'],
  ['the type of hook_id', `GET ${hooks}/abc\n`, 'wrong-type', 'error'],
  ['the type of delivery_id', `GET ${hooks}/1/deliveries/0b989ba4-242f\n`, 'wrong-type', 'error'],
  ['the end of repo', 'GET /repos/o/r.git/hooks\n', 'forbidden-affix', 'error'],
  ['the type of per_page', `GET ${hooks}?per_page=all\n`, 'wrong-type', 'error'],
  ['a large page', `GET ${hooks}?per_page=101\n`, 'number-range', 'error'],
  ['an empty page', `GET ${hooks}?per_page=0\n`, 'number-range', 'warning'],
  ['the type of page', `GET ${hooks}?page=two\n`, 'wrong-type', 'error'],
  ['a page before the first', `GET ${hooks}?page=0\n`, 'number-range', 'warning'],
  ['page for deliveries', `GET ${hooks}/1/deliveries?page=2\n`, 'misplaced-query-parameter', 'warning'],
  ['cursor for webhooks', `GET ${hooks}?cursor=v1_1\n`, 'misplaced-query-parameter', 'warning'],
  ['another name', create({ name: 'example' }), 'unknown-value', 'error'],
  ['name in an update', update({ name: 'web', active: true }), 'misplaced-field', 'hint'],
  ['a field of the webhook', create({ event: ['push'] }), 'unknown-field', 'warning'],
  ['a field of the update', update({ addEvents: ['push'] }), 'unknown-field', 'warning'],
  ['add_events for a new webhook', create({ add_events: ['push'] }), 'misplaced-field', 'warning'],
  ['the type of config', create({ config: https }), 'wrong-type', 'error'],
  ['no config', `POST ${hooks}\n\n{"events":["push"]}\n`, 'absent-field', 'hint'],
  ['the type of url', withConfig({ url: 5 }), 'wrong-type', 'error'],
  ['a relative url', withConfig({ url: 'example.com' }), 'relative-url', 'warning'],
  ['a url without TLS', withConfig({ url: 'http://example.com/' }), 'insecure-url', 'hint'],
  ['another content_type', withConfig({ content_type: 'application/json' }), 'unknown-value', 'warning'],
  ['the type of content_type', withConfig({ content_type: true }), 'wrong-type', 'error'],
  ['no content_type', create({ config: { url: https, secret: '{{s}}' } }), 'absent-field', 'hint'],
  ['the type of insecure_ssl', withConfig({ insecure_ssl: false }), 'wrong-type', 'error'],
  ['another insecure_ssl', withConfig({ insecure_ssl: 'yes' }), 'unknown-value', 'error'],
  ['another number for insecure_ssl', withConfig({ insecure_ssl: 2 }), 'unknown-value', 'error'],
  ['insecure_ssl as a text', withConfig({ insecure_ssl: '1' }), 'insecure-tls', 'warning'],
  ['insecure_ssl as a number', withConfig({ insecure_ssl: 1 }), 'insecure-tls', 'warning'],
  ['the type of secret', withConfig({ secret: 12345 }), 'wrong-type', 'error'],
  ['a masked secret', withConfig({ secret: '********' }), 'masked-secret', 'warning'],
  ['no secret', create({ config: { url: https, content_type: 'json' } }), 'absent-field', 'information'],
  ['an update that drops the secret', update({ config: { url: https } }), 'dropped-secret', 'warning'],
  ['a configuration that may drop the secret', config({ url: https }), 'dropped-secret', 'information'],
  ['the type of events', create({ events: 'push' }), 'wrong-type', 'error'],
  ['null for events', create({ events: null }), 'wrong-type', 'error'],
  ['no events', `POST ${hooks}\n\n${JSON.stringify({ config: safe })}\n`, 'absent-field', 'information'],
  ['an event twice', create({ events: ['push', 'push'] }), 'duplicate-item', 'warning'],
  ['an unknown event', create({ events: ['pushes'] }), 'unknown-value', 'warning'],
  ['empty events', create({ events: [] }), 'empty-list', 'warning'],
  ['events next to add_events', update({ events: ['push'], add_events: ['issues'] }), 'conflicting-fields', 'warning'],
  [
    'an event added and removed',
    update({ add_events: ['push'], remove_events: ['push'] }),
    'contradicting-items',
    'warning',
  ],
  ['events in an update', update({ events: ['issues'] }), 'noted-value', 'information'],
  ['the type of active', create({ active: 'true' }), 'wrong-type', 'error'],
  ['an inactive webhook', create({ active: false }), 'noted-value', 'information'],
  ['an empty update', update({}), 'empty-object', 'hint'],
  [
    'a member of the webhook in its configuration',
    config({ secret: '{{s}}', events: ['push'] }),
    'misplaced-field',
    'error',
  ],
  ['config in the configuration', config({ config: safe }), 'misplaced-field', 'error'],
  ['a member of config next to it', create({ url: https }), 'misplaced-field', 'warning'],
  ['events inside config', withConfig({ events: ['push'] }), 'misplaced-field', 'warning'],
  ['a member of the response', create({ id: 1 }), 'misplaced-field', 'warning'],
  ['the former path of the test', `POST ${hooks}/1/test\n`, 'deprecated-path', 'error'],
  ['the singular of pings', `POST ${hooks}/1/ping\n`, 'deprecated-path', 'warning'],
];

const valid: readonly string[] = [
  'PUT /_security/api_key?refresh\n\n',
  'PUT /_security/api_key?refresh=wait_for&pretty\n\n',
  `POST /_security/api_key\n${derived}\n${JSON.stringify({ name: 'k', expiration: '1d', role_descriptors: { r: {} } })}\n`,
  role({ cluster: ['all', 'cluster:monitor/*', 'manage_own_api_key'] }),
  role({ indices: [{ names: 'a', privileges: ['read', 'indices:data/read/*'], query: { match_all: {} } }] }),
  role({ indices: [{ names: ['a'], privileges: ['read'], query: '{"match_all":{}}' }] }),
  role({ remote_indices: [{ clusters: 'c', names: 'a', privileges: ['read'] }] }),
  role({ remote_cluster: [{ clusters: ['c'], privileges: ['monitor_enrich', 'monitor_stats'] }] }),
  role({ global: { application: { manage: { applications: ['a'] } } } }),
  role({ applications: [{ application: 'app', privileges: ['read'], resources: ['*'] }] }),
  role({ metadata: { a: { _b: 1 } }, run_as: [], transient_metadata: { _x: 1 }, description: 'x' }),
  role({ restriction: { workflows: ['search_application_query'] } }),
  'GET /_security/api_key?name=k\n',
  'DELETE /_security/api_key\n\n{ "ids": ["a"] }\n',
  'PUT /_security/api_key/abc\n\n{ "metadata": {} }\n',
  'POST /_security/api_key/grant\n\n{ "grant_type": "password", "username": "u", "password": "p" }\n',
  'POST /_security/cross_cluster/api_key\n\n{ "name": "k" }\n',
  'PUT /_snapshot/backup\n\n{ "type": "fs" }\n',
  '# rulebook-ignore deprecated-element\nGET /projects/1/collaborators?affiliation=all\n',
  create({ name: 'web', active: true, events: ['push', 'pull_request', 'sub_issues'] }),
  create({ events: ['*'] }),
  withConfig({ insecure_ssl: '0' }),
  withConfig({ insecure_ssl: 0 }),
  update({ add_events: ['push'], remove_events: ['issues'] }),
  update({ config: safe }),
  config(safe),
  `GET ${hooks}?per_page=100&page=2\n`,
  `GET ${hooks}/1/deliveries?per_page=1&cursor=v1_1\n`,
  `GET ${hooks}/1/deliveries/12345678\n`,
  `POST ${hooks}/1/deliveries/12345678/attempts\n`,
  `GET ${hooks}/1/config\n`,
  `POST ${hooks}/1/pings\n`,
  `POST ${hooks}/1/tests\n`,
  `DELETE ${hooks}/1\n`,
  `GET ${hooks}\nAccept: application/vnd.vendor+json\nX-Vendor-Api-Version: 2022-11-28\nAuthorization: Bearer {{token}}\n`,
];

describe('what the documents refuse or advise against', () => {
  it.each(invalid)('%s', (_title, request, rule, severity) => {
    expect(findingsIn(request)).toContain(`${severity} ${rule}`);
  });
});

describe('what the documents allow', () => {
  it.each(valid)('%s', (request) => {
    expect(
      findingsIn(request, 'body').filter(
        (finding) => !/(absent-field|required-field|hint missing-body)$/.test(finding),
      ),
    ).toEqual([]);
  });
});
