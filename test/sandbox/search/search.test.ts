import { describe, expect, it } from 'vitest';
import { idsMatching, idsOf, playBooks, playCluster, type ClusterPlay } from '../cluster/play-indices';

const documents = {
  1: {
    title: 'Results are not sorted.',
    pages: 3,
    labels: { priority: 'urgent', release: ['v1.2.5', 'v1.3.0'], count: 10 },
  },
  2: {
    title: 'Search is slow',
    pages: 20,
    labels: { priority: 'high', release: ['v1.3.0'], count: 9, note: 'two words' },
  },
  3: { title: 'A typo', labels: { priority: 'low', owner: { name: 'ann' }, isOpen: true } },
  4: { title: 'Nothing to see' },
};

const play = playBooks({}, documents);

describe('queries on a flattened field', () => {
  it.each<[string, object, string]>([
    ['a term anywhere', { term: { labels: 'urgent' } }, '1'],
    ['a term of a key', { term: { 'labels.priority': 'urgent' } }, '1'],
    ['a term of another key', { term: { 'labels.release': 'urgent' } }, ''],
    ['a term in an object', { term: { 'labels.priority': { value: 'URGENT', case_insensitive: true } } }, '1'],
    ['a number as text', { term: { 'labels.count': 10 } }, '1'],
    ['a boolean as text', { term: { 'labels.isOpen': 'true' } }, '3'],
    ['a key of a key', { term: { 'labels.owner.name': 'ann' } }, '3'],
    ['a key that is an object', { term: { 'labels.owner': 'ann' } }, ''],
    ['one item of a list', { term: { 'labels.release': 'v1.3.0' } }, '12'],
    ['terms', { terms: { 'labels.priority': ['urgent', 'low', 'none'] } }, '13'],
    ['terms anywhere', { terms: { labels: ['v1.3.0', 'ann'] } }, '123'],
    ['no terms', { terms: { labels: [] } }, ''],
    [
      'a set of terms',
      { terms_set: { 'labels.release': { terms: ['v1.2.5', 'v1.3.0'], minimum_should_match: 2 } } },
      '1',
    ],
    [
      'all terms of a set, by script',
      {
        terms_set: {
          labels: { terms: ['high', 'v1.3.0'], minimum_should_match_script: { source: 'params.num_terms' } },
        },
      },
      '2',
    ],
    ['a prefix', { prefix: { 'labels.release': 'v1.3' } }, '12'],
    ['a prefix anywhere', { prefix: { labels: { value: 'u' } } }, '1'],
    ['a range of text', { range: { 'labels.priority': { gte: 'high', lt: 'urgent' } } }, '23'],
    ['a range of numbers, as text', { range: { 'labels.count': { gte: '1', lte: '5' } } }, '1'],
    ['an open range of the field', { range: { labels: { gt: 'v1.3' } } }, '12'],
    ['a range anywhere', { range: { labels: { gte: 'v', lte: 'w' } } }, '12'],
    ['a match', { match: { 'labels.priority': 'high' } }, '2'],
    ['a match of one value with a blank', { match: { 'labels.note': 'two words' } }, '2'],
    ['a match of a word of a value', { match: { 'labels.note': 'words' } }, ''],
    ['a match anywhere', { match: { labels: { query: 'ann' } } }, '3'],
    ['a match in several fields', { multi_match: { query: 'low', fields: ['title', 'labels^2'] } }, '3'],
    ['a match in the fields of a pattern', { multi_match: { query: 'ann', fields: ['lab*'] } }, '3'],
    ['a match in keys by a pattern', { multi_match: { query: 'ann', fields: ['labels.*'] } }, ''],
    ['a query text', { query_string: { query: 'labels.priority:(urgent OR low)' } }, '13'],
    ['a query text anywhere', { query_string: { query: 'urgent', fields: ['labels'] } }, '1'],
    ['a range in a query text', { query_string: { query: 'labels.priority:[high TO low]' } }, '23'],
    ['a prefix in a query text', { query_string: { query: 'labels.release:v1.2*' } }, '1'],
    ['not, in a query text', { query_string: { query: 'labels.release:* AND NOT labels.priority:high' } }, '1'],
    ['a simple query text', { simple_query_string: { query: 'urgent | low', fields: ['labels.priority'] } }, '13'],
    ['not, in a simple query text', { simple_query_string: { query: '-urgent', fields: ['labels'] } }, '234'],
    ['the field at all', { exists: { field: 'labels' } }, '123'],
    ['a key at all', { exists: { field: 'labels.note' } }, '2'],
    ['a key with keys below it', { exists: { field: 'labels.owner' } }, ''],
    ['a pattern anywhere', { wildcard: { labels: 'u?g*' } }, '1'],
    ['a regular expression anywhere', { regexp: { labels: 'u[a-r]g(x|ent)+' } }, '1'],
    ['a phrase, which is one value', { match_phrase: { labels: 'two words' } }, '2'],
    ['a wildcard in a key', { term: { 'labels.rel*': 'v1' } }, ''],
    ['a pattern in a query text', { query_string: { query: 'labels.priority:u*t' } }, ''],
    ['an expression in a query text', { query_string: { query: 'labels:/ur.*/' } }, '1'],
    [
      'a nested field that is none',
      { nested: { path: 'labels', query: { match_all: {} }, ignore_unmapped: true } },
      '',
    ],
  ])('find by %s', (_, query, ids) => {
    expect(idsMatching(play, query).join('')).toBe(ids);
  });

  it.each<[string, object, string]>([
    ['an open range of a key', { range: { 'labels.count': { gt: 10 } } }, 'open-range'],
    ['a text with fuzziness', { match: { 'labels.note': { query: 'word', fuzziness: 1 } } }, 'unsupported-use'],
    ['a regular expression for a key', { regexp: { 'labels.note': 'w.*' } }, 'unsupported-use'],
    ['a nested query', { nested: { path: 'labels', query: { match_all: {} } } }, 'unsupported-use'],
    ['a word of a span', { span_term: { labels: 'word' } }, 'unsupported-use'],
    ['the beginning of a phrase', { match_phrase_prefix: { labels: 'two wo' } }, 'unsupported-use'],
    ['a fuzzy key', { fuzzy: { 'labels.priority': 'urgnt' } }, 'unsupported-use'],
    ['a pattern of a key’s values', { wildcard: { 'labels.priority': 'u*t' } }, 'unsupported-use'],
  ])('refuse %s', (_, query, rule) => {
    expect(play.send('POST /books/_search', { query })).toMatchObject({
      status: 400,
      body: {
        error: { rule, type: 'search_phase_execution_exception', root_cause: [{ type: 'query_shard_exception' }] },
      },
    });
    expect(play.send('POST /books/_search', { query: { bool: { must_not: query } } }).status).toBe(400);
  });

  it('heed what the mapping leaves out', () => {
    const values = { 1: { labels: { a: 'short', b: 'much too long', c: null } } };
    const some = playBooks({ ignore_above: 6, null_value: 'none' }, values);
    expect(idsMatching(some, { term: { 'labels.a': 'short' } })).toEqual(['1']);
    expect(idsMatching(some, { term: { 'labels.b': 'much too long' } })).toEqual([]);
    expect(idsMatching(some, { term: { 'labels.c': 'none' } })).toEqual(['1']);
    expect(some.send('GET /books/_doc/1').body._source).toEqual(values[1]);
    expect(idsMatching(playBooks({}, values), { exists: { field: 'labels.c' } })).toEqual([]);
  });

  it('split their text at blanks where the mapping says so', () => {
    const split = playBooks({ split_queries_on_whitespace: true }, { 1: { labels: { a: 'two' } } });
    expect(idsMatching(split, { match: { 'labels.a': 'one two' } })).toEqual(['1']);
    expect(idsMatching(split, { match: { 'labels.a': { query: 'one two', operator: 'and' } } })).toEqual([]);
    expect(idsMatching(split, { query_string: { query: 'labels.a:(one two)' } })).toEqual(['1']);
  });

  it('are refused where the field cannot be searched, and orders where it has no columns', () => {
    const hidden = playBooks({ index: false, doc_values: false }, { 1: { labels: { a: 'x' } } });
    const send = (body: unknown) => hidden.send('POST /books/_search', body).status;
    expect(send({ query: { term: { labels: 'x' } } })).toBe(400);
    expect(send({ sort: 'labels.a' })).toBe(400);
    expect(send({ aggs: { a: { terms: { field: 'labels' } } } })).toBe(400);
    expect(send({ script_fields: { a: { script: "doc['labels.a'].value" } } })).toBe(400);
    expect(send({ fields: ['labels.a'] })).toBe(200);
  });

  it('know keys with a type of their own', () => {
    const typed = playBooks(
      { properties: { status: { type: 'long' } } },
      { 1: { labels: { status: 200 } }, 2: { labels: { status: 503 } } },
    );
    expect(idsMatching(typed, { range: { 'labels.status': { gte: 500 } } })).toEqual(['2']);
    // They are no part of the whole field.
    expect(idsMatching(typed, { term: { labels: '200' } })).toEqual([]);
  });
});

