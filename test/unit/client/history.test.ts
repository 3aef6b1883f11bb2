import { describe, expect, it } from 'vitest';
import { recordsOfEarlier } from '../../../client/src/history/earlier-entries';
import { nameOfEntry, outdatedFiles } from '../../../client/src/history/history-bounds';
import {
  readRecord,
  historyRecordOf,
  sentHost,
  sentPath,
  type HistoryRecord,
} from '../../../client/src/history/history-record';
import { statusWords } from '../../../client/src/history/status-words';
import { createHistoryStore } from '../../../client/src/history/history-store';
import type { HistoryFiles } from '../../../client/src/ports/ports';
import { keptExchange } from '../../../client/src/history/kept-exchange';
import { recordedExchange } from '../../../client/src/history/recorded-exchange';
import { groupByDay, searchHistory } from '../../../client/src/history/search-history';
import { renderResponse } from '../../../client/src/response/render-response';
import { createEngine } from '../../../packages/engine/src/index';
import { harOf } from '../../../packages/exchange/src/index';
import type { ReceivedResponse } from '../../../packages/sender/src/plan/index';

const engine = createEngine();

const response: ReceivedResponse = {
  httpVersion: '1.1',
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'application/json']],
  body: '{ "api_key": "s3cret-key", "found": "s3cret-key" }',
  isTruncated: false,
  size: 50,
  duration: 12,
};

function record(text: string, changes: Partial<ReceivedResponse> = {}, time = 1000): HistoryRecord {
  const plan = engine.plan(engine.openFile(text), 0, { context: { endpoints: [], defaults: {} }, severities: {} });
  if (!plan) throw new Error('There is no request.');
  const body = 'name=a&password=p4ss';
  const headers = [['X-Api-Key', 'h3ader']] as const;
  const request = { method: plan.method, url: 'http://u:pw1@h/a?api_key=k3y', headers, body };
  return historyRecordOf({
    plan,
    request,
    outcome: { response: { ...response, ...changes } },
    secrets: [],
    endpoint: 'dev',
    source: { uri: 'file:///w/a.http', line: 1 },
    definitions: new Map([
      ['my_token', 'lit3ral'],
      ['index', 'books'],
    ]),
    time,
  });
}

const usual = 'GET http://h/{{index}}/{{my_token}}\nX-A: 1\n';

