import { describe, expect, it } from 'vitest';
import { playCluster, type ClusterPlay } from '../cluster/play-indices';

/** Makes books of two teams, with a flattened field, an object and a field that is indexed twice. */
function playTeams(): ClusterPlay {
  const play = playCluster();
  const properties = {
    team: { type: 'keyword' },
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    price: { type: 'long' },
    labels: { type: 'flattened' },
    owner: { properties: { name: { type: 'keyword' }, mail: { type: 'keyword' } } },
  };
  play.send('PUT /books', { mappings: { properties }, aliases: { shelf: {} } });
  for (const [id, team] of Object.entries({ 1: 'red', 2: 'blue', 3: 'red' })) {
    const document = {
      team,
      title: `book ${id}`,
      price: Number(id) * 10,
      labels: { color: team, hidden: `h${id}` },
      owner: { name: 'ann', mail: 'ann@example.com' },
    };
    expect(play.send(`PUT /books/_doc/${id}`, document).status).toBe(201);
  }
  return play;
}

function keyWith(play: ClusterPlay, ...indices: readonly object[]): string {
  const made = play.send('POST /_security/api_key', { name: 'k', role_descriptors: { r: { indices } } });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return `ApiKey ${String(made.body.encoded)}`;
}

const reading = { names: ['books'], privileges: ['read', 'view_index_metadata'] };

function found(play: ClusterPlay, key: string, body: object = {}, path = '/books/_search') {
  const { status, body: answer, text } = play.send(`POST ${path}`, body, key);
  if (status !== 200) throw new Error(text);
  const { hits } = answer.hits as unknown as {
    hits: readonly { _id: string; _source?: Record<string, unknown>; fields?: Record<string, unknown> }[];
  };
  return hits;
}

const idsOf = (hits: readonly { readonly _id: string }[]) => hits.map(({ _id }) => _id).sort();