describe('other queries', () => {
  it.each<[object, string]>([
    [{ match_all: {} }, '1234'],
    [{ match_none: {} }, ''],
    [{ match: { title: 'SORTED slow' } }, '12'],
    [{ match: { title: { query: 'search slow', operator: 'and' } } }, '2'],
    [{ match: { title: { query: 'serch', fuzziness: 'AUTO' } } }, '2'],
    [{ match_phrase: { title: 'not sorted' } }, '1'],
    [{ match_phrase: { title: 'sorted not' } }, ''],
    [{ match_phrase_prefix: { title: 'is sl' } }, '2'],
    [{ range: { pages: { gt: 3 } } }, '2'],
    [{ term: { pages: '3' } }, '1'],
    [{ ids: { values: ['4', '9'] } }, '4'],
    [{ constant_score: { filter: { exists: { field: 'pages' } } } }, '12'],
    [{ dis_max: { queries: [{ term: { pages: 3 } }, { term: { title: 'slow' } }] } }, '12'],
    [{ bool: {} }, '1234'],
    [{ bool: { must_not: { exists: { field: 'labels' } } } }, '4'],
    [{ bool: { should: [{ term: { pages: 3 } }, { term: { pages: 20 } }] } }, '12'],
    [{ bool: { filter: { match_all: {} }, should: [{ term: { pages: 3 } }] } }, '1234'],
    [{ bool: { should: [{ term: { pages: 3 } }, { match: { title: 'results' } }], minimum_should_match: 2 } }, '1'],
    [{ query_string: { query: 'slow OR typo' } }, '23'],
    [{ query_string: { query: '+search -slow' } }, ''],
    [{ query_string: { query: 'title:"not sorted" || pages:>=20' } }, '12'],
    [{ query_string: { query: '*:*' } }, '1234'],
    [{ query_string: { query: '_exists_:pages' } }, '12'],
    [{ term: { nowhere: 'x' } }, ''],
    [{ exists: { field: 'nowhere' } }, ''],
  ])('%j', (query, ids) => {
    expect(idsMatching(play, query).join('')).toBe(ids);
  });

  it.each<[unknown]>([
    [[]],
    [{}],
    [{ term: {} }],
    [{ term: { labels: ['a'] } }],
    [{ term: { a: 1 }, match_all: {} }],
    [{ term: 'labels' }],
    [{ terms: { labels: 'a' } }],
    [{ range: { pages: { gte: 'many' } } }],
    [{ regexp: { title: '(a+' } }],
    [{ query_string: { query: '(title:a' } }],
    [{ query_string: { query: 'a AND' } }],
    [{ query_string: { query: `${'('.repeat(5000)}a` } }],
    [{ bool: { must: [{ term: 5 }] } }],
    [JSON.parse(`${'{"bool":{"must":'.repeat(300)}{}${'}}'.repeat(300)}`)],
  ])('refuses %#', (query) => {
    expect(play.send('POST /books/_search', { query }).status).toBe(400);
  });

  it.each(['"', 'a"', '(((', ')))', '+|-', '\\', '~', '*', '-', 'a~9', '"a"~', ''])(
    'a simple query text forgives %j',
    (query) => {
      expect(play.send('POST /books/_search', { query: { simple_query_string: { query } } }).status).toBe(200);
    },
  );
});

