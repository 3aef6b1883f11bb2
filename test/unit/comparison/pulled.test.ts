import { describe, expect, it } from 'vitest';
import {
  applySteps,
  compareResources,
  loadedRequest,
  maskedMember,
  pulledKinds,
  pullResources,
  rehearsedRequest,
  unpulledPaths,
  type ReadResponse,
} from '../../../packages/sandbox/src/comparison/index';
import { createEngine } from '../../../packages/engine/src/index';
import type { Version } from '../../../packages/catalogue/src/facts';
import { loadPublished } from '../binding/published';
import { declaring, endpointWith } from './planned';

const engine = createEngine({ loadDescription: loadPublished });

function serviceAt(vendor: string, version: Version) {
  const endpoint = { name: 'e', service: 'search-cluster', baseUrl: 'http://127.0.0.1:1', vendor, version };
  const service = engine.serviceOf(endpoint, { endpoints: [endpoint], defaults: {} });
  if (service === undefined) throw new Error('the service is not there');
  return service;
}

const elasticsearch = serviceAt('elasticsearch', '9.5');
const opensearch = serviceAt('opensearch', '3.9');

/** Pulls kinds of an endpoint that shows this. */
async function pulledOf(
  service: typeof opensearch,
  kinds: readonly string[],
  shown: Readonly<Record<string, unknown>>,
) {
  const { requests, unread } = await pullResources({ service, kinds }, endpointWith(shown).read);
  return { sent: requests.map(({ method, path, body }) => [`${method} ${path}`, body]), unread };
}

describe('a product', () => {
  it('is asked for what it has', async () => {
    expect(pulledKinds(elasticsearch)).toEqual(expect.arrayContaining(['roles', 'streams', 'transforms', 'views']));
    expect(pulledKinds(elasticsearch)).not.toContain('search-pipelines');
    expect(pulledKinds(opensearch)).toEqual(
      expect.arrayContaining(['action-groups', 'search-pipelines', 'state-policies', 'streams', 'tenants']),
    );
    for (const kind of ['lifecycle-policies', 'auto-follow-patterns', 'api-keys', 'transforms'])
      expect(pulledKinds(opensearch)).not.toContain(kind);
    const { asked, read } = endpointWith({});
    await pullResources({ service: opensearch, kinds: [] }, read);
    expect(asked.filter((path) => /_security\/(?!api\/)|^\/_(?:ccr|ilm|slm|security)/.test(path))).toEqual([]);
    expect(asked).toContain('/_plugins/_security/api/roles');
  });

  it('has more than is pulled, which is named', () => {
    expect(unpulledPaths(elasticsearch, 'elasticsearch')).toEqual(
      expect.arrayContaining(['/{index}/_doc/{id}', '/_watcher/watch/{id}', '/_enrich/policy/{name}']),
    );
    const ofOpenSearch = unpulledPaths(opensearch, 'opensearch');
    expect(ofOpenSearch).toContain('/_plugins/_sm/policies/{policy_name}');
    expect(ofOpenSearch.filter((path) => path.startsWith('/_opendistro'))).toEqual([]);
    for (const path of ['/_ccr/auto_follow/{pattern}', '/_plugins/_ism/policies/{policy_id}', '/{index}/_alias/{name}'])
      expect(ofOpenSearch).not.toContain(path);
  });
});

