import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionItem, CompletionList, Diagnostic, Hover } from 'vscode-languageserver-protocol';
import type { KnownNames } from '../../../packages/checker/src/live-names/index';
import type { NamesParams, NamesResult } from '../../../server/src/protocol';
import { startInMemory, type ServerInMemory } from '../server-in-memory';

const uri = 'file:///project/snapshots.http';
const prod = { name: 'prod', service: 'search-cluster', baseUrl: 'https://search.example.org' };
const configuration = (endpoint: object = prod) => ({
  endpoints: [endpoint],
  defaults: { 'search-cluster': 'prod' },
  bodies: [],
  rules: {},
});
const listing = (...names: readonly string[]): KnownNames => ({
  names: names.map((name) => ({ name })),
  isWhole: true,
});

let server: ServerInMemory;
/** What the server has asked for, as endpoint and path. */
let asked: string[] = [];
let lists: Record<string, KnownNames> = {};
const answer = (method: string, params: unknown): NamesResult | null => {
  if (method !== 'rulebook/names') return null;
  const { endpoint, plan } = params as NamesParams;
  const path = plan.target.join('');
  asked.push(`${endpoint} ${plan.method} ${path}`);
  return lists[path] ?? { reason: 'nothing is known' };
};

async function start(options: object = {}): Promise<void> {
  const initializationOptions = { configuration: configuration(), liveNames: true, ...options };
  server = await startInMemory(new Map(), { initializationOptions }, answer);
}
async function open(text: string): Promise<void> {
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 1, text } });
  await server.settled();
}
/** Lets time pass, and what waits for it. */
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await server.settled();
}
const found = () =>
  ((server.published.get(uri) ?? []) as readonly Diagnostic[]).flatMap(({ code, message, severity }) =>
    code === 'unknown-name' ? [{ message, severity }] : [],
  );
async function labelsAt(line: number, character: number): Promise<readonly string[]> {
  const listed = (await server.request('textDocument/completion', {
    textDocument: { uri },
    position: { line, character },
  })) as CompletionItem[] | CompletionList;
  return (Array.isArray(listed) ? listed : listed.items).map(({ label }) => label);
}
async function hoverAt(line: number, character: number): Promise<string> {
  const hover = (await server.request('textDocument/hover', {
    textDocument: { uri },
    position: { line, character },
  })) as Hover | null;
  return hover === null ? '' : (hover.contents as { readonly value: string }).value;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  asked = [];
  lists = {
    '/_snapshot': listing('backup', 'archive'),
    '/_snapshot/backup/_all': listing('daily-1'),
    '/_resolve/index/*?expand_wildcards=all': {
      names: [{ name: 'logs', description: 'open' }, { name: 'all-logs', noun: 'alias' }, { name: '.hidden' }],
      isWhole: true,
    },
    '/logs/_mapping': { names: [{ name: 'message', description: 'text' }, { name: 'host.name' }], isWhole: false },
  };
});
afterEach(() => {
  vi.useRealTimers();
  expect(server.log).toEqual([]);
});

describe('a name that the endpoint does not have', () => {
  it('is reported when the endpoint was asked, which waits until no one types', async () => {
    await start();
    await open('GET /_snapshot/backpu/_all\n');
    expect(asked).toEqual([]);
    await pass(1_000);
    expect(asked).toEqual(['prod GET /_snapshot']);
    expect(found()).toEqual([{ severity: 3, message: "'prod' has no repository 'backpu'; did you mean 'backup'?" }]);
  });

  it('is looked for in what is there: snapshots of a repository that exists', async () => {
    await start();
    await open('GET /_snapshot/backup/dayly-1\n');
    await pass(1_000);
    await pass(1_000);
    expect(asked).toEqual(['prod GET /_snapshot', 'prod GET /_snapshot/backup/_all']);
    expect(found().map(({ message }) => message)).toEqual([
      "'prod' has no snapshot 'dayly-1'; did you mean 'daily-1'?",
    ]);
  });

  it('may be created by a request above', async () => {
    await start();
    await open('GET /_snapshot/new\n\n###\nPUT /_snapshot/new\n\n{ "type": "fs" }\n\n###\nGET /_snapshot/new\n');
    await pass(1_000);
    expect(found().map(({ message }) => message)).toEqual(["'prod' has no repository 'new'."]);
  });
});