describe('an entry of the history', () => {
  it('holds the request as written and both sides, with secrets masked', () => {
    const kept = record(usual);
    const text = JSON.stringify(kept);
    for (const secret of ['s3cret-key', 'p4ss', 'pw1', 'k3y', 'h3ader', 'lit3ral']) expect(text).not.toContain(secret);
    expect(kept.written).toContain('@my_token = ***\n@index = books\nGET http://h/{{index}}/{{my_token}}\nX-A: 1');
    expect(kept.response.body).toBe('{ "api_key": "***", "found": "***" }');
    expect(readRecord(text)).toEqual(kept);
  });

  it('says why there was no response, and where the request went', () => {
    const plan = engine.plan(engine.openFile(usual), 0, { context: { endpoints: [], defaults: {} }, severities: {} });
    if (!plan) throw new Error('There is no request.');
    const kept = historyRecordOf({
      plan,
      request: { method: 'GET', url: 'http://u:pw1@h.example:1/a?api_key=k3y', headers: [] },
      outcome: { failure: { kind: 'tls', message: 'The certificate of h.example is not valid for s3cret-key.' } },
      secrets: ['s3cret-key'],
      endpoint: undefined,
      ...{ environment: 'live', isProtected: true },
      source: { uri: 'file:///w/a.http', line: 1 },
      definitions: new Map(),
      time: 5,
    });
    expect(kept).toMatchObject({
      environment: 'live',
      isProtected: true,
      failure: { kind: 'tls', message: 'The certificate of h.example is not valid for ***.' },
      response: { status: 0 },
    });
    for (const secret of ['s3cret-key', 'pw1', 'k3y']) expect(JSON.stringify(kept)).not.toContain(secret);
    expect(readRecord(JSON.stringify(kept))).toEqual(kept);
    expect([sentHost(kept), statusWords(kept), statusWords(record(usual))]).toEqual([
      'h.example:1',
      'TLS failed',
      '200 OK',
    ]);
    expect(readRecord(JSON.stringify({ ...kept, failure: { kind: 'tls' } }))).toBe('unreadable');
  });

  it('says why the request was refused, without secrets, where it is opened', () => {
    const reason = 'action is unauthorized for API key id [x] with the token [s3cret-key]';
    const options = {
      context: {
        endpoints: [{ name: 'dev', service: 'search-cluster', baseUrl: 'http://h' }],
        defaults: { 'search-cluster': 'dev' },
      },
      severities: {},
    };
    const plan = engine.plan(engine.openFile('PUT /_snapshot/nightly\n\n{}\n'), 0, options);
    if (!plan) throw new Error('There is no request.');
    const kept = historyRecordOf({
      plan,
      request: { method: 'PUT', url: 'http://h/_snapshot/nightly', headers: [] },
      outcome: {
        response: {
          ...response,
          status: 403,
          body: JSON.stringify({ error: { type: 'security_exception', reason }, status: 403 }),
        },
      },
      secrets: ['s3cret-key'],
      endpoint: 'dev',
      source: { uri: 'file:///w/a.http', line: 0 },
      definitions: new Map(),
      time: 1000,
    });
    const read = readRecord(JSON.stringify(kept));
    if (typeof read === 'string') throw new Error(read);
    const { text } = renderResponse(keptExchange(read, 'yesterday'), 'pretty');
    expect(text).not.toContain('s3cret-key');
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('# '))
        .slice(-2),
    ).toEqual([
      '# The caller needs the cluster privilege `manage`.',
      '# The service says: action is unauthorized for API key id [x] with the token [***]',
    ]);
    expect(record(usual).denial).toBeUndefined();
    expect(readRecord(JSON.stringify({ ...kept, denial: [1] }))).toBe('unreadable');
  });

  it('is listed with the path that was sent, without secrets', () => {
    expect(sentPath(record(usual))).toBe('/a?api_key=***');
    const { path, request } = record(usual);
    expect(sentPath({ path, request: { ...request, url: 'http://h' } })).toBe(path);
  });

  it('holds the beginning of long bodies, and no half of a secret', () => {
    const long = `{ "a": "${'x'.repeat(262_110)}", "token": "${'abcdef0123456789'.repeat(10)}" }`;
    const { body, isTruncated } = record(usual, { body: long }).response;
    expect(body.length).toBeLessThanOrEqual(262_144);
    expect(body).not.toContain('abcdef');
    expect(isTruncated).toBe(false);
    expect(record(usual, { body: 'a'.repeat(300_000) }).response).toMatchObject({ isTruncated: true });
  });

  it.each([
    ['', 'unreadable'],
    ['{"format":1,"label":"half', 'unreadable'],
    ['[]', 'unreadable'],
    ['{"format":1}', 'unreadable'],
    ['{"format":2,"anything":1}', 'newer'],
    [JSON.stringify({ ...record(usual), source: { uri: 1, line: 'x' } }), 'unreadable'],
    [JSON.stringify({ ...record(usual), response: { ...response, headers: [['a']] } }), 'unreadable'],
  ])('is not read from %j', (text, why) => {
    expect(readRecord(text)).toBe(why);
  });

  it('is taken over from an earlier version, which has the status only', () => {
    const earlier = { time: 1, method: 'GET', path: '/a', label: 'list', status: 404, document: 'file:///a', line: 3 };
    const [taken] = recordsOfEarlier([earlier, null, { time: 'x' }]);
    expect(taken).toMatchObject({ method: 'GET', path: '/a', isBrief: true, source: { uri: 'file:///a', line: 3 } });
    expect(readRecord(JSON.stringify(taken))).toEqual(taken);
    expect(recordsOfEarlier('x')).toEqual([]);
  });

  it('stays out with # @no-log', () => {
    const plan = engine.plan(engine.openFile('# @no-log\nGET http://h/\n'), 0, {
      context: { endpoints: [], defaults: {} },
      severities: {},
    });
    expect(plan).toMatchObject({ isUnlogged: true });
    expect(plan?.leftOut).toBeUndefined();
  });

  it('is exported as HAR without bytes that are not there', () => {
    const har = JSON.parse(harOf([recordedExchange(record(usual))], '1')) as {
      log: { entries: { request: { url: string; postData: { text: string } }; response: { status: number } }[] };
    };
    expect(har.log.entries[0]).toMatchObject({
      request: { url: 'http://***@h/a?api_key=***', postData: { text: 'name=a&password=***' } },
      response: { status: 200 },
    });
  });
});