describe('the query of a role descriptor', () => {
  it.each([
    ['an object', { term: { team: 'red' } }],
    ['a text', '{"term":{"team":"red"}}'],
    ['a key of a flattened field', { term: { 'labels.color': 'red' } }],
  ])('hides the documents that it does not find, written as %s', (_, query) => {
    const play = playTeams();
    const key = keyWith(play, { ...reading, query });
    expect(idsOf(found(play, key))).toEqual(['1', '3']);
    expect(idsOf(found(play, key, {}, '/book*/_search'))).toEqual(['1', '3']);
    expect(idsOf(found(play, key, { query: { ids: { values: ['2'] } } }))).toEqual([]);
    expect(play.send('GET /books/_doc/1', undefined, key).status).toBe(200);
    expect(play.send('GET /books/_doc/2', undefined, key)).toMatchObject({ status: 404, body: { found: false } });
    expect(play.send('HEAD /books/_doc/2', undefined, key).status).toBe(404);
    expect(play.send('GET /books/_source/2', undefined, key).status).toBe(404);
    expect(play.send('GET /books/_count', undefined, key).body).toMatchObject({ count: 2 });
    const several = play.send('POST /books/_msearch', '{}\n{"query":{"match_all":{}}}\n', key);
    expect(several.text).toContain('"value":2');
    const terms = { size: 0, aggs: { teams: { terms: { field: 'team' } } } };
    expect(play.send('POST /books/_search', terms, key).text).not.toContain('blue');
  });

  it('sees what was written in the meantime', () => {
    const play = playTeams();
    const key = keyWith(play, { ...reading, query: { term: { team: 'red' } } });
    expect(idsOf(found(play, key))).toEqual(['1', '3']);
    play.send('PUT /books/_doc/4', { team: 'red' });
    play.send('DELETE /books/_doc/1');
    expect(idsOf(found(play, key))).toEqual(['3', '4']);
  });

  it('adds to the one of another entry, and an entry without one shows everything', () => {
    const play = playTeams();
    const red = { ...reading, query: { term: { team: 'red' } } };
    const third = { ...reading, query: { ids: { values: ['2'] } } };
    expect(idsOf(found(play, keyWith(play, red, third)))).toEqual(['1', '2', '3']);
    expect(idsOf(found(play, keyWith(play, red, reading)))).toEqual(['1', '2', '3']);
    // Entries with the same names are one, also where the other one grants no reading by itself.
    const others = (names: readonly string[]) => ({ names, privileges: ['delete'] });
    expect(idsOf(found(play, keyWith(play, red, others(['books']))))).toEqual(['1', '2', '3']);
    expect(idsOf(found(play, keyWith(play, red, others(['books*']))))).toEqual(['1', '3']);
  });

  it('holds in addition to the limits of the owner', () => {
    const play = playTeams();
    const roles = { cluster: ['manage_own_api_key'], indices: [{ ...reading, query: { term: { team: 'red' } } }] };
    play.change((state) => ({
      ...state,
      cluster: { ...state.cluster, users: { ann: { password: 'p', roles: { r: roles } } } },
    }));
    const ann = `Basic ${Buffer.from('ann:p').toString('base64')}`;
    expect(idsOf(found(play, ann))).toEqual(['1', '3']);
    const descriptors = { r: { indices: [{ ...reading, query: { range: { price: { gt: 15 } } } }] } };
    const made = play.send('POST /_security/api_key', { name: 'k', role_descriptors: descriptors }, ann);
    expect(idsOf(found(play, `ApiKey ${String(made.body.encoded)}`))).toEqual(['3']);
    const copied = play.send('POST /_security/api_key', { name: 'k' }, ann);
    expect(idsOf(found(play, `ApiKey ${String(copied.body.encoded)}`))).toEqual(['1', '3']);
  });

  it('holds for an alias that the entry names', () => {
    const play = playTeams();
    const key = keyWith(play, { names: ['shelf'], privileges: ['read'], query: { term: { team: 'blue' } } });
    expect(idsOf(found(play, key, {}, '/shelf/_search'))).toEqual(['2']);
    expect(play.send('POST /books/_search', {}, key).status).toBe(403);
  });

  it('holds for what is deleted and updated by a query, and keeps hidden fields', () => {
    const play = playTeams();
    const entry = { names: ['books'], privileges: ['read', 'write'], query: { term: { team: 'red' } } };
    const key = keyWith(play, { ...entry, field_security: { grant: ['team'] } });
    const updated = play.send('POST /books/_update_by_query', { query: { match_all: {} } }, key);
    expect(updated.body).toMatchObject({ updated: 2 });
    expect(play.send('GET /books/_doc/1').text).toContain('book 1');
    const deleted = play.send('POST /books/_delete_by_query', { query: { match_all: {} } }, key);
    expect(deleted.body).toMatchObject({ deleted: 2 });
    expect(idsOf(found(play, 'Bearer boot'))).toEqual(['2']);
  });

  it.each([
    ['no JSON', '{"term"'],
    ['a template', { template: { source: { term: { team: 'red' } } } }],
    ['a kind that is not played', { has_child: { type: 'x', query: { match_all: {} } } }],
  ])('shows nothing, with a reason, when it is %s', (_, query) => {
    const play = playTeams();
    const key = keyWith(play, { ...reading, query });
    for (const line of ['POST /books/_search', 'GET /books/_doc/1', 'GET /books/_count']) {
      const { status, text } = play.send(line, undefined, key);
      expect(status).toBe(400);
      expect(text).toContain('role descriptor');
      expect(text).not.toContain('book 1');
    }
  });
});

