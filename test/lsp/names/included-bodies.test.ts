import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  DocumentDiagnosticReport,
  Hover,
  InitializeParams,
} from 'vscode-languageserver-protocol';
import { onLine, startClient } from '../language-client';
import type { LanguageClient } from '../language-client';

let folder: string;
let clients: LanguageClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook includes-'));
});
afterEach(async () => {
  const running = clients;
  clients = [];
  for (const client of running) expect(await client.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<InitializeParams> = {}): Promise<LanguageClient> {
  const client = await startClient({ rootUri: pathToFileURL(folder).href, ...options });
  clients.push(client);
  return client;
}
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
function write(name: string, text: string): string {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
  return uriOf(name);
}
const rulesOf = (diagnostics: readonly Diagnostic[]): unknown[] => diagnostics.map(({ code }) => code);
const including = '### create\nPUT /_security/api_key\n\n< ./bodies/key.json\n';
const good = '{\n  "name": "k",\n  "expiration": "1d"\n}\n';
const bad = good.replace('"k"', '5');
const changed = (uri: string) => ({ changes: [{ uri, type: 2 }] });
const isFaulty = (diagnostics: readonly Diagnostic[]) => rulesOf(diagnostics).includes('faulty-body-file');

describe('a request that takes its body from a file', () => {
  it('shows that the file has errors, and where', async () => {
    const body = write('bodies/key.json', bad);
    const client = await start();
    await client.open(uriOf('a.http'), including);
    const found = await client.diagnosticsOf(uriOf('a.http'), 1);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'faulty-body-file', severity: 1, range: onLine(3, 2, 19) });
    expect(found[0]?.relatedInformation).toEqual([
      { location: { uri: body, range: onLine(1, 10, 11) }, message: "wrong-type: 'name' must be a string." },
    ]);
    expect(client.published.map(({ version }) => version)).toEqual([1]);
  });

  it.each([
    ['is not there', '< ./nowhere.json', 'there is no such file'],
    ['is a folder', '< ./bodies', 'it is a folder'],
    ['is a device', '< /dev/zero', 'it is not a regular file'],
    ['has a name that cannot be', '< ./a%00b.json', 'there is no such file'],
  ])('says so when the file %s', async (_, line, cause) => {
    write('bodies/key.json', good);
    const client = await start();
    await client.open(uriOf('a.http'), `PUT /_security/api_key\n\n${line}\n`);
    const [found] = await client.diagnosticsOf(uriOf('a.http'), 1);
    expect(found).toMatchObject({ code: 'missing-body-file', message: expect.stringContaining(cause) as string });
  });

  it('is silent where nothing can be known, but for a variable that nothing defines', async () => {
    const client = await start({ rootUri: null });
    const text = `${including}\n### variable\nPUT /_security/api_key\n\n< ./{{which}}.json\n`;
    await client.open('untitled:Untitled-1', text);
    await client.open('vscode-vfs://github/a/b.http', text);
    const found = await client.diagnosticsOf('untitled:Untitled-1', 1);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['undefined-variable', 3]]);
    expect(await client.diagnosticsOf('vscode-vfs://github/a/b.http', 1)).toEqual([]);
  });

  it('is shown it too after the request has become another one', async () => {
    write('bodies/key.json', good);
    const client = await start();
    await client.open(uriOf('a.http'), including);
    expect(await client.diagnosticsOf(uriOf('a.http'), 1)).toEqual([]);
    await client.change(uriOf('a.http'), 2, [{ range: onLine(1, 0, 22), text: 'PUT /_snapshot/backup' }]);
    expect(isFaulty(await client.diagnosticsOf(uriOf('a.http'), 2))).toBe(true);
    const lines = [{ range: onLine(2, 0, 0), text: 'Content-Type: application/x-ndjson\n' }];
    await client.change(uriOf('a.http'), 3, lines);
    const fresh = await start();
    await fresh.open(
      uriOf('a.http'),
      including.replace('_security/api_key\n', '_snapshot/backup\nContent-Type: application/x-ndjson\n'),
    );
    expect(await client.diagnosticsOf(uriOf('a.http'), 3)).toEqual(await fresh.diagnosticsOf(uriOf('a.http'), 1));
  });

  it('finds the file from the root of the workspace too', async () => {
    write('bodies/key.json', bad);
    const client = await start();
    await client.open(uriOf('deep/er/a.http'), including);
    expect(isFaulty(await client.diagnosticsOf(uriOf('deep/er/a.http'), 1))).toBe(true);
  });

  it('follows the file on disk', async () => {
    const body = write('bodies/key.json', good);
    const client = await start();
    await client.open(uriOf('a.http'), including);
    expect(await client.diagnosticsOf(uriOf('a.http'), 1)).toEqual([]);
    write('bodies/key.json', bad);
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(body));
    await client.publishedWith(({ diagnostics }) => isFaulty(diagnostics));
    rmSync(join(folder, 'bodies/key.json'));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(body));
    await client.publishedWith(({ diagnostics }) => rulesOf(diagnostics).includes('missing-body-file'));
  });

  it('says when an imported file is missing, and follows it on disk', async () => {
    const client = await start();
    await client.open(uriOf('a.http'), '# @import ./shared.http\nrun ./more.http\n');
    const [first, second] = await client.diagnosticsOf(uriOf('a.http'), 1);
    expect([first, second]).toMatchObject([
      { code: 'missing-import', range: onLine(0, 10, 23) },
      { code: 'missing-import', range: onLine(1, 4, 15) },
    ]);
    const shared = write('shared.http', '@a = 1\n');
    const more = write('more.http', 'GET http://localhost/\n');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(shared));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(more));
    await client.publishedWith(({ diagnostics }) => !rulesOf(diagnostics).includes('missing-import'));
    rmSync(join(folder, 'shared.http'));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(shared));
    await client.publishedWith(({ diagnostics }) => rulesOf(diagnostics).includes('missing-import'));
  });

  it('follows the file in its editor, and the disk again when that is closed', async () => {
    const body = write('bodies/key.json', good);
    const client = await start();
    await client.open(uriOf('a.http'), including);
    await client.diagnosticsOf(uriOf('a.http'), 1);
    await client.open(body, good, 'json');
    await client.change(body, 2, [{ range: onLine(1, 10, 13), text: '5' }]);
    const isOfRequests = ({ uri }: { uri: string }) => uri === uriOf('a.http');
    await client.publishedWith((params) => isOfRequests(params) && isFaulty(params.diagnostics));
    const before = client.published.length;
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: body } });
    await client.publishedWith(
      (params) => client.published.indexOf(params) >= before && isOfRequests(params) && params.diagnostics.length === 0,
    );
  });

  it('is answered with its findings when they are asked for', async () => {
    const body = write('bodies/key.json', bad);
    const client = await start({ capabilities: { textDocument: { diagnostic: {} } } });
    await client.open(uriOf('a.http'), including);
    const ask = (previousResultId?: string): Promise<DocumentDiagnosticReport> =>
      client.connection.sendRequest('textDocument/diagnostic', {
        textDocument: { uri: uriOf('a.http') },
        previousResultId,
      });
    const first = await ask();
    expect(first.kind === 'full' && isFaulty(first.items)).toBe(true);
    write('bodies/key.json', good);
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(body));
    expect(await ask(first.resultId)).toMatchObject({ kind: 'full', items: [] });
  });
});