describe('an endpoint', () => {
  it('is asked once a minute, and again after an edit', async () => {
    await start();
    await open('GET /_snapshot/backpu\n');
    await pass(1_000);
    const change = async (version: number, text: string) => {
      server.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
      await server.settled();
      await pass(1_000);
    };
    await change(2, 'GET /_snapshot/backpuu\n');
    expect(asked).toHaveLength(1);
    lists['/_snapshot'] = listing('backpu');
    await pass(61_000);
    expect(asked).toHaveLength(1);
    await change(3, 'GET /_snapshot/backpu\n');
    expect(asked).toHaveLength(2);
    expect(found()).toEqual([]);
  });

  it('is asked again when a request has changed something there, and says nothing of its names until then', async () => {
    await start();
    lists['/_snapshot'] = listing('backup');
    await open('GET /_snapshot/backpu\n');
    await pass(1_000);
    expect(found()).toHaveLength(1);
    server.notify('rulebook/written', { endpoint: 'other' });
    await pass(2_000);
    expect(asked).toHaveLength(1);
    lists['/_snapshot'] = listing('backup', 'backpu');
    server.notify('rulebook/written', { endpoint: 'prod' });
    await pass(200);
    expect(found()).toEqual([]);
    await pass(2_000);
    expect(asked).toHaveLength(2);
    expect(found()).toEqual([]);
  });

  it('is asked for 20 lists a minute at most because of checks, and for four at a time', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `r${index}`);
    lists['/_snapshot'] = listing(...names);
    await start();
    await open(names.map((name) => `GET /_snapshot/${name}/daily\n`).join('\n###\n'));
    for (let seconds = 0; seconds < 10; seconds++) await pass(1_000);
    expect(asked).toHaveLength(20);
  });

  it('is left alone for longer and longer while it does not list names', async () => {
    lists = {};
    await start();
    await open('GET /_snapshot/\n');
    await labelsAt(0, 15);
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(61_000);
      await labelsAt(0, 15);
    }
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['where the user has switched it off', { liveNames: false }, ''],
    ['that is protected', { configuration: configuration({ ...prod, protected: true }) }, ''],
    ['that says no', { configuration: configuration({ ...prod, liveNames: false }) }, ''],
    ['for a host that no configuration has', {}, 'https://elsewhere.example.org'],
    ['for a host that a variable decides', {}, '{{host}}'],
  ])('is not asked %s', async (_, options, host) => {
    await start(options);
    await open(`GET ${host}/_snapshot/backpu\n`);
    await pass(2_000);
    await labelsAt(0, `GET ${host}/_snapshot/`.length);
    expect(asked).toEqual([]);
  });

  it('that is protected is asked where it says so itself', async () => {
    await start({ configuration: configuration({ ...prod, protected: true, liveNames: true }) });
    await open('GET /_snapshot/backpu\n');
    await pass(1_000);
    expect(asked).toEqual(['prod GET /_snapshot']);
  });

  it('that counts requests is asked only where it says so, or on this machine', async () => {
    const hub = { name: 'hub', service: 'code-hosting', baseUrl: 'https://api.example.org' };
    const hooks = 'GET /repos/octocat/hello-world/hooks/1\n';
    const options = (endpoint: object) => ({
      configuration: { endpoints: [endpoint], defaults: { 'code-hosting': 'hub' }, bodies: [], rules: {} },
    });
    await start(options(hub));
    await open(hooks);
    await pass(1_000);
    expect(asked).toEqual([]);
    await start(options({ ...hub, baseUrl: 'http://127.0.0.1:8080' }));
    await open(hooks);
    await pass(1_000);
    expect(asked).toEqual(['hub GET /repos/octocat/hello-world/hooks?per_page=50']);
  });

  it('is forgotten when the user switches it off', async () => {
    await start();
    await open('GET /_snapshot/backpu\n');
    await pass(1_000);
    expect(found()).toHaveLength(1);
    server.notify('rulebook/configuration', { configuration: configuration(), codeLens: true });
    await server.settled();
    expect(found()).toEqual([]);
    await labelsAt(0, 15);
    expect(asked).toHaveLength(1);
  });
});

describe('completion', () => {
  it('offers names in a path, and waits for them', async () => {
    await start();
    await open('GET /_snapshot/\n\n###\n@repository = backup\nGET /_snapshot/{{repository}}/\n');
    expect(await labelsAt(0, 15)).toEqual(expect.arrayContaining(['backup', 'archive']));
    expect(await labelsAt(4, 30)).toContain('daily-1');
    expect(asked).toEqual(['prod GET /_snapshot', 'prod GET /_snapshot/backup/_all']);
  });

  it('offers the names that are missing behind a comma, and no hidden ones', async () => {
    await start();
    await open('GET /logs,/_search\n');
    const labels = await labelsAt(0, 10);
    expect(labels).toContain('all-logs');
    expect(labels).not.toContain('logs');
    expect(labels).not.toContain('.hidden');
  });

  it('offers fields of the index in a search', async () => {
    await start();
    await open(
      'POST /logs/_search\n\n{\n  "sort": [""],\n  "query": { "term": { "" } },\n  "fields": ["message", ""]\n}\n',
    );
    expect(await labelsAt(3, 12)).toEqual(expect.arrayContaining(['message', 'host.name']));
    expect(await labelsAt(4, 24)).toEqual(expect.arrayContaining(['message', 'host.name']));
    const others = await labelsAt(5, 25);
    expect(others).toContain('host.name');
    expect(others).not.toContain('message');
    expect(asked).toContain('prod GET /logs/_mapping');
  });
});

describe('a hover', () => {
  it('shows what the endpoint says of a name', async () => {
    await start();
    await open('GET /logs,all-logs/_search\n\n{ "sort": ["message"] }\n');
    expect(await hoverAt(0, 6)).toContain('**`logs`** · index at `prod` · `open`');
    expect(await hoverAt(0, 14)).toContain('**`all-logs`** · alias at `prod`');
    lists['/logs%2Call-logs/_mapping'] = lists['/logs/_mapping']!;
    expect(await hoverAt(2, 15)).toContain('field at `prod`');
  });
});