describe('what is pulled', () => {
  it('has no body where there is none, and not what the product has made', async () => {
    const streams = [{ name: 'logs', generation: 3 }, { name: '.own' }, { name: 'hid', hidden: true }];
    expect(await pulledOf(opensearch, ['streams'], { '/_data_stream': { data_streams: streams } })).toEqual({
      sent: [['PUT /_data_stream/logs', undefined]],
      unread: [],
    });
  });

  it('has what a request sends', async () => {
    const policies = [
      {
        ...{ _id: 'old', _seq_no: 3, _primary_term: 1 },
        policy: {
          ...{ policy_id: 'old', last_updated_time: 1, schema_version: 2, error_notification: null },
          ...{ default_state: 'a', states: [{ name: 'a', actions: [], transitions: [] }] },
          ism_template: [{ index_patterns: ['l*'], priority: 1, last_updated_time: 1 }],
        },
      },
    ];
    const { sent } = await pulledOf(opensearch, ['state-policies', 'users'], {
      '/_plugins/_ism/policies?size=1000': { policies },
      '/_plugins/_security/api/internalusers': {
        admin: { hash: '', reserved: true },
        ann: { hash: '', reserved: false, hidden: false, static: false, backend_roles: ['b'], attributes: {} },
      },
    });
    expect(sent).toEqual([
      [
        'PUT /_plugins/_ism/policies/old',
        {
          policy: {
            default_state: 'a',
            states: [{ name: 'a', actions: [], transitions: [] }],
            ism_template: [{ index_patterns: ['l*'], priority: 1 }],
          },
        },
      ],
      ['PUT /_plugins/_security/api/internalusers/ann', { backend_roles: ['b'], attributes: {} }],
    ]);
    const transforms = [
      {
        id: 't',
        version: '9.5.0',
        create_time: 1,
        authorization: { roles: ['r'] },
        source: { index: ['a'] },
        dest: { index: 'b' },
      },
    ];
    expect(
      (await pulledOf(elasticsearch, ['transforms'], { '/_transform?size=1000': { count: 1, transforms } })).sent,
    ).toEqual([['PUT /_transform/t', { source: { index: ['a'] }, dest: { index: 'b' } }]]);
  });

  it('lacks only the item for which a list is refused', async () => {
    const reason = (name: string) => `index [${name}] blocked by: [FORBIDDEN/9/index metadata (api)];`;
    const refusal = (name: string): ReadResponse => ({
      status: 403,
      body: JSON.stringify({ error: { reason: reason(name) }, status: 403 }),
    });
    const responses: Readonly<Record<string, ReadResponse>> = {
      '/_all?expand_wildcards=open,closed': refusal('b'),
      '/*,-b?expand_wildcards=open,closed': refusal('c'),
      '/*,-b,-c?expand_wildcards=open,closed': { status: 200, body: '{ "a": { "settings": { "index": {} } } }' },
    };
    const read = (path: string) => Promise.resolve(responses[path] ?? { status: 404, body: '{}' });
    const { requests, unread } = await pullResources({ service: opensearch, kinds: ['indices'] }, read);
    expect(requests.map(({ path }) => path)).toEqual(['/a']);
    expect(unread).toEqual([
      { path: '/b', reason: 'the endpoint refuses to show it' },
      { path: '/c', reason: 'the endpoint refuses to show it' },
    ]);
  });

  it.each([429, 502, 503, 504])('is nothing where the endpoint responds with %d', async (status) => {
    const { read } = endpointWith({ '/_snapshot': status });
    const found = await pullResources({ service: elasticsearch, kinds: ['repositories'] }, read);
    expect(found.problem).toBe(`it responds to /_snapshot with ${status}, so try again later`);
    const compared = await compareResources([declaring({ head: 'PUT /_snapshot/a', body: {} })], () =>
      Promise.resolve({ status, body: '' }),
    );
    expect(compared.problem).toContain(`with ${status}`);
  });
});

