import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const configuration = JSON.stringify({
  endpoints: { es: { service: 'search-cluster', baseUrl: 'https://es.example:9200', version: '8.19' } },
  defaults: { 'search-cluster': 'es' },
});

/** What of the report is read. */
interface Report {
  readonly rehearsals: readonly [
    {
      readonly findings: readonly { readonly rule: string; readonly count?: number; readonly entry?: number }[];
      readonly groups: readonly {
        readonly rule: string;
        readonly findings: number;
        readonly requests: number;
        readonly places: readonly string[];
      }[];
      readonly summary: { readonly requests: number };
      readonly play: {
        readonly played: number;
        readonly left: readonly { readonly reason: string; readonly count: number }[];
        readonly differences: readonly {
          readonly path: string;
          readonly line: number;
          readonly request: string;
          readonly before: { readonly status: number };
          readonly after: { readonly status: number };
          readonly count?: number;
        }[];
      };
    },
  ];
}

async function reportOf(release: string, files: Readonly<Record<string, string>>) {
  const cwd = folderOf({ 'rulebook.json': configuration, ...files });
  const { out } = await commandLine(['check', '--as', release, '--format', 'json', '.'], { cwd });
  const [rehearsal] = (JSON.parse(out) as Report).rehearsals;
  const { differences } = rehearsal.play;
  const shown = differences.map(
    ({ line, request, before, after, count = 1 }) => `${line} ${request}: ${before.status} ${after.status} ×${count}`,
  );
  return { ...rehearsal, shown };
}

const slow = (index: string, source: unknown) =>
  JSON.stringify({ type: 'index_search_slowlog', message: `[${index}][0]`, source: JSON.stringify(source) });
const audit = (id: string, method: string, path: string, query = '', body = '') =>
  JSON.stringify({
    ...{ type: 'audit', 'event.action': 'authentication_success', 'request.id': id, 'request.method': method },
    ...{ 'url.path': path, 'url.query': query, 'request.body': body },
  });
const entry = (method: string, path: string, body: unknown, status: number, answer: unknown) => ({
  request: {
    ...{ method, url: `https://es.example:9200${path}` },
    headers: [{ name: 'Authorization', value: 'ApiKey c2VjcmV0LWtleTpzZWNyZXQ=' }],
    ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
  },
  response: { status, content: { text: JSON.stringify(answer) } },
});
const recording = (...entries: readonly object[]) => JSON.stringify({ log: { version: '1.2', entries } }, null, 1);