describe('a file for whose rows a request is sent', () => {
  const text = '# @for user of file ./users.csv\nGET http://localhost/{{name}}/{{user.name}}/{{other}}\n';
  const messagesOf = (found: readonly Diagnostic[]) => found.map(({ code, message }) => `${String(code)} ${message}`);

  it('says which variables are columns, offers and describes them, and follows changes of the file', async () => {
    const rows = write('users.csv', 'name,other\nann,1\n');
    const client = await start();
    await client.open(uriOf('a.http'), text);
    expect(await client.diagnosticsOf(uriOf('a.http'), 1)).toEqual([]);
    const at = { textDocument: { uri: uriOf('a.http') }, position: { line: 1, character: 24 } };
    const offers: CompletionItem[] = await client.connection.sendRequest('textDocument/completion', at);
    expect(offers).toContainEqual(expect.objectContaining({ label: 'name', detail: 'column of ./users.csv' }));
    const hover: Hover | null = await client.connection.sendRequest('textDocument/hover', at);
    expect(JSON.stringify(hover?.contents)).toContain('Column of `./users.csv`');
    write('users.csv', 'name\nann\n');
    const before = client.published.length;
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(rows));
    const found = await client.publishedWith((params) => client.published.indexOf(params) >= before);
    expect(messagesOf(found)).toEqual([
      "undefined-variable 'other' is not defined, and './users.csv' has no such column.",
    ]);
  });

  it('is a finding when it is not there', async () => {
    const client = await start();
    await client.open(uriOf('a.http'), text);
    expect(messagesOf(await client.diagnosticsOf(uriOf('a.http'), 1))).toEqual([
      "missing-body-file The file './users.csv' of '@for' cannot be used: there is no such file.",
    ]);
  });
});

