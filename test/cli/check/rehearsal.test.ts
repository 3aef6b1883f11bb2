import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const configuration = (baseUrl = 'https://es.example:9200', version = '8.19') =>
  JSON.stringify({
    endpoints: { es: { service: 'search-cluster', baseUrl, version } },
    defaults: { 'search-cluster': 'es' },
  });
const range = '{"query":{"range":{"a":{"from":1}}}}';
const slow = (source: string) =>
  JSON.stringify({
    'event.dataset': 'elasticsearch.index_search_slowlog',
    'elasticsearch.slowlog.message': '[a][0]',
    'elasticsearch.slowlog.source': source,
  });
const audit = (id: string, path: string, query: string) =>
  JSON.stringify({
    type: 'audit',
    'event.action': 'authentication_success',
    'request.id': id,
    'request.method': 'GET',
    'url.path': path,
    'url.query': query,
  });
const recording = JSON.stringify({
  log: {
    entries: [
      { request: { method: 'POST', url: 'https://es.example:9200/a/_search', headers: [], postData: { text: range } } },
    ],
  },
});

it('reads request files, recordings, logs and exports of Console of a folder', async () => {
  const cwd = folderOf({
    'rulebook.json': configuration(),
    'a.http': `POST /a/_search\n\n${range}\n`,
    'b.har': recording,
    'slow.log': [slow(range), slow(range), 'nothing', ''].join('\n'),
    'audit.json': [audit('1', '/_alias/a', 'local=true'), audit('1', '/_alias/a', 'local=true'), ''].join('\n'),
    'console.txt': '# mine\nGET /_cat/aliases?local=true\n',
    'notes.txt': 'GET well soon, all\n',
    'other.json': '{"a":1}',
  });
  const { code, out } = await commandLine(['check', '--as', 'es@9.5', '--no-play', '.'], { cwd });
  expect(out.replaceAll(/ Servers of .*\]| `.*\]/g, '')).toBe(
    [
      'As Elasticsearch 9.5, from Elasticsearch 8.19',
      '',
      'Refused there:',
      '  a.http:3:25',
      '    fix: Change to ‘gte’',
      '  audit.json:1:1 GET /_alias/a:',
      '  b.har:1:122 Entry 1, POST /a/_search:',
      '  console.txt:2:19',
      '    fix: Remove ‘local’',
      '  slow.log:1:1 POST /a/_search: (2 requests)',
      '',
      '5 refused in 6 requests of 5 files: 4 different changes.',
      'slow.log: 1 of 3 lines is not understood, from line 3 on: 1 is not whole.',
      '',
    ].join('\n'),
  );
  expect(code).toBe(1);
});

it('sends nothing, runs no script and writes no response', async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(request.url ?? '');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = folderOf({
    'rulebook.json': configuration(baseUrl),
    'a.http': `### One\nPUT /a\n\n>> made.json\n\n### Two\n# @name two\nGET ${baseUrl}/_alias?local=true\n\n### Three\nGET /{{two.response.body.$.status}}/_count\n\n### Four\nGET /{{unheard}}/_count\n`,
  });
  const { out } = await commandLine(['check', '--as', 'es@9.5', '--format', 'json', 'a.http'], { cwd });
  const [{ play }] = (
    JSON.parse(out) as { rehearsals: [{ play: { played: number; left: object; differences: object[] } }] }
  ).rehearsals;
  expect(play.left).toEqual([{ reason: 'variables have no value', count: 2 }]);
  expect(play.played).toBe(2);
  expect(play.differences).toEqual([
    {
      path: 'a.http',
      line: 8,
      request: 'two',
      before: { status: 200 },
      after: expect.objectContaining({ status: 400 }) as object,
      members: [],
      fails: true,
    },
  ]);
  expect(received).toEqual([]);
  expect(existsSync(join(cwd, 'made.json'))).toBe(false);
});

it('applies safe fixes, and exits with 0 where nothing differs', async () => {
  const cwd = folderOf({ 'rulebook.json': configuration(), 'a.http': `POST /a/_search\n\n${range}\n` });
  const { code, error } = await commandLine(['check', '--as', 'es@9.5', '--fix', '--no-play', 'a.http'], { cwd });
  expect(error).toContain('1 fix applied in 1 file, 0 findings left');
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toContain('{"gte":1}');
});

it('says what GitHub no longer has, and nothing of what is there at present', async () => {
  const cwd = folderOf({
    'a.http':
      'POST https://api.github.com/repos/a/b/issues\nX-GitHub-Api-Version: 2022-11-28\n\n{ "title": 7, "assignee": "a" }\n',
  });
  const { out } = await commandLine(['check', '--as', 'github@2026-03-10', '--format', 'json', 'a.http'], { cwd });
  const [{ findings }] = (JSON.parse(out) as { rehearsals: [{ findings: { rule: string; kind: string }[] }] })
    .rehearsals;
  expect(findings.map(({ rule, kind }) => [rule, kind])).toEqual([['ended-element', 'absent']]);
});

it('prints reports for programs, and several releases', async () => {
  const cwd = folderOf({ 'rulebook.json': configuration(), 'a.http': `POST /a/_search\n\n${range}\n` });
  const report = async (format: string) =>
    (await commandLine(['check', '--as', 'es@9.5', '--as', 'opensearch@3', '--format', format, 'a.http'], { cwd })).out;
  expect(await report('markdown')).toContain(
    '## As Elasticsearch 9.5, from Elasticsearch 8.19\n\n### Refused there\n\n| Where | What |',
  );
  expect(await report('sarif')).toContain('"ruleId":"unsuitable-text"');
  expect(await report('text')).toContain('As OpenSearch 3.9, from Elasticsearch 8.19');
});

it.each([
  [['--as', 'solr@9', '.'], 'rulebook: --as solr@9: there is no product solr; use one of es, opensearch, github\n'],
  [['--from', 'es@8.19', '.'], 'rulebook: --from is about a rehearsal; add --as with a release, such as --as es@9.5\n'],
  [['--as', 'es@9.5', '-'], 'rulebook: - and --as cannot be combined; leave out one of them\n'],
  [['--as', 'es@9.5', '--watch', '.'], 'rulebook: --watch and --as cannot be combined; leave out one of them\n'],
  [['--as', 'es@9.5', 'unheard.http'], 'rulebook: unheard.http: no such file, folder or match; check the path\n'],
])('refuses %j', async (args, error) => {
  const ended = await commandLine(['check', ...args], { cwd: folderOf({ 'a.http': 'GET /\n' }), input: '' });
  expect(ended).toMatchObject({ code: 2, error });
});

it('says where there is nothing to rehearse, where releases do not belong together, and what is not known of a newer one', async () => {
  const cwd = folderOf({ 'rulebook.json': configuration(), 'a.http': 'GET /a/_search\n', 'empty/.keep': '' });
  const as = (...args: readonly string[]) => commandLine(['check', '--as', ...args], { cwd });
  const empty = await as('es@9.5', 'empty');
  expect(empty.error).toContain('empty: there is no request file, recording or log in this folder');
  const other = await as('es@9.5', '--from', 'github@next', 'a.http');
  expect(other.error).toContain('--from github@next is of another service than --as');
  expect([empty.code, other.code]).toEqual([2, 2]);
  const newer = await as('es@99.1', '--no-play', 'a.http');
  expect(newer.out).toContain(
    'Note: the newest version of Elasticsearch that is known is 9.5, so that nothing is known of what is new in 99.1',
  );
  expect((await as('es@9.5', '--no-play', 'a.http')).out).not.toContain('Note:');
});
