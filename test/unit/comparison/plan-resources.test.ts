import { describe, expect, it } from 'vitest';
import { hasDifferences, planJson, planResources, planText } from '../../../packages/sandbox/src/comparison/index';
import { library, serviceOf } from '../../sandbox/played/library';
import { declaring, endpointWith, planned, type Written } from './planned';

const repository = (name: string, settings: unknown): Written => ({
  head: `PUT /_snapshot/${name}`,
  body: { type: 'fs', settings },
});
const hook = (url: string, more: object = {}): Written => ({
  head: 'POST /repos/o/r/hooks',
  body: { config: { url }, ...more },
});
const showsHooks = (...hooks: readonly object[]) => ({
  '/repos/o/r/hooks?per_page=100': hooks,
  '/repos/o/r/hooks?per_page=100&page=2': [],
});

const stateOf = async (...given: Parameters<typeof planned>) => {
  const { resources } = await planned(...given);
  return resources.map(({ resource, state, reason }) => [resource, state, ...(reason === undefined ? [] : [reason])]);
};

describe('a resource is', () => {
  it('created where the endpoint does not have it, and unchanged where nothing differs', async () => {
    const requests = [repository('a', { location: 'x' }), repository('b', { location: 'x' })];
    const shown = { '/_snapshot/b': { b: { type: 'fs', settings: { location: 'x' } } } };
    expect(await stateOf(requests, shown)).toEqual([
      ['/_snapshot/a', 'created'],
      ['/_snapshot/b', 'unchanged'],
    ]);
  });

  it('created where a response does not have it', async () => {
    expect(await stateOf([repository('a', {})], { '/_snapshot/a': {} })).toEqual([['/_snapshot/a', 'created']]);
  });

  it('what the last request about it says', async () => {
    const requests = [repository('a', { location: 'x', compress: false }), repository('a', { location: 'y' })];
    const { resources } = await planned(requests, {
      '/_snapshot/a': { a: { type: 'fs', settings: { location: 'x' } } },
    });
    expect(resources).toMatchObject([
      { sources: [{}, {}], changes: [{ path: 'settings.location', declared: 'y', actual: 'x' }] },
    ]);
    expect(resources[0]?.changes).toHaveLength(1);
  });

  it('what all requests say that change it', async () => {
    const requests = [
      {
        head: 'PUT /i',
        body: { settings: { number_of_replicas: 1 }, mappings: { properties: { a: { type: 'long' } } } },
      },
      { head: 'PUT /i/_mapping', body: { properties: { b: { type: 'ip' } } } },
      { head: 'PUT /i/_settings', body: { index: { number_of_replicas: 2 } } },
    ];
    const shown = {
      '/i': {
        i: {
          mappings: { properties: { a: { type: 'long' } } },
          settings: { index: { number_of_replicas: '2' } },
        },
      },
    };
    const { resources } = await planned(requests, shown);
    expect(resources).toMatchObject([
      { resource: '/i', state: 'changed', changes: [{ path: 'mappings.properties.b', declared: { type: 'ip' } }] },
    ]);
    expect(await stateOf(requests, {})).toEqual([['/i', 'created']]);
  });

  it('deleted where the last request removes it, with all that is in it', async () => {
    const requests = [
      { head: 'PUT /i/_doc/1', body: {} },
      { head: 'PUT /i', body: {} },
      { head: 'DELETE /i' },
      repository('a', {}),
      { head: 'DELETE /_snapshot/a' },
    ];
    expect(await stateOf(requests, { '/i': { i: { mappings: {} } } })).toEqual([
      ['/i', 'deleted'],
      ['/_snapshot/a', 'unchanged'],
    ]);
    const again = [...requests, { head: 'PUT /i', body: {} }];
    expect(await stateOf(again, { '/i': { i: { mappings: {} } } })).toContainEqual(['/i', 'unchanged']);
  });

  it.each([
    [401, 'the endpoint does not show it with this credential (401)'],
    [403, 'the endpoint does not show it with this credential (403)'],
    [500, 'the endpoint responds with 500'],
  ])('unknown after %d', async (status, reason) => {
    expect(await stateOf([repository('a', {})], { '/_snapshot/a': status })).toEqual([
      ['/_snapshot/a', 'unknown', reason],
    ]);
  });

  it('unknown where a request changes only what is there', async () => {
    const reason = 'it is not at the endpoint, and the request changes only one that is there';
    expect(await stateOf([{ head: 'PUT /i/_mapping', body: { properties: {} } }], {})).toEqual([
      ['/i', 'unknown', reason],
    ]);
  });

  it('unknown where its body is not JSON, or its value is not known', async () => {
    expect(await stateOf([{ head: 'PUT /_snapshot/a', body: '{ "type": ' }], {})).toEqual([
      ['/_snapshot/a', 'unknown', 'its body is not JSON that can be read'],
    ]);
    const missing = new Map([['rulebook-1-', { written: '{{place}}', reason: 'the variable `place` has no value' }]]);
    const request = { ...repository('a', { location: 'x/rulebook-1-' }), missing };
    const { resources } = await planned([request], {
      '/_snapshot/a': { a: { type: 'fs', settings: { location: 'x' } } },
    });
    expect(resources).toMatchObject([
      { state: 'unknown', unknown: [{ path: 'settings.location', reason: 'the variable `place` has no value' }] },
    ]);
    const inPath = { ...repository('rulebook-1-', {}), missing };
    expect(await stateOf([inPath], {})).toEqual([
      ['/_snapshot/{{place}}', 'unknown', 'the variable `place` has no value'],
    ]);
  });
});