describe('a JSON file that a request takes as its body', () => {
  it('is checked, described, completed and fixed like a body', async () => {
    const body = write('bodies/key.json', good);
    const client = await start();
    await client.open(uriOf('a.http'), including);
    await client.open(body, '{\n  "nam": "k",\n  "expiration": "1d"\n}\n', 'json');
    const found = await client.publishedWith(({ uri, diagnostics }) => uri === body && diagnostics.length > 0);
    expect(rulesOf(found)).toContain('unknown-field');
    const at = { textDocument: { uri: body }, position: { line: 2, character: 5 } };
    const hover: Hover | null = await client.connection.sendRequest('textDocument/hover', at);
    expect(JSON.stringify(hover?.contents)).toContain('expiration');
    const offers: CompletionItem[] = await client.connection.sendRequest('textDocument/completion', {
      ...at,
      position: { line: 1, character: 5 },
    });
    expect(offers.map(({ label }) => label)).toContain('name');
    const fixes: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: body },
      range: onLine(1, 3, 4),
      context: { diagnostics: [] },
    });
    expect(fixes.map(({ title }) => title).join()).toContain('‘name’');
  });

  it('is known by a request file that is not open', async () => {
    write('requests/a.http', including.replace('./bodies', '../bodies'));
    const client = await start();
    await client.open(uriOf('bodies/key.json'), bad, 'json');
    const found = await client.publishedWith(({ diagnostics }) => rulesOf(diagnostics).includes('wrong-type'));
    expect(found.find(({ code }) => code === 'wrong-type')?.range).toEqual(onLine(1, 10, 11));
    // The request file is rewritten and no longer includes it.
    const requests = write('requests/a.http', 'GET /_security/api_key\n');
    const before = client.published.length;
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', changed(requests));
    await client.publishedWith(
      (params) => client.published.indexOf(params) >= before && params.diagnostics.length === 0,
    );
  });

  it('stops being a body when the request no longer takes it', async () => {
    const client = await start();
    await client.open(uriOf('a.http'), including);
    await client.open(uriOf('bodies/key.json'), bad, 'json');
    await client.publishedWith(({ diagnostics }) => rulesOf(diagnostics).includes('wrong-type'));
    const before = client.published.length;
    await client.change(uriOf('a.http'), 2, [{ range: onLine(3, 0, 1), text: '#' }]);
    await client.publishedWith(
      ({ uri, diagnostics }) =>
        uri === uriOf('bodies/key.json') &&
        diagnostics.length === 0 &&
        client.published.slice(before).some((params) => params.uri === uri),
    );
  });
});
