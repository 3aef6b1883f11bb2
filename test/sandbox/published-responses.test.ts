import { describe, expect, it } from 'vitest';
import { createCatalogues } from '../../packages/services/src/index';
import type { Operation } from '../../packages/catalogue/src/operation';
import type { ObjectShape, Shape } from '../../packages/catalogue/src/shape';
import { catalogue } from '../../packages/services/src/registry';
import { searchCluster } from '../../services/search-cluster/facts/service';
import { createClusterPair } from '../../services/search-cluster-play/cluster/cluster';
import { matchOperation } from '../../packages/paths/src/match-operation';
import { createDescriptionLoader } from '../../packages/node/src/shipped-descriptions';
import { checkFor, createPlay, stepFirstCluster } from './play';

// The published response types, from which typed clients are made: what they call required is there, has their type, and
// nothing else is there.

const load = createDescriptionLoader((message) => {
  throw new Error(message);
});
const whole = createCatalogues(catalogue, load)({}).whole?.(searchCluster) ?? searchCluster;

/** Returns the published operation that a request calls. */
function publishedFor(method: string, path: string): Operation {
  const span = { start: 0, end: 0 };
  const segments = path
    .slice(1)
    .split('/')
    .map((text) => ({ text, span, hasPlaceholder: false }));
  const { match } = matchOperation(method, segments, [whole]);
  if (match.kind !== 'operation') throw new Error(`${method} ${path} is not known`);
  const [published] = match.operation.described ?? [match.operation];
  if (published?.provenance.kind !== 'described') throw new Error(`${method} ${path} is not published`);
  return published;
}

/** Members that the document has, or servers answer with, and the published type lacks. */
const documented = /^\.hits\.hits\[\]\._type$|^\.patterns\[\]\.pattern\.|^\.errors$/;

/** Returns the members of an object that the published type lacks, which Rulebook reports as differences of a response. */
function undescribed({ isOpen, fields, entries, patterns = [] }: ObjectShape, names: readonly string[], at: string) {
  if (isOpen === true || fields.length === 0 || entries !== undefined || patterns.length > 0) return [];
  const known = new Set(fields.map(({ name }) => name));
  return names
    .map((name) => ({ name, path: `${at}.${name}` }))
    .filter(({ name, path }) => !known.has(name) && !documented.test(path))
    .map(({ path }) => `${path} is not described`);
}

/** Returns where a value differs from a shape. */
function differences(shape: Shape, value: unknown, at = ''): readonly string[] {
  switch (shape.type) {
    case 'any':
      return [];
    case 'choice': {
      const found = shape.options.map((option) => differences(option, value, at));
      return found.some((list) => list.length === 0) ? [] : [...found].sort((a, b) => a.length - b.length)[0]!;
    }
    case 'switch':
      return [];
    case 'array':
      if (!Array.isArray(value)) return [`${at}: no list`];
      return value.flatMap((item) => differences(shape.items, item, `${at}[]`));
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: no object`];
      const members = value as Readonly<Record<string, unknown>>;
      const known = new Set(shape.fields.map(({ name }) => name));
      const entry = shape.entries?.shape;
      return [
        ...shape.fields.flatMap((field) =>
          Object.hasOwn(members, field.name)
            ? differences(field.shape, members[field.name], `${at}.${field.name}`)
            : field.required === true
              ? [`${at}.${field.name} is missing`]
              : [],
        ),
        ...undescribed(shape, Object.keys(members), at),
        ...(entry === undefined
          ? []
          : Object.entries(members).flatMap(([name, member]) =>
              known.has(name) ? [] : differences(entry, member, `${at}.*`),
            )),
      ];
    }
    case 'null':
      return value === null ? [] : [`${at}: not null`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at}: no boolean`];
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : [`${at}: no number`];
    case 'string':
      return typeof value === 'string' ? [] : [`${at}: no string`];
  }
}

describe('responses of the cluster', () => {
  const play = createPlay(createClusterPair('b'), stepFirstCluster, checkFor('search-cluster'), 'Bearer b');
  const role = { index: [{ names: 'logs-*', privileges: ['read'] }] };
  it.each<[string, unknown?]>([
    ['GET /'],
    ['GET /_cluster/health'],
    ['GET /_nodes'],
    ['GET /_snapshot/_status'],
    ['POST /_security/api_key', { name: 'k', role_descriptors: { r: role } }],
    ['GET /_security/api_key'],
    ['GET /_security/_authenticate'],
    ['POST /_security/user/_has_privileges', { cluster: ['all'] }],
    ['DELETE /_security/api_key', { name: 'k' }],
    ['PUT /logs', { mappings: { properties: { labels: { type: 'flattened' } } } }],
    ['PUT /logs/_doc/1', { labels: { a: 'x' } }],
    ['GET /logs/_doc/1'],
    ['POST /logs/_search', { query: { term: { 'labels.a': 'x' } }, aggs: { t: { terms: { field: 'labels.a' } } } }],
    ['POST /logs/_count', {}],
    ['POST /_bulk', '{"index":{"_index":"logs"}}\n{}\n'],
    ['GET /logs'],
    ['GET /logs/_mapping'],
    ['GET /logs/_settings'],
    ['POST /logs/_refresh'],
    ['GET /_snapshot'],
    ['GET /_remote/info'],
    ['GET /_cluster/settings'],
    ['PUT /_cluster/settings', { persistent: { 'cluster.remote.other.seeds': '127.0.0.1:1' } }],
    ['GET /_ccr/stats'],
    ['PUT /_ccr/auto_follow/p', { remote_cluster: 'other', leader_index_patterns: ['x-*'] }],
    ['GET /_ccr/auto_follow'],
    ['POST /logs/_pit?keep_alive=1m'],
    ['POST /_mget', { docs: [{ _index: 'logs', _id: '1' }] }],
    ['POST /_reindex', { source: { index: 'logs' }, dest: { index: 'copy' } }],
    ['GET /_tasks'],
    ['PUT /logs/_alias/all', {}],
    ['POST /_aliases', { actions: [{ add: { index: 'logs', alias: 'more' } }] }],
    ['GET /_alias'],
    ['GET /_cat/indices?format=json'],
    ['GET /_cat/aliases?format=json'],
    ['GET /_cat/health?format=json'],
    ['POST /_security/_query/api_key', {}],
    ['POST /_security/api_key/_bulk_update', { ids: ['x'] }],
    ['PUT /_snapshot/s3', { type: 's3', settings: { bucket: 'b' } }],
    ['PUT /_snapshot/s3/one?wait_for_completion=true', {}],
    ['GET /_snapshot/s3/one'],
    ['GET /_snapshot/s3/one/_status'],
    ['POST /_snapshot/s3/one/_restore?wait_for_completion=true', { rename_pattern: '^', rename_replacement: 'r-' }],
    ['DELETE /_snapshot/s3/one'],
    ['DELETE /logs/_doc/1'],
    ['DELETE /logs'],
  ])('have what the published type requires: %s', (line, body) => {
    const [method = '', target = ''] = line.split(' ');
    const [path = ''] = target.split('?');
    const {
      status,
      body: answer,
      text,
    } = play.send(line, body, 'Bearer b', {
      ...(typeof body === 'string' && { 'Content-Type': 'application/x-ndjson' }),
    });
    expect(status, text).toBeLessThan(300);
    const shape = publishedFor(method, path).responses.find((response) => response.status === 200)?.shape;
    expect(shape).toBeDefined();
    expect(differences(shape!, answer)).toEqual([]);
  });
});