describe('a response', () => {
  it('has the documented form', () => {
    const { body } = play.send('POST /books/_search', {
      query: { term: { labels: 'urgent' } },
      fields: ['labels', 'labels.release', 'labels.rel*', 'lab*', 'labels.owner', 'title', 'nowhere'],
      _source: false,
    });
    expect(body).toEqual({
      took: 0,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: {
        total: { value: 1, relation: 'eq' },
        max_score: expect.any(Number) as unknown,
        hits: [
          {
            _index: 'books',
            _type: '_doc',
            _id: '1',
            _score: expect.any(Number) as unknown,
            fields: {
              labels: [documents[1].labels],
              'labels.release': ['v1.2.5', 'v1.3.0'],
              title: ['Results are not sorted.'],
            },
          },
        ],
      },
    });
  });

  it.each<[unknown, unknown]>([
    [undefined, documents[3]],
    [true, documents[3]],
    [false, undefined],
    ['title', { title: 'A typo' }],
    [['title', 'labels.own*'], { title: 'A typo', labels: { owner: { name: 'ann' } } }],
    ['labels.owner', { labels: { owner: { name: 'ann' } } }],
    [{ excludes: ['labels'] }, { title: 'A typo' }],
    [{ includes: ['labels'], excludes: ['*.name', 'labels.isOpen'] }, { labels: { priority: 'low', owner: {} } }],
    ['nowhere', {}],
  ])('with _source %j has %j', (_source, expected) => {
    const { body } = play.send('POST /books/_search', { query: { ids: { values: ['3'] } }, _source });
    const { hits } = body.hits as unknown as { hits: readonly { _source?: unknown }[] };
    expect(hits[0]?._source).toEqual(expected);
  });

  it('is paged and ordered, leaves as text', () => {
    expect(idsOf(play, { sort: 'labels.count', query: { exists: { field: 'labels.count' } } })).toEqual(['1', '2']);
    expect(idsOf(play, { sort: [{ 'labels.count': 'desc' }] })).toEqual(['2', '1', '3', '4']);
    expect(idsOf(play, { sort: { 'labels.release': { order: 'asc', missing: '_first' } } })).toEqual([
      '3',
      '4',
      '1',
      '2',
    ]);
    expect(idsOf(play, { sort: [{ pages: 'desc' }], from: 1, size: 1 })).toEqual(['1']);
    expect(idsOf(play, { sort: [{ pages: 'asc' }], search_after: [3], size: 1 })).toEqual(['2']);
    expect(idsOf(play, undefined)).toEqual(['1', '2', '3', '4']);
    expect(play.send('GET /books/_search?q=labels.priority:low&size=1&_source=title').body).toMatchObject({
      hits: { total: { value: 1 }, hits: [{ _id: '3', _source: { title: 'A typo' } }] },
    });
    expect(play.send('POST /books/_search', { sort: ['labels.priority'] }).body).toMatchObject({
      hits: { max_score: null, hits: [{ _score: null, sort: ['high'] }, {}, {}, { sort: [null] }] },
    });
  });

  it('counts hits as far as it is asked to', () => {
    const total = (track_total_hits: unknown) =>
      (play.send('POST /books/_search', { track_total_hits }).body.hits as unknown as { total?: unknown }).total;
    expect(total(true)).toEqual({ value: 4, relation: 'eq' });
    expect(total(2)).toEqual({ value: 2, relation: 'gte' });
    expect(total(false)).toBeUndefined();
    expect(play.send('POST /books/_search?rest_total_hits_as_int=true').body).toMatchObject({ hits: { total: 4 } });
    expect(play.send('POST /books/_count', { query: { term: { labels: 'high' } } }).body).toMatchObject({ count: 1 });
  });

  it.each([
    { from: -1 },
    { size: 10_001 },
    { sort: 'title' },
    { sort: 'nowhere' },
    { aggs: { a: { avg: { field: 'labels.count' } } } },
    { aggs: { a: { histogram: { field: 'labels', interval: 1 } } } },
    { aggs: { a: { avg: { field: 'title' } } } },
    { aggs: { a: { terms: {} } } },
    { aggs: { a: {} } },
    { script_fields: { a: { script: 'while (true) {}' } } },
    { script_fields: { a: { script: "doc['labels.note'].value" } } },
    { sort: { 'labels.count': { mode: 'sum' } } },
    { sort: { pages: { unmapped_type: 'nothing' }, nowhere: { unmapped_type: 'nothing' } } },
    { fields: [{ field: 'pages', format: 'yyyy' }] },
    { docvalue_fields: ['title'] },
    { search_after: [1] },
    { search_after: [1, 2], sort: 'pages' },
    { search_after: ['many'], sort: 'pages' },
    { from: 1, search_after: [1], sort: 'pages' },
    { collapse: { field: 'labels.priority' } },
    { aggs: { a: { terms: { field: 'labels', order: { none: 'asc' } } } } },
  ])('refuses %j', (body) => {
    expect(play.send('POST /books/_search', body).status).toBe(400);
  });

  it('reads a key by the documented accessor', () => {
    const body = {
      query: { exists: { field: 'labels.release' } },
      script_fields: { first: { script: { source: "doc['labels.release'].value" } } },
    };
    expect(play.send('POST /books/_search', body).body).toMatchObject({
      hits: { hits: [{ fields: { first: ['v1.2.5'] } }, { fields: { first: ['v1.3.0'] } }] },
    });
  });

  it('covers several indices', () => {
    const several = playCluster();
    several.send('PUT /a/_doc/1', { n: 2 });
    several.send('PUT /b/_doc/1', { n: 1 });
    const hits = (line: string) => several.send(line, { sort: 'n' }).body;
    for (const line of ['POST /a,b/_search', 'POST /_search', 'POST /*/_search', 'POST /_all/_search']) {
      expect(hits(line), line).toMatchObject({
        _shards: { total: 2 },
        hits: { hits: [{ _index: 'b' }, { _index: 'a' }] },
      });
    }
  });
});

