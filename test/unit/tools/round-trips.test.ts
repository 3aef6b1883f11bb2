import { mkdtempSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { corpusRequests } from '../../../tools/oracle/trips/corpus-requests.mjs';
import { productTemplates } from '../../../tools/oracle/trips/product-templates.mjs';
import { alteredBody, Trips } from '../../../tools/oracle/trips/trips.mjs';

/** Returns a folder with these files, which is removed after the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-trips-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Returns the trips of requests as lines. */
function tripsOf(...requests: readonly { method: string; path: string; body: unknown }[]): readonly string[] {
  const trips = new Trips({ repositories: '/r', isSandbox: false });
  trips.addCorpus(requests);
  return trips.all.map(({ method, path, body, from }) => `${from} ${method} ${path} ${body}`);
}

describe('the requests of the corpus', () => {
  it('are recorded ones that are valid and have all values, and those of request files to a search cluster', async () => {
    const lines = [
      { method: 'PUT', path: '/a?x=1', body: '{"mappings":{}}' },
      { method: 'PUT', path: '/b', body: '{}', expect: 'invalid' },
      { method: 'PUT', path: '/c', body: '{}', variables: ['x'] },
      { method: 'PUT', path: '/d', body: 'no JSON' },
    ];
    const folder = folderWith({
      'es_flattened.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
      'strangers/one/a.http':
        'PUT http://localhost:9200/i/_mapping\nContent-Type: application/json\n\n{ "properties": {} }\n\n###\nPUT http://localhost:8080/other\n\n{}\n',
    });
    expect(await corpusRequests(folder)).toEqual([
      { method: 'PUT', path: '/a', body: { mappings: {} } },
      { method: 'PUT', path: '/i/_mapping', body: { properties: {} } },
    ]);
  });
});

describe('the templates of the product', () => {
  it('are what their members say, with a value for each variable', () => {
    const folder = folderWith({
      'a.json':
        '{ "index_patterns": ["${p}"], "template": { "mappings": { "_doc": { "dynamic": false } } }, "version": ${v} }',
      'b.json': '{ "template": { "settings": {} }, "deprecated": ${x.deprecated} }',
      'c.json': '{ "phases": { "hot": { "min_age": "1d" } } }',
      'd/e.json': '{ "processors": [] }',
      'f.json': '{ "properties": { "a": { "type": "ip" } } }',
      'g.json': '{ "index_patterns": ["x"], "settings": { "a": 1 } }',
      'h.json': '{ broken',
    });
    const found = productTemplates(folder);
    expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'index template a',
      'mapping a',
      'component template b',
      'lifecycle policy c',
      'ingest pipeline e',
      'mapping f',
      'legacy index template g',
    ]);
    expect(found[0]?.body).toMatchObject({ index_patterns: ['filled'], version: 8 });
    expect(found[1]?.body).toEqual({ mappings: { dynamic: false } });
    expect(found[2]?.body).toMatchObject({ deprecated: false });
  });

  it('are none without the folder', () => {
    expect(productTemplates('/nowhere/at/all')).toEqual([]);
  });
});

describe('the trips', () => {
  it('are whole mappings, each once, and their fields alone', () => {
    const mappings = { properties: { a: { type: 'ip' } } };
    expect(
      tripsOf(
        { method: 'PUT', path: '/i', body: { mappings } },
        { method: 'POST', path: '/other/_mapping', body: mappings },
        { method: 'PUT', path: '/i', body: { settings: {} } },
      ),
    ).toEqual([`corpus PUT /trip-1 ${JSON.stringify({ mappings })}`]);
    const two = { mappings: { properties: { a: { type: 'ip' }, b: { type: 'long' } } } };
    expect(tripsOf({ method: 'PUT', path: '/i', body: two })).toHaveLength(3);
  });

  it('are resources under names of their own, and roles of the descriptors of keys', () => {
    expect(
      tripsOf(
        { method: 'POST', path: '/_security/api_key', body: { name: 'k', role_descriptors: { r: { cluster: [] } } } },
        { method: 'PUT', path: '/_security/privilege', body: { app: { p: { application: 'app', actions: ['x'] } } } },
        { method: 'PUT', path: '/_snapshot/b', body: { type: 's3', settings: { bucket: 'x', compress: true } } },
      ),
    ).toEqual([
      'corpus POST /_security/api_key {"name":"trip-1","role_descriptors":{"r":{"cluster":[]}}}',
      'corpus PUT /_security/role/trip-2 {"cluster":[]}',
      'corpus PUT /_security/privilege {"trip-3":{"p":{"application":"trip-3","actions":["x"]}}}',
      'corpus PUT /_snapshot/trip-4?verify=false {"type":"fs","settings":{"compress":true,"location":"/r/trip-4"}}',
    ]);
  });

  it.each([
    ['{"a":1,"b":{"c":"x"}}', '{"a":1,"b":{"c":"x9"}}'],
    ['{"name":"k","expiration":"1d"}', '{"name":"k","expiration":"91d"}'],
    ['{"name":"k","expiration":"5micros"}', '{"name":"k","expiration":"9d"}'],
    ['{"a":[true,{}]}', '{"a":[false,{}]}'],
    ['{"name":"k","a":null}', undefined],
  ])('have one value altered: %s', (body, altered) => {
    expect(alteredBody(body)).toBe(altered);
  });
});
