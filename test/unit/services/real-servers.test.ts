import { describe, expect, it } from 'vitest';
import { resolveDateMathName } from '../../../packages/text/src/date-math';
import { answerOf, idsIn, losses, play, reported, type Server } from './real-servers-play';

// What real servers answered: Elasticsearch 8.19.21 and 9.5.3, and OpenSearch 3.9.0. The numbers are those of a list of differences.

const flattened = (parameters: object = {}) =>
  ['PUT /i', { mappings: { properties: { f: { type: 'flattened', ...parameters } } } }] as const;

describe('repositories', () => {
  it.each([
    'PUT /_snapshot/r/%3Cnightly-%7Bnow%2Fd%7D%3E',
    'PUT /_snapshot/r/snap%3A1',
    'PUT /_snapshot/r/snap%2B1',
    'PUT /_snapshot/r/sn%C3%A4p?master_timeout=1%20s',
    'DELETE /_snapshot/r?timeout=1%20s',
  ])('15: names are judged as the server receives them: %s', (line) => {
    expect(reported('8.19', [line])).toEqual([]);
  });

  it.each(['snap%20a', 'Snap%41', '%5Fsnap', 'a%2Cb', 'a%23b'])('15: also those that it refuses: %s', (name) => {
    expect(reported('8.19', [`PUT /_snapshot/r/${name}`])).toEqual([
      expect.stringContaining('warning unsuitable-text'),
    ]);
  });
});

describe('flattened fields', () => {
  it('23: the object of the field itself is never too deep', () => {
    expect(reported('8.19', flattened({ depth_limit: 0 }), ['PUT /i/_doc/1', { f: { a: 1 } }])).toEqual([]);
    expect(reported('8.19', flattened({ depth_limit: 0 }), ['PUT /i/_doc/1', { f: { a: { b: 1 } } }])).toEqual([
      expect.stringContaining('error excessive-depth'),
    ]);
    const cluster = play();
    cluster.send(...flattened({ depth_limit: 0 }));
    expect(cluster.send('PUT /i/_doc/1', { f: { a: 1 } }).status).toBe(201);
    expect(cluster.send('PUT /i/_doc/2', { f: { a: { b: 1 } } }).status).toBe(400);
  });
});

describe('searches in flattened fields', () => {
  const search = (query: object) => ['POST /i/_search', { query }] as const;
  const openRange = search({ range: { 'f.v': { gte: '10' } } });

  it('21: one bound of a range on a key is refused by version 8, and taken by 9.5 and OpenSearch', () => {
    expect(reported('8.19', flattened(), openRange)).toEqual([expect.stringContaining('warning open-range')]);
    expect(reported('9.5', flattened(), openRange)).toEqual([]);
    // Without a version it is an information.
    expect(reported('unknown', flattened(), openRange)).toEqual([]);
    for (const [server, status] of [
      ['8.19', 400],
      ['9.5', 200],
    ] as const) {
      const cluster = play(server);
      cluster.send(...flattened());
      cluster.send('PUT /i/_doc/1?refresh=true', { f: { v: '100' } });
      expect(cluster.send(...openRange).status).toBe(status);
    }
  });

  it('22: an asterisk at the end of a word in a query string is a prefix', () => {
    const query = (text: string) => search({ query_string: { query: text } });
    expect(reported('8.19', flattened(), query('f.k:ab*'))).toEqual([]);
    expect(reported('8.19', flattened(), query('f.k:a*b'))).toEqual([expect.stringContaining('unsupported-use')]);
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { k: 'abc' } });
    expect(idsIn(cluster.send(...query('f.k:ab*')))).toEqual(['1']);
  });

  it('25: the last word of a text is the beginning of a value', () => {
    const cluster = play();
    cluster.send(...flattened());
    cluster.send('PUT /i/_doc/1?refresh=true', { f: { k: 'abc' } });
    expect(idsIn(cluster.send(...search({ match_bool_prefix: { 'f.k': 'ab' } })))).toEqual(['1']);
    expect(idsIn(cluster.send(...search({ match_bool_prefix: { f: 'ab' } })))).toEqual(['1']);
  });
});