describe('responses as typed clients read them', () => {
  const typed = playBooks({}, {});
  typed.send('PUT /typed', {
    mappings: {
      properties: {
        ...{ labels: { type: 'flattened' }, pages: { type: 'integer' }, price: { type: 'float' } },
        ...{ size: { type: 'unsigned_long' }, isSold: { type: 'boolean' } },
      },
    },
  });
  const labels = { a: 'x', many: ['v1', 'v2'] };
  typed.send('PUT /typed/_doc/1', { labels, pages: 3, price: 1.5, size: 7, isSold: true });

  it.each([
    ['sterms', { terms: { field: 'labels.a' } }],
    ['lterms', { terms: { field: 'pages' } }],
    ['lterms', { terms: { field: 'isSold' } }],
    ['dterms', { terms: { field: 'price' } }],
    ['ulterms', { terms: { field: 'size' } }],
    ['umterms', { terms: { field: 'nowhere' } }],
    ['max', { max: { field: 'pages' } }],
    ['filter', { filter: { match_all: {} } }],
  ])('have the type in front of the name of an aggregation: %s', (type, aggregation) => {
    const namesOf = (line: string, aggs: unknown) => {
      const { aggregations } = typed.send(line, { aggs }).body;
      return JSON.stringify(aggregations).match(/"[^"]*by"/g);
    };
    expect(namesOf('POST /typed/_search?typed_keys=true', { by: aggregation })).toEqual([`"${type}#by"`]);
    expect(namesOf('POST /typed/_search', { by: aggregation })).toEqual(['"by"']);
    const inner = { by: { missing: { field: 'nowhere' }, aggs: { by: aggregation } } };
    expect(namesOf('POST /typed/_search?typed_keys', inner)).toEqual(['"missing#by"', `"${type}#by"`]);
  });

  it('lack lists of which nothing is selected', () => {
    const read = (query: string) => typed.send(`GET /typed/_doc/1?${query}`).body;
    expect(read('_source_includes=labels.a')._source).toEqual({ labels: { a: 'x' } });
    expect(read('_source_includes=labels.many')._source).toEqual({ labels: { many: ['v1', 'v2'] } });
  });
});