describe('what logs and recordings hold is played', () => {
  it('once for each form, at its first line, with the number of requests', async () => {
    const lines = Array.from({ length: 40 }, (_, at) =>
      slow(`orders-2026.01.${10 + (at % 9)}`, { size: 0, aggs: { [`by${at % 2}`]: { terms: { field: 'brand' } } } }),
    );
    const { shown, play, summary } = await reportOf('opensearch@3', { 'slow.log': `${lines.join('\n')}\n` });
    expect(summary.requests).toBe(40);
    expect(play.played).toBe(2);
    // The indices were there, since they were searched.
    expect(shown).toEqual([
      '1 POST /orders-2026.01.10/_search: 200 200 ×20',
      '2 POST /orders-2026.01.11/_search: 200 200 ×20',
    ]);
  });

  it('of audit logs, in the order of the log', async () => {
    const text = [
      audit('1', 'PUT', '/made'),
      audit('1', 'PUT', '/made'),
      audit('2', 'POST', '/made/_close', 'wait_for_active_shards=index-setting'),
      audit('3', 'GET', '/made/_count'),
      audit('4', 'GET', '/_alias/x', 'local=true'),
    ].join('\n');
    const { shown, play } = await reportOf('es@9.5', { 'audit.json': text });
    expect(play.played).toBe(4);
    expect(shown).toEqual([
      '3 POST /made/_close: 200 400 ×1',
      // It is closed for one of both.
      '4 GET /made/_count: 400 200 ×1',
      '5 GET /_alias/x: 404 400 ×1',
    ]);
  });

  it('of recordings, in the state that their answers show', async () => {
    const mapping = { properties: { f: { type: 'flattened' }, date: { type: 'date' } } };
    const text = recording(
      entry('GET', '/shown', undefined, 200, {
        shown: {
          aliases: { current: {} },
          mappings: mapping,
          settings: { index: { number_of_shards: '1', uuid: 'u', provided_name: 'shown', creation_date: '1' } },
        },
      }),
      entry('POST', '/found/_search', { query: { match_all: {} } }, 200, {
        hits: { hits: [{ _index: 'found', _id: '1', _source: { a: 'x' } }] },
      }),
      entry('GET', '/found/_doc/1', undefined, 200, { _source: { a: 'x' } }),
      entry('PUT', '/made', { mappings: mapping }, 200, {}),
      entry('POST', '/made/_search', {}, 200, { hits: { hits: [{ _index: 'made', _id: '1', _source: { a: 1 } }] } }),
      entry('GET', '/lost/_count', undefined, 404, {}),
    );
    const { shown, play } = await reportOf('opensearch@3', { 'rec.har': text });
    expect(play.played).toBe(6);
    expect(shown.map((one) => one.replace(/^\d+ /, ''))).toEqual([
      'PUT /shown, as it is shown there: 200 400 ×1',
      // The index without its mapping is there nevertheless.
      'GET /shown: 200 200 ×1',
      'PUT /made: 200 400 ×1',
      'POST /made/_search: 200 404 ×1',
    ]);
  });

  it('but nothing of another service, and no secret is shown', async () => {
    const text = recording(entry('GET', '/_alias?local=true', undefined, 200, {}), {
      request: { method: 'GET', url: 'https://other.example/a', headers: [] },
      response: { status: 200 },
    });
    const cwd = folderOf({ 'rulebook.json': configuration, 'rec.har': text });
    const { out } = await commandLine(['check', '--as', 'es@9.5', 'rec.har'], { cwd });
    expect(out).toContain('1 request played in the sandbox of both: 1 response differs.');
    expect(out).not.toContain('c2VjcmV0');
  });

  it('of at most 500 forms, those that read before those that write', async () => {
    const writes = Array.from({ length: 505 }, (_, at) => audit(`w${at}`, 'DELETE', '/i', `p${at}=1`));
    const reads = [audit('r1', 'GET', '/_alias/x', 'local=true'), audit('r2', 'GET', '/_cat/aliases', 'local=true')];
    const { shown, play } = await reportOf('es@9.5', { 'audit.json': [...writes, ...reads].join('\n') });
    expect(play.played).toBe(500);
    expect(play.left).toEqual([{ reason: expect.stringContaining('only 500 different requests') as string, count: 7 }]);
    expect(shown).toEqual(['506 GET /_alias/x: 404 400 ×1', '507 GET /_cat/aliases: 200 400 ×1']);
  });
});

it('says once what many requests have, with their number and first places, in all formats alike', async () => {
  const many = Array.from({ length: 5 }, () => 'GET /_alias/a?local=true\n').join('\n');
  const files = {
    'rulebook.json': configuration,
    'a.es': many,
    'audit.json': `${audit('1', 'GET', '/_alias/b', 'local=true')}\n${audit('2', 'GET', '/_alias/c', 'local=true')}\n`,
  };
  const cwd = folderOf(files);
  const run = async (format: string) =>
    (await commandLine(['check', '--as', 'es@9.5', '--format', format, '.'], { cwd })).out;
  const text = await run('text');
  expect(text).toContain(
    '[misplaced-query-parameter] (5 places)\n    a.es:1:15, a.es:3:15, a.es:5:15 and 2 more\n    fix: Remove ‘local’\n',
  );
  expect(text).toContain('audit.json:1:1 GET /_alias/b: Servers of version 9 refuse `local` here.');
  expect(text).toContain('[misplaced-query-parameter] (2 requests)');
  expect(text).toContain('6 refused in 7 requests of 2 files: 2 different changes.');
  expect(text).toContain('404 → 400 illegal_argument_exception (7 requests)\n    a.es:1 GET /_alias/a,');
  const markdown = await run('markdown');
  expect(markdown).toContain(
    '| a.es:1:15, a.es:3:15, a.es:5:15 and 2 more | Servers of version 9 refuse `local` here.',
  );
  const { rehearsals } = JSON.parse(await run('json')) as Report;
  expect(rehearsals[0].groups).toMatchObject([
    { rule: 'misplaced-query-parameter', findings: 5, requests: 5, places: ['a.es:1:15', 'a.es:3:15', 'a.es:5:15'] },
    { rule: 'misplaced-query-parameter', findings: 1, requests: 2, places: ['audit.json:1:1'] },
  ]);
  const { runs } = JSON.parse(await run('sarif')) as {
    readonly runs: readonly [
      { readonly results: readonly { readonly ruleId: string; readonly occurrenceCount?: number }[] },
    ];
  };
  const results = runs[0].results.filter(({ ruleId }) => ruleId === 'misplaced-query-parameter');
  expect(results.map(({ occurrenceCount }) => occurrenceCount)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    2,
  ]);
});