describe('lists of repositories and snapshots', () => {
  function withRepositories(server: Server = '8.19') {
    const cluster = play(server);
    for (const name of ['a', 'ab', 'b'])
      expect(
        cluster.send(`PUT /_snapshot/${name}?verify=false`, { type: 'fs', settings: { location: name } }).status,
      ).toBe(200);
    return cluster;
  }

  it('16: a list of repositories to remove is one name', () => {
    const cluster = withRepositories();
    expect(cluster.send('DELETE /_snapshot/a,b').status).toBe(404);
    expect(Object.keys(cluster.send('GET /_snapshot').body)).toEqual(['a', 'ab', 'b']);
    expect(reported('8.19', ['DELETE /_snapshot/a,b'])).toEqual([expect.stringContaining('unsuitable-text')]);
    expect(losses('DELETE /_snapshot/a,b')).toContain('the snapshot repository `a,b`');
    expect(losses('DELETE /_snapshot/a*')).toContain('all snapshot repositories that match `a*`');
  });

  it.each([
    ['8.19', 'a*,-ab', 'a'],
    ['8.19', '-ab,a*', 404],
    ['8.19', 'ab,-ab', 404],
    ['8.19', 'a*,-a*', ''],
    ['8.19', '_all,-ab', 404],
    ['9.5', '_all,-ab', 404],
    ['8.19', '*,-a*,ab', 'b'],
    ['8.19', 'x*', ''],
    ['8.19', '_all,x', 404],
    ['opensearch', 'a*,-ab', 404],
    ['opensearch', 'a*,-a*', 'a ab'],
    ['opensearch', '*,-a*,ab', 'a ab b'],
  ] as const)('17: %s: %s', (server, list, expected) => {
    const { status, body } = withRepositories(server).send(`GET /_snapshot/${list}`);
    expect(status === 200 ? Object.keys(body).join(' ') : status).toBe(expected);
  });

  it('18: a name is none of the exclusions of snapshots', () => {
    const cluster = withRepositories();
    for (const name of ['s1', 's2']) expect(cluster.send(`PUT /_snapshot/a/${name}`).status).toBe(200);
    expect(cluster.send('GET /_snapshot/a/s1,-s1').status).toBe(404);
    expect(cluster.send('DELETE /_snapshot/a/s1,-s1').status).toBe(404);
    const { snapshots } = cluster.send('GET /_snapshot/a/s*,-s1').body;
    expect((snapshots as unknown as { readonly snapshot: string }[]).map(({ snapshot }) => snapshot)).toEqual(['s2']);
  });

  it('18: date math makes the name of a snapshot', () => {
    const cluster = withRepositories();
    cluster.send('PUT /_snapshot/a/%3Csnap-%7Bnow%2Fd%7D%3E');
    expect(cluster.send('GET /_snapshot/a/snap-2026.01.01').status).toBe(200);
  });

  it.each(['""', '".."', '"x/../../y"', '"../x"'])('19: servers refuse the location %s', (location) => {
    const body = `{"type":"fs","settings":{"location":${location}}}`;
    expect(reported('8.19', ['PUT /_snapshot/r', body])).toEqual([expect.stringContaining('warning ')]);
    expect(answerOf(play().send('PUT /_snapshot/r', body))).toBe('500 repository_exception');
  });

  it.each(['"x/../y"', '"."', '"..x"', '"x/.../y"', '"/mnt/a/../a/x"'])('19: and not %s', (location) => {
    const body = `{"type":"fs","settings":{"location":${location}}}`;
    expect(reported('8.19', ['PUT /_snapshot/r', body])).toEqual([]);
  });

  it('19: and a number with a fraction', () => {
    const body = '{"type":"fs","settings":{"location":"x","max_number_of_snapshots":10.0}}';
    expect(reported('8.19', ['PUT /_snapshot/r', body])).toEqual([expect.stringContaining('warning unsuitable-text')]);
    expect(answerOf(play().send('PUT /_snapshot/r', body))).toBe('500 repository_exception');
  });
});

describe('date math', () => {
  it.each([
    ['<logs-{now/d}>', 'logs-2026.01.01'],
    ['<logs-{now/M{yyyy.MM}}>', 'logs-2026.01'],
    ['<logs-{now/d{yyyy.MM.dd|+12:00}}>', 'logs-2026.01.02'],
    ['<logs-{now-1d/d}-a>', 'logs-2025.12.31-a'],
    ['<logs-{now/d{YYYY}}>', 'logs-2026'],
    ['<logs>', 'logs'],
  ])('27: %s', (name, index) => {
    const cluster = play();
    // Half an hour before midnight by UTC.
    cluster.pass(23.5 * 3_600_000);
    expect(reported('8.19', [`PUT /${encodeURIComponent(name)}`])).toEqual([]);
    const { status, body } = cluster.send(`PUT /${encodeURIComponent(name)}`);
    expect([status, body.index]).toEqual([200, index]);
  });

  it.each([
    ['<a\\{b\\}-{now/d}>', 'a{b}-2026.01.01'],
    ['<a-{2024-02-29||+1y/M{yyyy-MM-dd}}>', 'a-2025-02-01'],
    ["<a-{now/w{YYYY'w'ww}}>", 'a-2026w01'],
    ['<a-{now/d{MMM d, EEE}}>', 'a-Jan 1, Thu'],
    ['<a-{now/d{yyyy|Asia/Tokyo}}>', 'a-2026'],
  ])('27: its other rules: %s', (name, expected) => {
    expect(resolveDateMathName(name, Date.UTC(2026, 0, 1, 2))).toBe(expected);
  });

  it.each(['<a-{now/d>', '<a-}>', '<a-{now/d{}}>', '<a-{now/2d}>', '<a-{now+}>', '<a-{x}>', '<a-{now|z}>', '<>'])(
    '27: servers refuse %s',
    (name) => {
      expect(resolveDateMathName(name, 0)).toHaveProperty('problem');
    },
  );
});