describe('several at once', () => {
  it('are searched by lines, each with its status', () => {
    const body = '{}\n{"query":{"term":{"labels":"high"}}}\n\n{"query":{"wildcard":{"labels.x":"a"}}}\n';
    expect(play.send('POST /books/_msearch', body).body).toMatchObject({
      responses: [
        { status: 200, hits: { total: { value: 1 } } },
        { status: 400, error: { rule: 'unsupported-use' } },
      ],
    });
    for (const broken of ['{}', '{}\n', '{}\n5\n']) expect(play.send('POST /books/_msearch', broken).status).toBe(400);
    expect(play.send('POST /books/_msearch', '{"index":"other"}\n{}\n').body).toMatchObject({
      responses: [{ status: 404 }],
    });
    expect(play.send('POST /books/_msearch', '{"index":{}}\n{}\n').body).toMatchObject({
      responses: [{ status: 400 }],
    });
  });

  it('are searched in the indices that the lines name, as far as the caller may', () => {
    const own = playBooks({}, documents);
    own.send('PUT /other/_doc/1', { a: 1 });
    const lines = ['{"index":"other"}', '{"index":["books","other"]}', '{}', '{"index":"oth*"}'];
    const body = lines.map((line) => `${line}\n{"size":0}\n`).join('');
    const totals = (result: { readonly body: unknown }) =>
      (result.body as { responses: readonly { status: number; hits?: { total: { value: number } } }[] }).responses.map(
        ({ status, hits }) => hits?.total.value ?? status,
      );
    const count = Object.keys(documents).length;
    expect(totals(own.send('POST /_msearch', body))).toEqual([1, count + 1, count + 1, 1]);
    expect(totals(own.send('GET /books/_msearch', body))).toEqual([1, count + 1, count, 1]);
    const descriptor = { indices: [{ names: 'books', privileges: ['read'] }] };
    const made = own.send('PUT /_security/api_key', { name: 'k', role_descriptors: { r: descriptor } });
    const key = `ApiKey ${String(made.body.encoded)}`;
    expect(totals(own.send('GET /books/_msearch', body, key))).toEqual([403, 403, count, 0]);
    expect(totals(own.send('POST /_msearch', body, key))).toEqual([403, 403, count, 0]);
  });

  it('are deleted and written again by a query', () => {
    const own = playBooks({}, documents);
    expect(
      own.send('POST /books/_delete_by_query', { query: { exists: { field: 'labels.release' } } }).body,
    ).toMatchObject({
      total: 2,
      deleted: 2,
    });
    expect(own.send('POST /books/_update_by_query', {}).body).toMatchObject({ total: 2, updated: 2 });
    expect(idsMatching(own, { match_all: {} })).toEqual(['3', '4']);
    expect(own.state().cluster.indices.get('books')!.nextSequence).toBe(8);
    expect(own.send('POST /books/_delete_by_query').status).toBe(400);
    expect(own.send('POST /books/_update_by_query', '[').status).toBe(400);
    expect(own.send('POST /books/_update_by_query', { script: 'x' }).status).toBe(400);
  });
});