describe('the field_security of a role descriptor', () => {
  it('hides the fields that it does not grant, wherever they could be read', () => {
    const play = playTeams();
    const key = keyWith(play, { ...reading, field_security: { grant: ['team', 'owner.*'], except: ['owner.mail'] } });
    const source = { team: 'red', owner: { name: 'ann' } };
    expect(play.send('GET /books/_doc/1', undefined, key).body._source).toEqual(source);
    expect(play.send('GET /books/_source/1', undefined, key).body).toEqual(source);
    expect(play.send('GET /books/_doc/1?_source=price,owner.mail', undefined, key).body._source).toEqual({});
    const [hit] = found(play, key, {
      query: { ids: { values: ['1'] } },
      fields: ['*', 'labels.color', 'price', { field: '*', include_unmapped: true }],
      docvalue_fields: ['price', 'labels'],
    });
    expect(hit?._source).toEqual(source);
    expect(hit?.fields).toEqual({ team: ['red'], 'owner.name': ['ann'] });
    const hidden = ['h1', 'book 1', 'ann@example.com', '"labels"', '"price"', '"mail"'];
    for (const text of [
      play.send('POST /books/_search', { aggs: { a: { terms: { field: 'labels.hidden' } } } }, key).text,
      play.send('GET /books/_mapping', undefined, key).text,
      play.send('GET /books', undefined, key).text,
    ]) {
      for (const word of hidden) expect(text).not.toContain(word);
    }
  });

  it('shows what else a mapping says', () => {
    const play = playTeams();
    play.send('PUT /books/_mapping', { dynamic: false });
    const key = keyWith(play, { ...reading, field_security: { grant: ['team'] } });
    expect(play.send('GET /books/_mapping', undefined, key).body).toEqual({
      books: { mappings: { dynamic: 'false', properties: { team: { type: 'keyword' } } } },
    });
  });

  it('keeps hidden fields from being searched and sorted by', () => {
    const play = playTeams();
    const key = keyWith(play, { ...reading, field_security: { grant: ['team', 'title'] } });
    for (const query of [
      { term: { 'labels.color': 'red' } },
      { term: { labels: 'red' } },
      { range: { price: { gte: 0 } } },
      { exists: { field: 'owner.name' } },
      { query_string: { query: 'price:>0' } },
      { query_string: { query: 'h1' } },
      { term: { 'title.raw': 'book 1' } },
    ]) {
      expect(idsOf(found(play, key, { query }))).toEqual([]);
    }
    expect(idsOf(found(play, key, { query: { match: { title: '2' } } }))).toEqual(['2']);
  });

  it('takes a flattened field as one, and leaves single keys out', () => {
    const play = playTeams();
    const whole = keyWith(play, { ...reading, field_security: { grant: ['labels'] } });
    expect(play.send('GET /books/_source/1', undefined, whole).body).toEqual({
      labels: { color: 'red', hidden: 'h1' },
    });
    const without = keyWith(play, {
      ...reading,
      field_security: { grant: ['labels', 'labels.*'], except: ['labels.hidden'] },
    });
    expect(play.send('GET /books/_source/1', undefined, without).body).toEqual({ labels: { color: 'red' } });
    expect(idsOf(found(play, without, { query: { term: { 'labels.hidden': 'h1' } } }))).toEqual([]);
    expect(idsOf(found(play, without, { query: { term: { labels: 'h1' } } }))).toEqual([]);
    expect(idsOf(found(play, without, { query: { term: { 'labels.color': 'red' } } }))).toEqual(['1', '3']);
    const one = keyWith(play, { ...reading, field_security: { grant: ['labels.color'] } });
    expect(play.send('GET /books/_source/1', undefined, one).body).toEqual({ labels: { color: 'red' } });
    expect(idsOf(found(play, one, { query: { term: { 'labels.color': 'red' } } }))).toEqual(['1', '3']);
  });

  it('shows what one of several entries grants, and nothing for an empty grant', () => {
    const play = playTeams();
    const team = { ...reading, field_security: { grant: ['team'] } };
    const price = { ...reading, field_security: { grant: ['*'], except: ['team', 'title', 'labels*', 'owner*'] } };
    const both = keyWith(play, team, price);
    expect(play.send('GET /books/_source/1', undefined, both).body).toEqual({ team: 'red', price: 10 });
    const none = keyWith(play, { ...reading, field_security: { grant: [] } });
    expect(play.send('GET /books/_source/1', undefined, none).body).toEqual({});
    const all = keyWith(play, team, reading);
    expect(play.send('GET /books/_source/1', undefined, all).body).toMatchObject({ price: 10 });
  });

  it('finds by a field that it hides what the query of the same entry is for', () => {
    const play = playTeams();
    const entry = { ...reading, query: { term: { team: 'red' } }, field_security: { grant: ['price'] } };
    const key = keyWith(play, entry);
    expect(found(play, key).map(({ _source }) => _source)).toEqual([{ price: 10 }, { price: 30 }]);
  });

  it('refuses to update parts of documents, alone and in bulk', () => {
    const play = playTeams();
    const entry = { names: ['books'], privileges: ['read', 'write'], field_security: { grant: ['team'] } };
    const key = keyWith(play, entry);
    const alone = play.send('POST /books/_update/1', { doc: { price: 10 } }, key);
    expect(alone.status).toBe(400);
    expect(alone.text).toContain('Index the whole document');
    const bulk = play.send('POST /books/_bulk', '{"update":{"_id":"1"}}\n{"doc":{"price":10}}\n', key);
    expect(bulk.body).toMatchObject({ errors: true, items: [{ update: { status: 400 } }] });
    expect(play.send('PUT /books/_doc/1', { team: 'green' }, key).status).toBe(200);
  });

  it('is not a trap for names that objects have', () => {
    const play = playTeams();
    play.send('PUT /books/_doc/9', '{"__proto__":{"team":"x"},"constructor":"y","team":"red"}');
    const key = keyWith(play, { ...reading, field_security: { grant: ['team'] } });
    expect(play.send('GET /books/_source/9', undefined, key).text).toBe('{"team":"red"}');
    const other = keyWith(play, { ...reading, field_security: { grant: ['constructor', '__proto__*'] } });
    expect(play.send('GET /books/_source/9', undefined, other).text).toBe(
      '{"__proto__":{"team":"x"},"constructor":"y"}',
    );
  });
});