describe('what is applied', () => {
  it('is nothing where only another request changes it', async () => {
    const policy = (state: string) => ({ policy: { default_state: state, states: [] } });
    const path = '/_plugins/_ism/policies/{policy_id}';
    const operation = opensearch.operations.find((one) => one.path === path && one.methods.includes('PUT'))!;
    const declared = {
      ...declaring({ head: 'PUT /_snapshot/old', body: policy('b') }),
      ...{ method: 'PUT', path: '/_plugins/_ism/policies/old', service: opensearch, operation, names: ['old'] },
    };
    const shown = { '/_plugins/_ism/policies/old': { _id: 'old', _seq_no: 3, ...policy('a') } };
    const { compared } = await compareResources([declared], endpointWith(shown).read);
    expect(compared.map(({ planned }) => planned.state)).toEqual(['changed']);
    const { steps, leftOut } = applySteps(compared);
    expect(steps).toEqual([]);
    expect(leftOut).toEqual([
      { resource: '/_plugins/_ism/policies/old', reason: expect.stringContaining('by `if_seq_no`') },
    ]);
  });

  const repository = { type: 'fs', settings: { location: '/mnt/far/old', readonly: true } };

  it('brings back a repository without trying it, since it may not have worked before', async () => {
    const { read } = endpointWith({ '/_snapshot/old': { old: repository } });
    const { compared } = await compareResources([declaring({ head: 'DELETE /_snapshot/old' })], read);
    expect(applySteps(compared).steps.flatMap(({ undo }) => undo.map(({ method, path }) => [method, path]))).toEqual([
      ['PUT', '/_snapshot/old?verify=false'],
    ]);
  });

  it('removes by null what OpenSearch would keep, and what it would keep is removed again', async () => {
    const settings = { location: 'x', max_restore_bytes_per_sec: '41mb' };
    const declared = (more: object, service = opensearch) => ({
      ...declaring({ head: 'PUT /_snapshot/old', body: { type: 'fs', settings: { location: 'x', ...more } } }),
      service,
    });
    const stepsFor = async (more: object, shown: object, service = opensearch) => {
      const { read } = endpointWith({ '/_snapshot/old': { old: { type: 'fs', settings: shown } } });
      const { compared } = await compareResources([declared(more, service)], read);
      return applySteps(compared).steps.map(({ sends, undo }) => ({
        sent: sends.map((one) => ('made' in one ? one.made.body : 'as declared')),
        undone: undo.map(({ body }) => body),
      }));
    };
    const withoutLimit = { type: 'fs', settings: { location: 'x', max_restore_bytes_per_sec: null } };
    expect(await stepsFor({}, settings)).toEqual([{ sent: [withoutLimit], undone: [{ type: 'fs', settings }] }]);
    expect(await stepsFor({ max_restore_bytes_per_sec: '41mb' }, { location: 'x' })).toEqual([
      { sent: ['as declared'], undone: [withoutLimit] },
    ]);
    expect(await stepsFor({}, settings, elasticsearch)).toEqual([
      { sent: ['as declared'], undone: [{ type: 'fs', settings }] },
    ]);
  });

  it('brings back an index without waiting for its shards, which may never start', async () => {
    const shown = { a: { settings: { index: { write: { wait_for_active_shards: 'all' } } } } };
    const { compared } = await compareResources([declaring({ head: 'DELETE /a' })], endpointWith({ '/a': shown }).read);
    expect(applySteps(compared).steps.flatMap(({ undo }) => undo.map(({ method, path }) => [method, path]))).toEqual([
      ['PUT', '/a?wait_for_active_shards=0'],
    ]);
  });

  it('is played without looking for folders of another machine', () => {
    const body = JSON.stringify(repository);
    const sent = (path: string) => rehearsedRequest({ method: 'PUT', path, body }, elasticsearch);
    expect(sent('/_snapshot/old')).toEqual({
      ...{ method: 'PUT', path: '/_snapshot/old?verify=false' },
      body: '{"type":"fs","settings":{"location":"old","readonly":true}}',
    });
    expect(sent('/_snapshot/old?verify=true&timeout=1s').path).toBe('/_snapshot/old?timeout=1s&verify=false');
    expect(sent('/old').path).toBe('/old');
  });

  it('that is a user has a password in a rehearsal, since none is shown', () => {
    const loaded = (path: string) =>
      loadedRequest({ method: 'PUT', path, body: '{"roles":["a"]}' }, elasticsearch).body;
    expect(JSON.parse(loaded('/_security/user/ann') ?? '')).toEqual({ password: 'rehearsed-value', roles: ['a'] });
    expect(loaded('/_security/role/ann')).toBe('{"roles":["a"]}');
  });

  it('that is a lifecycle policy keeps an action with nothing but defaults, which is what it does', async () => {
    const phases = { delete: { min_age: '0ms', actions: { delete: { delete_searchable_snapshot: true } } } };
    const shown = { '/_ilm/policy': { a: { version: 1, policy: { phases }, in_use_by: {} } } };
    const { sent } = await pulledOf(elasticsearch, ['lifecycle-policies'], shown);
    expect(sent).toEqual([['PUT /_ilm/policy/a', { policy: { phases: { delete: { actions: { delete: {} } } } } }]]);
  });

  it.each([
    ['***', true],
    ['••••••', true],
    ['::es_redacted::', true],
    ['[REDACTED]', true],
    ['redacted-by-me', false],
    ['s3cr3t', false],
  ])('has no mask in the place of a secret: %s', (value, isMask) => {
    const made = (body: unknown) => maskedMember({ made: { title: '', method: 'PUT', path: '/a', body, secrets: [] } });
    expect(made({ a: [{ 'x.password': value }] })).toEqual(isMask ? ['a', '0', 'x.password'] : undefined);
    // A text of another member may look like one.
    expect(made({ replacement: value })).toBe(undefined);
    const declared = declaring({ head: 'PUT /_ingest/pipeline/a', body: { _meta: { token: value } } });
    expect(maskedMember({ declared })).toEqual(isMask ? ['_meta', 'token'] : undefined);
  });
});