describe('the search of the history', () => {
  const entries = [
    { name: '2', record: record('### Create a book\nPOST http://h/books\n', { status: 201 }, 5) },
    { name: '1', record: record('GET http://h/users\n', { body: '{ "title": "Momo" }' }, 2) },
  ];

  it.each([
    ['', ['2', '1']],
    ['momo', ['1']],
    ['POST', ['2']],
    ['201 a.http', ['2']],
    ['create dev', ['2']],
    ['post users', []],
  ])('finds %j', (words, names) => {
    expect(searchHistory(entries)(words).map(({ name }) => name)).toEqual(names);
  });

  it('groups by day', () => {
    expect(groupByDay(entries, (time) => (time > 3 ? 'today' : 'before')).map(([day]) => day)).toEqual([
      'today',
      'before',
    ]);
  });
});

describe('the bounds of the history', () => {
  const files = [1, 2, 3, 4].map((time) => ({ name: nameOfEntry(time, `id${time}`), size: 10 }));
  const all = { entries: 10, bytes: 1000, age: 1000 };

  it.each([
    [{}, []],
    [{ entries: 3 }, [1]],
    [{ bytes: 25 }, [2, 1]],
    [{ age: 7 }, [2, 1]],
    [{ bytes: 5 }, [4, 3, 2, 1]],
  ])('%j remove the oldest entries', (bounds, removed) => {
    const outdated = outdatedFiles(files, { ...all, ...bounds }, 10);
    expect(outdated.map(({ name }) => Number.parseInt(name, 10))).toEqual(removed);
  });
});

describe('the store of the history', () => {
  function play(given: Partial<HistoryFiles> = {}, isOn = true) {
    const texts = new Map<string, string>();
    const problems: string[] = [];
    let ids = 0;
    const store = createHistoryStore({
      files: {
        list: () => Promise.resolve([...texts].map(([name, { length: size }]) => ({ name, size }))),
        read: (name) => Promise.resolve(texts.get(name)),
        write: (name, text) => Promise.resolve(void texts.set(name, text)),
        remove: (name) => Promise.resolve(void texts.delete(name)),
        setAside: (name) => {
          texts.set(`${name}.damaged`, texts.get(name) ?? '');
          texts.delete(name);
          return Promise.resolve();
        },
        ...given,
      },
      bounds: () => (isOn ? { entries: 3, bytes: 1_000_000, age: 1_000_000 } : undefined),
      now: () => 2000,
      id: () => `id-${++ids}`,
      report: (problem) => problems.push(problem),
      changed: () => undefined,
    });
    return { store, texts, problems };
  }

  it('keeps the newest entries, in their order', async () => {
    const { store, texts } = play();
    for (const time of [1, 2, 3, 4]) await store.add(record(usual, {}, time));
    expect((await store.list()).map((entry) => entry.record.time)).toEqual([4, 3, 2]);
    for (const time of [5, 6]) await store.add(record(usual, {}, time));
    // Unseen entries are removed, too, though nothing waits for it.
    await new Promise(setImmediate);
    expect(texts.size).toBe(3);
  });

  it('reports a damaged entry and one of a newer version once, keeps both, and shows the others', async () => {
    const { store, texts, problems } = play();
    texts.set(nameOfEntry(1, 'half'), '{"format":1,');
    texts.set(nameOfEntry(2, 'newer'), '{"format":7}');
    await store.add(record(usual));
    expect(await store.list()).toHaveLength(1);
    expect(await store.list()).toHaveLength(1);
    expect(problems).toHaveLength(2);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(['000000000000001-half.json.damaged']));
    expect(texts.get(nameOfEntry(2, 'newer'))).toBe('{"format":7}');
    await store.clear();
    expect(texts.size).toBe(0);
  });

  it('goes on when nothing can be written or listed, and reports it once', async () => {
    const { store, problems } = play({
      write: () => Promise.reject(new Error('the disk is full')),
      list: () => Promise.reject(new Error('x')),
    });
    await store.add(record(usual));
    await store.add(record(usual));
    expect(problems).toEqual(['The response is not kept in the history: the disk is full.']);
    expect(await store.list()).toEqual([]);
  });

  it('keeps nothing while it is switched off', async () => {
    const { store, texts } = play({}, false);
    await store.add(record(usual));
    expect(texts.size).toBe(0);
  });
});
