import { describe, expect, it } from 'vitest';
import { beginsLog, readLogLine } from '../../../packages/exchange/src/logs/index';

const line = (members: object): string => JSON.stringify(members);
const search = (source: string): string =>
  line({
    'event.dataset': 'elasticsearch.index_search_slowlog',
    'elasticsearch.slowlog.message': '[orders][0]',
    'elasticsearch.slowlog.source': source,
  });
const requestOf = (text: string) => {
  const read = readLogLine(text);
  return read.kind === 'request' ? read.request : read.kind;
};

describe('slow logs', () => {
  it.each([
    ['of Elasticsearch 8', search('{"query":{"match_all":{}}}')],
    [
      'of version 7',
      line({ type: 'index_search_slowlog', message: '[orders][0]', source: '{"query":{"match_all":{}}}' }),
    ],
    [
      'in the plain form',
      '[2026-01-02T10:00:00,786][WARN ][i.s.s.query              ] [node-0] [orders][0] took[78.4micros], took_millis[0], total_hits[0 hits], types[], stats[], search_type[QUERY_THEN_FETCH], total_shards[1], source[{"query":{"match_all":{}}}], id[],',
    ],
    [
      'in the plain form with the whole name of the logger',
      '[2026-01-02T10:00:00,786][TRACE][index.search.slowlog.query] [node-0] [orders][1] took[1ms], source[{"query":{"match_all":{}}}], id[]',
    ],
    [
      'as programs ship them, with objects in each other',
      line({
        elasticsearch: {
          index: { name: 'orders' },
          slowlog: { logger: 'index.search.slowlog.query', source: '{"query":{"match_all":{}}}' },
        },
        event: { dataset: 'elasticsearch.slowlog' },
      }),
    ],
    ['in a store of logs', line({ _source: JSON.parse(search('{"query":{"match_all":{}}}')) as object })],
  ])('hold searches %s', (_form, text) => {
    expect(requestOf(text)).toEqual({
      ...{ method: 'POST', target: '/orders/_search', body: '{"query":{"match_all":{}}}' },
      of: '/orders',
    });
  });

  it('of the whole cluster do not say where was searched', () => {
    const begin = '[2026-01-02T10:00:00,786][WARN ][c.s.r.slowlog ] [n] took[1ms], shards[{total:1}], ';
    const found = { method: 'POST', target: '/_search', body: '{"size":1}' };
    expect(requestOf(`${begin}source[{"size":1}], id[]`)).toEqual(found);
    expect(requestOf(line({ type: 'search_request_slowlog', source: '{"size":1}' }))).toEqual(found);
  });

  it('hold brackets in texts', () => {
    const text =
      '[2026-01-02T10:00:00,786][WARN ][i.s.s.query ] [n] [a][0] took[1ms], source[{"query":{"match":{"a":"]\\"["}}}], id[]';
    expect(requestOf(text)).toMatchObject({ body: '{"query":{"match":{"a":"]\\"["}}}' });
  });

  it('hold bounds as the server writes them, which are read as a client does', () => {
    const range = { a: { from: 1, to: null, include_lower: false, include_upper: true, boost: 1 } };
    expect(requestOf(search(JSON.stringify({ query: { range } })))).toMatchObject({
      body: '{"query":{"range":{"a":{"gt":1,"boost":1}}}}',
    });
    const written = '{"query":{"range":{"a":{"from":1,"to":2}}}}';
    expect(requestOf(search(written))).toMatchObject({ body: written });
  });

  it('hold documents, whole or not', () => {
    const begin =
      '[2026-01-02T10:00:00,786][WARN ][index.indexing.slowlog.index] [n] [orders/AbC] took[1ms], took_millis[1], ';
    expect(requestOf(`${begin}id[7], routing[], source[{"a":1}]`)).toEqual({
      method: 'PUT',
      target: '/orders/_doc/7',
      body: '{"a":1}',
      of: '/orders',
    });
    expect(readLogLine(`${begin}id[7], routing[], source[{"a":"xxx]`)).toEqual({ kind: 'unread', reason: 'shortened' });
  });
});

describe('audit logs', () => {
  it('hold requests', () => {
    const event = { type: 'audit', 'event.action': 'authentication_success', 'request.id': 'q' };
    const request = { 'request.method': 'get', 'url.path': '/_alias/a', 'url.query': 'local=true' };
    expect(requestOf(line({ ...event, ...request }))).toEqual({
      method: 'GET',
      target: '/_alias/a?local=true',
      body: '',
      id: 'q',
    });
    expect(requestOf(line({ ...event, 'event.action': 'access_granted', action: 'indices:data/read' }))).toBe('other');
  });

  it('hold those of OpenSearch, whose paths are among the parameters', () => {
    const event = {
      audit_category: 'AUTHENTICATED',
      audit_rest_request_method: 'POST',
      audit_rest_request_path: '/a/_search',
      audit_rest_request_params: { index: 'a', size: '1' },
      audit_request_body: '{}',
    };
    expect(requestOf(line(event))).toEqual({ method: 'POST', target: '/a/_search?size=1', body: '{}' });
  });
});

it('says why a line is not understood', () => {
  const reasonOf = (text: string) => {
    const read = readLogLine(text);
    return read.kind === 'unread' ? read.reason : read.kind;
  };
  expect(reasonOf('{"a')).toBe('cut');
  expect(reasonOf('"source":"{}"}')).toBe('cut');
  expect(reasonOf('{"a":1}')).toBe('form');
  expect(reasonOf('[2026-01-02T10:00:00,786][INFO ][o.e.n.Node] [n] started')).toBe('form');
  expect(reasonOf(search('{"query":{"ma'))).toBe('shortened');
});

it('a log may begin in the middle of a line', () => {
  expect(beginsLog(`{"}"}\n${search('{}')}\n`)).toBe(true);
  expect(beginsLog(`{\n  "event": { "action": "x" }\n}\n`)).toBe(false);
});

it('what is something else is said to be so', () => {
  for (const text of ['{"a":1}', '{"a', 'hello', '[2026][INFO ][o.e.n.Node] [n] started', '[1]']) {
    expect(readLogLine(text).kind).toBe('unread');
    expect(beginsLog(text)).toBe(false);
  }
  expect(readLogLine('  ').kind).toBe('other');
  expect(beginsLog(`${search('{}')}\n{"broken`)).toBe(true);
});
