import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';

interface Shown {
  readonly operations: readonly {
    readonly path: string;
    readonly asked: number;
    readonly differing: number;
    readonly unjudged?: string;
    readonly sandbox?: { readonly played: number; readonly alike: number; readonly differences?: readonly string[] };
  }[];
  readonly sandbox?: { readonly played: number; readonly alike: number; readonly unplayed?: number };
}

type Place = RunningSandbox['ready']['endpoints'][number];

function sender({ baseUrl, credential }: Place) {
  return async (line: string, body?: unknown): Promise<unknown> => {
    const [method = 'GET', path = ''] = line.split(' ');
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { Authorization: credential, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
}

/** Starts a cluster with something in it. */
async function startFilled() {
  const sandbox = await startSandbox(['--free-ports', '--unlisted', '--service', 'search-cluster', '--version', '9.5']);
  const [place] = sandbox.ready.endpoints;
  const send = sender(place!);
  await send('PUT /books', { mappings: { properties: { pages: { type: 'long' } } }, aliases: { library: {} } });
  for (const id of [1, 2]) await send(`PUT /books/_doc/${id}?refresh=true`, { pages: id, title: `Book ${id}` });
  await send('PUT /_index_template/own', { index_patterns: ['own-*'], priority: 3 });
  await send('PUT /_security/user/ann', { password: 'long-enough', roles: ['superuser'] });
  await send('POST /_security/api_key', { name: 'reader', role_descriptors: {}, metadata: { a: 1 } });
  return { sandbox, place: place! };
}

/** Asks a server of the kind of the cluster; returns what was shown and the folder. */
async function drift(
  baseUrl: string,
  credential: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const endpoints = { node: { service: 'search-cluster', vendor: 'elasticsearch', version: '9.5', baseUrl } };
  const cwd = folderOf({ ...files, 'rulebook.json': JSON.stringify({ endpoints }) });
  const all = ['--endpoint', 'node', '--trust-endpoint', 'node', '--pause', '1', '--max-requests', '400'];
  const { code, out, error } = await commandLine(['drift', ...all, '--format', 'json', ...args], {
    cwd,
    env: { RULEBOOK_CREDENTIAL_NODE: credential },
  });
  return { code, error, cwd, shown: (out === '' ? {} : JSON.parse(out)) as Shown };
}

describe('rulebook drift of a service that is known by itself', () => {
  it('finds no difference at the sandbox of the version, and sets another one from what it saw', async () => {
    const { sandbox, place } = await startFilled();
    try {
      const { code, shown, cwd, error } = await drift(place.baseUrl, place.credential, ['--har', 'seen.har']);
      expect(error).toBe('');
      expect(shown.operations.filter(({ differing }) => differing > 0)).toEqual([]);
      expect(code).toBe(0);
      expect(shown.sandbox).toMatchObject({ isOfVersion: true });
      expect(shown.operations.filter(({ sandbox: one }) => one !== undefined && one.alike < one.played)).toEqual([]);
      expect(shown.sandbox?.played).toBeGreaterThan(10);
      const like = await startSandbox(['--free-ports', '--unlisted', '--like', join(cwd, 'seen.har')]);
      try {
        const again = sender(like.ready.endpoints[0]!);
        expect(await again('GET /books/_doc/2')).toMatchObject({ found: true, _source: { title: 'Book 2' } });
        expect(await again('GET /books/_mapping')).toMatchObject({
          books: { mappings: { properties: { pages: { type: 'long' } } } },
        });
        expect(await again('GET /_security/api_key?name=reader')).toMatchObject({
          api_keys: [{ name: 'reader', metadata: { a: 1 } }],
        });
        expect(await again('GET /_index_template/own')).toMatchObject({
          index_templates: [{ name: 'own', index_template: { index_patterns: ['own-*'], priority: 3 } }],
        });
        expect(await again('GET /_security/user/ann')).toMatchObject({ ann: { roles: ['superuser'] } });
        await again('DELETE /books');
        await again('POST /_sandbox/reset');
        expect(await again('GET /library/_count')).toMatchObject({ count: 2 });
      } finally {
        await like.end();
      }
    } finally {
      await sandbox.end();
    }
  });

  it('takes the version from what was seen, and answers as recorded what is not played', async () => {
    const url = await serve((request, response) => {
      const bodies: Readonly<Record<string, unknown>> = {
        '/': { version: { number: '9.5.3', build_flavor: 'default' }, tagline: 'You Know, for Search' },
        '/books/_search': {
          ...{ took: 1, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
          hits: {
            ...{ total: { value: 1, relation: 'eq' }, max_score: 1 },
            hits: [{ _index: 'books', _id: '1', _score: 1, _source: { a: 1 } }],
          },
        },
        '/_all': { books: { aliases: {}, mappings: {}, settings: { index: { number_of_replicas: '0' } } } },
        '/_ingest/pipeline': { own: { processors: [{ set: { field: 'a', value: 1 } }] } },
      };
      const body = bodies[(request.url ?? '').split('?')[0] ?? ''];
      response.writeHead(body === undefined ? 400 : 200, {
        'Content-Type': 'application/json',
        'X-elastic-product': 'Elasticsearch',
      });
      response.end(
        JSON.stringify(body ?? { error: `no handler found for uri [${request.url ?? ''}] and method [GET]` }),
      );
    });
    const { shown, cwd } = await drift(url, 'Basic YTpi', ['--har', 'seen.har', '--fail-on', 'never', 'a.http'], {
      'a.http': 'GET /books/_search\n',
    });
    const absent = shown.operations.filter(({ unjudged }) => unjudged === 'this server does not have it (400)');
    expect(absent.length).toBeGreaterThan(50);
    expect(readFileSync(join(cwd, 'seen.har'), 'utf8')).not.toContain('YTpi');
    const like = await startSandbox(['--free-ports', '--unlisted', '--like', join(cwd, 'seen.har')]);
    try {
      const again = sender(like.ready.endpoints[0]!);
      expect(await again('GET /_ingest/pipeline')).toEqual({
        own: { processors: [{ set: { field: 'a', value: 1 } }] },
      });
      expect(await again('GET /')).toMatchObject({ version: { number: '9.5.3' } });
      // The service does not show it.
      const found = (await again('GET /books/_search')) as { readonly hits: { readonly hits: readonly object[] } };
      expect(found.hits.hits.map((hit) => Object.keys(hit))).toEqual([['_index', '_id', '_score', '_source']]);
    } finally {
      await like.end();
    }
  });
});
