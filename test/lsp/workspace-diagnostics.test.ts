import { describe, expect, it } from 'vitest';
import type { PreviousResultId, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import { startInMemory, type ServerInMemory } from './server-in-memory';

const good = 'GET /_search\n';
const bad = (key = 'nam') => `PUT /_security/api_key\n\n{ "name": "a", "expiration": "1d", "${key}": 1 }\n`;
const root = 'file:///w';
const uriOf = (name: string): string => `${root}/${name}`;

async function start(files: ReadonlyMap<string, string>, isOn = true): Promise<ServerInMemory> {
  return startInMemory(files, {
    rootUri: root,
    capabilities: { textDocument: { diagnostic: {} } },
    initializationOptions: { workspaceDiagnostics: isOn },
  });
}

interface Pulled {
  /** Resolves with the response. */
  readonly done: Promise<WorkspaceDiagnosticReport>;
  readonly isDone: () => boolean;
}

function pull(server: ServerInMemory, previousResultIds: readonly PreviousResultId[] = [], more: object = {}): Pulled {
  let isDone = false;
  const done = server
    .request('workspace/diagnostic', { identifier: 'rulebook', previousResultIds, ...more })
    .finally(() => (isDone = true)) as Promise<WorkspaceDiagnosticReport>;
  return { done, isDone: () => isDone };
}

const idsOf = ({ items }: WorkspaceDiagnosticReport): readonly PreviousResultId[] =>
  items.flatMap(({ uri, resultId }) => (resultId === undefined ? [] : [{ uri, value: resultId }]));
const waited = () => new Promise((resolve) => setTimeout(resolve, 60));

describe('workspace/diagnostic', () => {
  it('is announced to clients that pull', async () => {
    const server = await start(new Map());
    expect(server.initialized.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: true });
    const other = await startInMemory(new Map());
    expect(other.initialized.capabilities.diagnosticProvider).toBeUndefined();
  });

  it('reports files with findings, and then waits for a change', async () => {
    const files = new Map([
      [uriOf('a.http'), good],
      [uriOf('b.http'), bad()],
    ]);
    const server = await start(files);
    const first = await pull(server).done;
    expect(first.items).toMatchObject([{ kind: 'full', uri: uriOf('b.http'), version: null }]);
    expect(JSON.stringify(first.items)).toContain('unknown-field');
    const second = pull(server, idsOf(first));
    await waited();
    expect(second.isDone()).toBe(false);
    files.set(uriOf('a.http'), bad('x'));
    files.set(uriOf('b.http'), good);
    const changes = ['a.http', 'b.http', 'b.txt'].map((name) => ({ uri: uriOf(name), type: 2 }));
    server.notify('workspace/didChangeWatchedFiles', { changes });
    const found = [...(await second.done).items];
    if (found.length < 2) found.push(...(await pull(server, [...idsOf(first), ...idsOf({ items: found })]).done).items);
    expect(found).toMatchObject([
      { kind: 'full', uri: uriOf('a.http') },
      { kind: 'full', uri: uriOf('b.http'), items: [] },
    ]);
    expect(server.log).toEqual([]);
  });

  it('checks bodies and Markdown files too, and leaves other JSON files alone', async () => {
    const files = new Map([
      [uriOf('body.json'), '// @request PUT /_security/api_key\n{ "nam": 1 }\n'],
      [uriOf('included.json'), '{ "nam": 1 }\n'],
      [uriOf('a.http'), 'PUT /_security/api_key\nContent-Type: application/json\n\n< ./included.json\n'],
      [uriOf('README.md'), `# Keys\n\n\`\`\`http\n${bad()}\`\`\`\n`],
      [uriOf('NOTES.md'), '# Nothing\n'],
      [uriOf('other.json'), '{ "nam": 1 }\n'],
    ]);
    const server = await start(files);
    const { items } = await pull(server).done;
    expect(items.map(({ uri }) => uri).sort()).toEqual(['README.md', 'body.json', 'included.json'].map(uriOf).sort());
    const [line] = items.flatMap((item) =>
      item.uri.endsWith('README.md') && item.kind === 'full' ? item.items.map(({ range }) => range.start.line) : [],
    );
    expect(line).toBe(5);
    expect(server.log).toEqual([]);
  });

  it('reports a new and a deleted file, and says what is unchanged', async () => {
    const files = new Map([[uriOf('a.http'), bad()]]);
    const server = await start(files);
    const first = await pull(server).done;
    const second = pull(server, idsOf(first));
    files.set(uriOf('sub/n.http'), bad());
    server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf('sub/n.http'), type: 1 }] });
    const added = await second.done;
    expect(added.items).toMatchObject([{ kind: 'full', uri: uriOf('sub/n.http') }]);
    const third = pull(server, [...idsOf(first), ...idsOf(added)]);
    files.delete(uriOf('a.http'));
    const changes = [
      { uri: uriOf('a.http'), type: 3 },
      { uri: uriOf('sub/n.http'), type: 2 },
    ];
    server.notify('workspace/didChangeWatchedFiles', { changes });
    const { items } = await third.done;
    expect(items[0]).toMatchObject({ kind: 'full', uri: uriOf('a.http'), items: [] });
    if (items.length > 1) expect(items[1]).toMatchObject({ kind: 'unchanged', uri: uriOf('sub/n.http') });
  });

  it('sends parts of the result while it works, and works on after a cancelled call', async () => {
    const files = new Map(Array.from({ length: 30 }, (_, index) => [uriOf(`f${index}.http`), bad()]));
    const server = await start(files);
    const first = pull(server, [], { partialResultToken: 'part' });
    while (server.progress.length < 3) await new Promise((resolve) => setImmediate(resolve));
    server.cancel();
    await first.done.catch(() => undefined);
    const before = server.progress.length;
    expect(before).toBeLessThan(30);
    const parts = server.progress as readonly WorkspaceDiagnosticReport[];
    const rest = await pull(server, parts.flatMap(idsOf), { partialResultToken: 'part' }).done;
    expect(rest.items).toEqual([]);
    const uris = (server.progress as readonly WorkspaceDiagnosticReport[]).flatMap(({ items }) =>
      items.map(({ uri }) => uri),
    );
    expect(new Set(uris)).toEqual(new Set(files.keys()));
    expect(before).toBeLessThan(server.progress.length);
  });

  it('leaves open documents to their own diagnostics, and reports the file again when they are closed', async () => {
    const files = new Map([[uriOf('a.http'), bad()]]);
    const server = await start(files);
    const first = await pull(server).done;
    const textDocument = { uri: uriOf('a.http'), languageId: 'http', version: 1, text: good };
    server.notify('textDocument/didOpen', { textDocument });
    const second = pull(server, idsOf(first));
    server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf('a.http'), type: 2 }] });
    await waited();
    expect(second.isDone()).toBe(false);
    server.notify('textDocument/didClose', { textDocument: { uri: uriOf('a.http') } });
    // The client may have dropped what it had.
    expect((await second.done).items).toMatchObject([{ kind: 'full', uri: uriOf('a.http') }]);
  });

  it('is off by default, and follows the setting', async () => {
    const server = await start(new Map([[uriOf('a.http'), bad()]]), false);
    const call = pull(server);
    await waited();
    expect([call.isDone(), server.takeCheck()]).toEqual([false, undefined]);
    const configuration = { endpoints: [], defaults: {}, bodies: [], rules: {}, services: [], rulesets: [] };
    const set = (workspaceDiagnostics: boolean) => {
      const folders = [{ uri: root, configuration, codeLens: true }];
      server.notify('rulebook/configuration', { configuration, codeLens: true, folders, workspaceDiagnostics });
    };
    set(true);
    const found = await call.done;
    expect(found.items).toMatchObject([{ kind: 'full', uri: uriOf('a.http') }]);
    const next = pull(server, idsOf(found));
    await waited();
    expect(next.isDone()).toBe(false);
    set(false);
    expect((await next.done).items).toMatchObject([{ uri: uriOf('a.http'), items: [] }]);
  });

  it('answers keys between the slices of its work', async () => {
    const large = Array.from({ length: 3000 }, (_, index) => `###\n${bad(`k${index}`)}`).join('\n');
    const server = await start(new Map([[uriOf('large.http'), large]]));
    const call = pull(server);
    const textDocument = { uri: uriOf('typed.http'), languageId: 'http', version: 1, text: good };
    server.notify('textDocument/didOpen', { textDocument });
    await server.request('textDocument/diagnostic', { textDocument: { uri: textDocument.uri } });
    expect(call.isDone()).toBe(false);
    const [item] = (await call.done).items;
    // The report is cut as for an open document.
    const items = (item as { readonly items: readonly unknown[] }).items;
    expect(items.length).toBeGreaterThan(50);
    expect(items.length).toBeLessThanOrEqual(250);
  });

  it('bounds what the client keeps', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `###\n${bad(`k${index}`)}`).join('\n');
    const server = await start(new Map(Array.from({ length: 100 }, (_, index) => [uriOf(`f${index}.http`), many])));
    const { items } = await pull(server).done;
    const count = items.reduce((sum, item) => sum + (item.kind === 'full' ? item.items.length : 0), 0);
    expect(count).toBe(5000);
  });
});