describe('what cannot be read is said', () => {
  const line = `${slow('a', { query: { range: { d: { from: 1 } } } })}\n`;
  const many =
    line +
    Array.from({ length: 3000 }, (_, at) => `${slow('a', { query: { match: { t: `x${Math.sin(at)}` } } })}\n`).join('');
  const run = async (name: string, content: string | Buffer) => {
    const cwd = folderOf({ 'rulebook.json': configuration });
    writeFileSync(join(cwd, name), content);
    return commandLine(['check', '--as', 'es@9.5', '--no-play', name], { cwd });
  };

  it.each([
    ['whole', 'a.json.gz', gzipSync(line), '1 refused in 1 request of 1 file.'],
    ['with other ends of lines', 'a.log', `${line.trim()}\r\n${line.trim()}\r\n`, '1 refused in 2 requests of 1 file.'],
    [
      'in several layouts',
      'a.log',
      `${line}${audit('1', 'GET', '/_alias/a', 'local=true')}\n[2026-01-02T10:00:00,786][WARN ][i.s.s.query ] [n] [a][0] took[1ms], source[{"query":{"range":{"d":{"from":1}}}}], id[]\n`,
      '2 refused in 3 requests of 1 file.',
    ],
    [
      'from the middle of a line',
      'a.log',
      `urce":"{}"}\n${line}${line.slice(0, 50)}`,
      'a.log: 2 of 3 lines are not understood, from line 1 on: 2 are not whole.',
    ],
    [
      'with a source that was cut',
      'a.log',
      `${line}[2026-01-02T10:00:00,786][WARN ][i.s.s.query ] [n] [a][0] took[1ms], source[{"query":{"ma\n`,
      '1 is cut by the server',
    ],
    [
      'without requests',
      'a.json',
      '{"type":"audit","event.action":"access_granted"}\n',
      'a.json: no request is in 1 line of it.',
    ],
    [
      'a recording that ends early',
      'a.har',
      recording(entry('GET', '/_alias?local=true', undefined, 200, {}), entry('GET', '/b', undefined, 200, {})).slice(
        0,
        -120,
      ),
      'a.har: it ends in its middle, behind entry 1; copy it again.',
    ],
    ['a recording without entries', 'a.har', '{"log":{"entries":[]}}', 'a.har: it has no entries.'],
  ])('%s', async (_what, name, content, said) => {
    const { out, error } = await run(name, content);
    expect(error).toBe('');
    expect(out).toContain(said);
  });

  it('of a log whose compressed data ends early, what comes before is read', async () => {
    const whole = gzipSync(many);
    const { out, code } = await run('a.json.gz', whole.subarray(0, Math.floor(whole.length / 2)));
    expect(out).toMatch(/1 refused in \d{3,4} requests of 1 file\./);
    expect(out).toMatch(
      /a\.json\.gz: it is read up to line \d+: its compressed data ends before its end; copy it again\./,
    );
    expect(code).toBe(1);
  });

  it.each([
    ['a.log', '{"a":1}\n', 'no line of it is one of a log that is known'],
    ['a.log', '', 'it is empty'],
    ['a.json', '[\n {"type":"index_search_slowlog"}\n]\n', 'no request is in it; read are request files, recordings'],
    ['a.json.gz', gzipSync(line).subarray(0, 12), 'its compressed data ends before its end'],
    [
      'a.log',
      '[2026-01-02T10:00:00,786][WARN ][i.s.s.query ] [n] [a][0] took[1ms], source[{"query":{"ma\n',
      'the requests in 1 line of it are cut by the server; let it log longer sources',
    ],
    ['a.har', 'hello', 'it is not valid JSON'],
    ['a.har', '{"log":{}}', 'it has no list `log.entries`'],
  ])('of %s with %j, nothing is', async (name, content, said) => {
    const { error, code } = await run(name, content);
    expect(error).toContain(`rulebook: ${name}: `);
    expect(error).toContain(said);
    expect(code).toBe(2);
  });
});