describe('a webhook', () => {
  const plan = (requests: readonly Written[], shown: Record<string, unknown>) =>
    planned(requests, shown, 'code-hosting');

  it('is found by its URL, and its masked secret is not known', async () => {
    const request = hook('https://a.example', {
      events: ['push', 'issues'],
      config: { url: 'https://a.example', secret: 's3cret-s3cret', insecure_ssl: 0 },
    });
    const shown = showsHooks(
      { id: 1, config: { url: 'https://b.example' }, events: ['push'] },
      {
        id: 2,
        config: { url: 'https://a.example', secret: '********', insecure_ssl: '0' },
        events: ['issues', 'push'],
        active: true,
      },
    );
    const { resources } = await plan([request], shown);
    expect(resources).toMatchObject([
      {
        resource: '/repos/o/r/hooks config.url=https://a.example',
        state: 'unknown',
        changes: [],
        unknown: [{ path: 'config.secret', reason: 'it is secret, so it is neither compared nor shown' }],
      },
    ]);
  });

  it('is created where the list does not have it, and not known where the list is hidden, or has it twice', async () => {
    const states = async (shown: Record<string, unknown>) =>
      (await plan([hook('https://a.example')], shown)).resources.map(({ state, reason }) => [state, reason]);
    expect(await states(showsHooks())).toEqual([['created', undefined]]);
    expect(await states({})).toEqual([['unknown', expect.stringContaining('404')]]);
    const one = { config: { url: 'https://a.example' } };
    expect(await states(showsHooks(one, one))).toEqual([['unknown', expect.stringContaining('has 2 of them')]]);
  });

  it('is looked for on all pages of the list', async () => {
    const shown = {
      '/repos/o/r/hooks?per_page=100': [{ id: 1, config: { url: 'https://b.example' } }],
      '/repos/o/r/hooks?per_page=100&page=2': [{ id: 2, config: { url: 'https://a.example' } }],
    };
    expect((await plan([hook('https://a.example')], shown)).resources).toMatchObject([{ state: 'unchanged' }]);
    const pages = { ...shown, '/repos/o/r/hooks?per_page=100&page=3': [] };
    expect((await plan([hook('https://c.example')], pages)).resources).toMatchObject([{ state: 'created' }]);
  });

  it('is compared by its id where it is changed', async () => {
    const request = { head: 'PATCH /repos/o/r/hooks/7', body: { active: false, add_events: ['push'] } };
    const { resources } = await plan([request], { '/repos/o/r/hooks/7': { id: 7, active: true, events: [] } });
    expect(resources).toMatchObject([
      {
        state: 'changed',
        changes: [{ path: 'active', declared: false, actual: true }],
        unknown: [{ path: 'add_events' }],
      },
    ]);
  });
});

describe('a service that only its description knows', () => {
  const service = serviceOf(library);
  const plan = (requests: readonly Written[], shown: Record<string, unknown>) =>
    planned(requests, shown, 'library', [service]);

  it('has its items found by what names them', async () => {
    const request = { head: 'POST /books', body: { title: 'Emma', year: 1815 } };
    const { resources } = await plan([request], {
      '/books': { books: [{ id: 'b1', title: 'Emma', year: 1816 }], total: 1 },
    });
    expect(resources).toMatchObject([
      { noun: 'book', state: 'changed', changes: [{ path: 'year', declared: 1815, actual: 1816 }] },
    ]);
    expect((await plan([request], { '/books': { books: [], total: 0 } })).resources).toMatchObject([
      { state: 'created' },
    ]);
  });
});