describe('aggregations', () => {
  const aggregate = (from: ClusterPlay, aggs: object, query?: object) =>
    from.send('POST /books/_search', { size: 0, aggs, ...(query && { query }) }).body.aggregations;

  it('group by keys and by all leaves', () => {
    expect(aggregate(play, { a: { terms: { field: 'labels.release' } } })).toEqual({
      a: {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: 0,
        buckets: [
          { key: 'v1.3.0', doc_count: 2 },
          { key: 'v1.2.5', doc_count: 1 },
        ],
      },
    });
    expect(aggregate(play, { a: { terms: { field: 'labels', size: 1 } } })).toMatchObject({
      a: { buckets: [{ key: 'v1.3.0', doc_count: 2 }], sum_other_doc_count: 9 },
    });
    expect(
      aggregate(play, {
        a: {
          terms: { field: 'labels.priority', order: { _key: 'desc' }, missing: 'none' },
          aggs: { n: { sum: { field: 'pages' } } },
        },
      }),
    ).toMatchObject({
      a: {
        buckets: [
          { key: 'urgent', n: { value: 3 } },
          { key: 'none', n: { value: 0 } },
          { key: 'low' },
          { key: 'high', n: { value: 20 } },
        ],
      },
    });
  });

  it('count, filter and compute', () => {
    expect(
      aggregate(play, {
        kinds: { cardinality: { field: 'labels.release' } },
        all: { value_count: { field: 'labels.release' } },
        without: { missing: { field: 'labels' } },
        mean: { avg: { field: 'pages' } },
        figures: { stats: { field: 'pages' } },
        some: { filter: { term: { labels: 'high' } }, aggs: { most: { max: { field: 'pages' } } } },
      }),
    ).toEqual({
      kinds: { value: 2 },
      all: { value: 3 },
      without: { doc_count: 1 },
      mean: { value: 11.5 },
      figures: { count: 2, min: 3, max: 20, avg: 11.5, sum: 23 },
      some: { doc_count: 1, most: { value: 20 } },
    });
  });

  it('see what the query finds, but not what only the hits are filtered by', () => {
    const body = {
      query: { exists: { field: 'labels.release' } },
      post_filter: { term: { labels: 'high' } },
      aggs: { n: { value_count: { field: 'labels.priority' } } },
    };
    expect(play.send('POST /books/_search', body).body).toMatchObject({
      hits: { total: { value: 1 } },
      aggregations: { n: { value: 2 } },
    });
  });
});
