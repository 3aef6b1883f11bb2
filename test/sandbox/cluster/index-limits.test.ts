import { describe, expect, it } from 'vitest';
import { playReplication } from './play-replication';

type Play = ReturnType<typeof playReplication>;

const reasonOf = (answer: ReturnType<Play['cluster']>): unknown => JSON.stringify(answer.body);

describe('limits of an index', () => {
  it('hold for mappings and for what documents add to them', () => {
    const play = playReplication();
    play.cluster('PUT /few', {
      settings: { 'mapping.total_fields.limit': 3 },
      mappings: { properties: { a: { type: 'flattened' }, b: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
    });
    const mapping = play.cluster('PUT /few/_mapping', { properties: { c: { type: 'keyword' } } });
    expect(mapping.status).toBe(400);
    expect(reasonOf(mapping)).toContain('Limit of total fields [3] has been exceeded');
    const written = play.cluster('PUT /few/_doc/1', { d: 1 });
    expect(written.body).toMatchObject({ error: { type: 'document_parsing_exception' } });
    expect(play.cluster('PUT /few/_doc/1', { a: { many: 1, keys: 2, here: 3 } }).status).toBe(201);
    play.cluster('PUT /few/_settings', { 'mapping.total_fields.ignore_dynamic_beyond_limit': true });
    expect(play.cluster('PUT /few/_doc/2', { d: { e: 1 } }).status).toBe(201);
    const { body } = play.cluster('GET /few/_mapping');
    expect(
      Object.keys((body as { few?: { mappings: { properties: object } } }).few?.mappings.properties ?? {}),
    ).toEqual(['a', 'b']);
  });

  it('hold for the depth of objects, nested fields and the lengths of names', () => {
    const play = playReplication();
    play.cluster('PUT /flat', { settings: { 'mapping.depth.limit': 2, 'mapping.nested_fields.limit': 1 } });
    expect(play.cluster('PUT /flat/_doc/1', { x: { y: 1 } }).status).toBe(201);
    expect(reasonOf(play.cluster('PUT /flat/_doc/1', { x: { z: { a: 1 } } }))).toContain('object field [x.z]');
    const nested = { type: 'nested' };
    expect(play.cluster('PUT /flat/_mapping', { properties: { m: nested } }).status).toBe(200);
    expect(play.cluster('PUT /flat/_mapping', { properties: { n: nested } }).status).toBe(400);
    play.cluster('PUT /brief', { settings: { 'mapping.field_name_length.limit': 22 } });
    expect(play.cluster('PUT /brief/_doc/1', { short: 1 }).status).toBe(201);
    expect(play.cluster('PUT /brief/_doc/1', { thisNameIsLongerThanThat: 1 }).status).toBe(400);
    // The fields of the service itself count, too.
    play.cluster('PUT /brief/_settings', { 'mapping.field_name_length.limit': 21 });
    expect(play.cluster('PUT /brief/_mapping', { properties: { more: { type: 'keyword' } } }).status).toBe(400);
  });

  it('hold for the terms of a query', () => {
    const play = playReplication();
    play.cluster('PUT /terms', { settings: { max_terms_count: 2 } });
    const search = (labels: readonly string[]) => play.cluster('POST /terms/_search', { query: { terms: { labels } } });
    expect(search(['a', 'b']).status).toBe(200);
    expect(search(['a', 'b', 'c']).body).toMatchObject({ error: { type: 'search_phase_execution_exception' } });
  });
});

describe('settings of a new index', () => {
  it('keep what is set to null, and the number of replicas that one node makes', () => {
    const play = playReplication();
    const settings = { hidden: null, number_of_routing_shards: 4, auto_expand_replicas: '0-all', priority: {} };
    expect(play.cluster('PUT /made', { settings }).status).toBe(200);
    const { body: made } = play.cluster('GET /made/_settings');
    const index = (made as { made?: { settings: { index: object } } }).made?.settings.index;
    expect(index).toMatchObject({ hidden: null, auto_expand_replicas: '0-all', number_of_replicas: '0' });
    expect(index).not.toHaveProperty('number_of_routing_shards');
    expect(index).not.toHaveProperty('priority');
    const defaults = play.cluster('GET /made/_settings/index.mapping.depth.*?include_defaults=true').body;
    expect(defaults).toEqual({ made: { settings: {}, defaults: { index: { mapping: { depth: { limit: '20' } } } } } });
  });

  it.each([
    [{ number_of_shards: null }, 500, 'illegal_state_exception'],
    [{ index: [{ priority: 1 }] }, 500, 'settings_exception'],
    [{ 'version.created': 8_000_000 }, 400, 'validation_exception'],
    [{ 'version.created': 'x' }, 400, 'illegal_argument_exception'],
    [{ mode: 'time_series' }, 400, 'illegal_argument_exception'],
    [{ soft_deletes: { enabled: false } }, 400, 'illegal_argument_exception'],
    [{ 'similarity.default.type': 'none' }, 400, 'illegal_argument_exception'],
  ])('can be refused: %j', (settings, status, type) => {
    const answer = playReplication().cluster('PUT /made', { settings });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { type } });
  });
});

describe('settings of indices that exist', () => {
  it('change on all of them, and need one', () => {
    const play = playReplication();
    expect(play.cluster('PUT /_settings', { priority: 5 }).status).toBe(404);
    play.cluster('PUT /one');
    play.cluster('PUT /two');
    expect(play.cluster('PUT /_settings', { priority: 5 }).status).toBe(200);
    expect(play.cluster('GET /_settings/index.priority').body).toMatchObject({
      one: { settings: { index: { priority: '5' } } },
      two: { settings: { index: { priority: '5' } } },
    });
    expect(play.cluster('PUT /none*/_settings', { priority: 5 }).status).toBe(404);
    expect(play.cluster('PUT /none*/_settings?allow_no_indices=true', { priority: 5 }).status).toBe(200);
  });

  it('start a primary term when the index is closed, and when it is opened', () => {
    const play = playReplication();
    expect(play.cluster('PUT /one/_doc/1', {}).body).toMatchObject({ _primary_term: 1 });
    play.cluster('POST /one/_close');
    play.cluster('POST /one/_open');
    expect(play.cluster('PUT /one/_doc/2', {}).body).toMatchObject({ _primary_term: 3, _seq_no: 1 });
    expect(play.cluster('GET /one/_doc/1').body).toMatchObject({ _primary_term: 1 });
    expect(play.cluster('PUT /one/_doc/2?if_seq_no=1&if_primary_term=1', {}).status).toBe(409);
    expect(play.cluster('PUT /one/_doc/2?if_seq_no=1&if_primary_term=3', {}).status).toBe(200);
  });
});

it('finds no key of a flattened field that is not indexed', () => {
  const play = playReplication();
  play.cluster('PUT /one', { mappings: { properties: { labels: { type: 'flattened', index: false } } } });
  play.cluster('PUT /one/_doc/1', { labels: { a: 'x' } });
  const exists = (field: string) =>
    (
      play.cluster('POST /one/_search', { query: { exists: { field } } }).body as {
        hits?: { total: { value: number } };
      }
    ).hits?.total.value;
  expect(exists('labels')).toBe(1);
  expect(exists('labels.a')).toBe(0);
});