describe('the comparison', () => {
  it('asks for each path once, and for nothing that holds a private value', async () => {
    const { asked, read } = endpointWith({ '/_snapshot/a': { a: { type: 'fs', settings: {} } } });
    const requests = [
      declaring(repository('a', {})),
      declaring({ ...repository('my-private-name', { location: 'x' }), secrets: ['my-private-name'] }),
      declaring({ head: 'POST /_snapshot/a/_verify' }),
    ];
    const plan = await planResources(requests, read);
    expect(asked).toEqual(['/_snapshot/a']);
    expect(plan.others).toBe(1);
    expect(plan.resources[1]).toMatchObject({
      resource: '/_snapshot/***',
      state: 'unknown',
      reason: 'its path holds a private value, so the endpoint is not asked for it',
    });
    expect(JSON.stringify(plan)).not.toContain('my-private-name');
  });

  it('shows no secret of a value that differs', async () => {
    const request = {
      head: 'PUT /i/_doc/1',
      body: { user: { name: 'a', password: 'pass-1' }, keys: [{ token: 'pass-2' }], plain: 'b pass-3' },
      secrets: ['pass-3'],
    };
    const plan = await planned([request], {
      '/i/_doc/1': { _source: { keys: [{ token: 'pass-4' }], more: { api_key: 'pass-5' } } },
    });
    const text = `${planText(plan, 0)}${JSON.stringify(planJson(plan, 0))}`;
    expect(text).toContain('"name":"a"');
    expect(text).not.toMatch(/pass-\d/);
  });

  it('ends where nothing responds', async () => {
    const lost = { problem: 'nothing listens there', isLost: true };
    const plan = await planResources([declaring(repository('a', {}))], () => Promise.resolve(lost));
    expect(plan).toEqual({ resources: [], others: 0, problem: 'nothing listens there' });
  });

  it('is written as lines with a summary, and as data', async () => {
    const requests = [
      repository('a', { location: 'x' }),
      repository('b', { location: 'x', chunk_size: '1gb' }),
      repository('c', {}),
      { head: 'DELETE /_snapshot/d' },
      { head: 'PUT /i/_mapping', body: { properties: {} } },
    ];
    const shown = (name: string) => ({
      [`/_snapshot/${name}`]: { [name]: { type: 'fs', settings: { location: 'y' } } },
    });
    const plan = await planned(requests, {
      ...shown('b'),
      ...shown('d'),
      '/_snapshot/c': { c: { type: 'fs', settings: {} } },
    });
    expect(hasDifferences(plan.resources)).toBe(true);
    expect(planText(plan, 1).split('\n')).toEqual([
      '+ /_snapshot/a: created (snapshot repository; a.http:1)',
      '~ /_snapshot/b: changed (snapshot repository; a.http:1)',
      '    settings.location: "x" in the file, "y" at the endpoint',
      '    settings.chunk_size: "1gb" in the file, absent at the endpoint',
      '= /_snapshot/c: unchanged (snapshot repository; a.http:1)',
      '- /_snapshot/d: deleted (snapshot repository; a.http:1)',
      '? /i: unknown (index; a.http:1)',
      '    not known: it is not at the endpoint, and the request changes only one that is there',
      '',
      '5 resources: 1 created, 1 changed, 1 deleted, 1 unchanged, 1 unknown.',
      '1 request went elsewhere and was not compared.',
      '',
    ]);
    expect(planJson(plan, 1).summary).toEqual({
      created: 1,
      changed: 1,
      deleted: 1,
      unchanged: 1,
      unknown: 1,
      others: 0,
      elsewhere: 1,
    });
  });

  it('says that nothing is to be done only where all is known', async () => {
    const plan = await planned([repository('a', {})], { '/_snapshot/a': { a: { type: 'fs', settings: {} } } });
    expect(planText(plan, 0)).toContain('Nothing is to be done.');
    const unknown = await planned([repository('a', {})], { '/_snapshot/a': 403 });
    expect(planText(unknown, 0)).toContain('Nothing could be compared.');
    expect(hasDifferences(unknown.resources)).toBe(false);
    const shown = { '/i/_doc/a': { _source: { name: 'n', list: [{ password: 'p' }] } } };
    const known = async (body: object) => planText(await planned([{ head: 'PUT /i/_doc/a', body }], shown), 0);
    expect(await known({ name: 'n', list: [{ password: 'p' }] })).toContain('As far as it is known');
  });

  it('says where no member could be compared', async () => {
    const shown = { '/i/_doc/a': { _source: { list: [{ password: 'p' }] } } };
    const body = { list: [{ password: 'p' }] };
    const text = planText(await planned([{ head: 'PUT /i/_doc/a', body }], shown), 0);
    expect(text).toContain('not known: no member of it could be compared\n    list[0].password: not known');
    expect(text).toContain('Nothing could be compared.');
  });
});
