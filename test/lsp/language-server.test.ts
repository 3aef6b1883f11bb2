import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  DocumentDiagnosticReport,
  DocumentSymbol,
  FoldingRange,
  Hover,
  InitializeParams,
  SymbolInformation,
  TextEdit,
} from 'vscode-languageserver-protocol';
import { CompletionTriggerKind } from 'vscode-languageserver-protocol';
import { configurationNotification, orderRequest, planRequest } from '../../server/src/protocol';
import type {
  ConfigurationParams,
  PlanResult,
  RequestOrderParams,
  RequestOrderResult,
} from '../../server/src/protocol';
import { applied, onLine, startClient } from './language-client';
import type { LanguageClient } from './language-client';

const uri = 'file:///project/keys.http';
const text = `@host = https://secret-host.test

### create a key
# @name create
POST /_security/api_key
Content-Type: application/json

{
  "name": "é😀", "expiration": "1d",
  "role_descriptors": {
    "r": {
      "cluster": "monitor",
      "indexes": []
    }
  }
}

### read a hook
GET {{host}}/repos/octo/hello/hooks/1
Authorization: Bearer {{token}}
`;
const lineOf = (words: string): number => text.split('\n').findIndex((line) => line.includes(words));

let clients: LanguageClient[] = [];

afterEach(async () => {
  const running = clients;
  clients = [];
  for (const client of running) expect(await client.stop()).toBe(0);
});

async function start(options: Partial<InitializeParams> = {}): Promise<LanguageClient> {
  const client = await startClient(options);
  clients.push(client);
  return client;
}
async function startWithFile(options: Partial<InitializeParams> = {}): Promise<LanguageClient> {
  const client = await start(options);
  await client.open(uri, text);
  return client;
}
const pull: InitializeParams['capabilities'] = { textDocument: { diagnostic: {} } };
const rulesOf = (diagnostics: readonly Diagnostic[]): unknown[] => diagnostics.map(({ code }) => code);

/** Returns the lenses of the file as a client shows them. */
async function resolvedLenses({ connection }: LanguageClient): Promise<CodeLens[]> {
  const lenses: CodeLens[] = await connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  return Promise.all(lenses.map((lens) => connection.sendRequest<CodeLens>('codeLens/resolve', lens)));
}

describe('initialize', () => {
  it.each([
    [undefined, 'utf-16'],
    [['utf-8', 'utf-16'], 'utf-8'],
    [['utf-32', 'utf-16'], 'utf-16'],
    [['utf-32'], 'utf-16'],
  ])('answers the encodings %j with %s', async (positionEncodings, expected) => {
    const { initialized } = await start({ capabilities: positionEncodings ? { general: { positionEncodings } } : {} });
    expect(initialized.capabilities.positionEncoding).toBe(expected);
  });

  it('offers lenses, whoever carries their command out', async () => {
    for (const sends of [true, false]) {
      const { initialized } = await start({ initializationOptions: { sends } });
      expect(initialized.capabilities.codeLensProvider).toEqual({ resolveProvider: true });
      expect(initialized.capabilities.executeCommandProvider === undefined).toBe(sends);
    }
  });

  it('offers pulled diagnostics to those who pull only', async () => {
    expect((await start()).initialized.capabilities.diagnosticProvider).toBeUndefined();
    expect((await start({ capabilities: pull })).initialized.capabilities.diagnosticProvider).toBeDefined();
  });
});

describe('diagnostics', () => {
  it('name no page for a client that adds it', async () => {
    const client = await startWithFile({ initializationOptions: { addsCodeDescription: true } });
    const diagnostics = await client.diagnosticsOf(uri, 1);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(JSON.stringify(diagnostics)).not.toContain('codeDescription');
  });

  it('are published with the version, the rule and its page', async () => {
    const client = await startWithFile();
    const diagnostics = await client.diagnosticsOf(uri, 1);
    const line = lineOf('"indexes"');
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        source: 'rulebook',
        code: 'unknown-field',
        codeDescription: { href: pathToFileURL(join(import.meta.dirname, '../../docs/rules/unknown-field.md')).href },
        severity: 2,
        range: onLine(line, 6, 15),
      }),
    );
    expect(rulesOf(diagnostics)).toContain('wrong-type');
    expect(client.published.map(({ version }) => version)).toEqual([1]);
  });

  it('are published again after a change that changes nothing, and moved with their block', async () => {
    const client = await startWithFile();
    const before = await client.diagnosticsOf(uri, 1);
    await client.change(uri, 2, [{ range: onLine(0, 0, 0), text: '' }]);
    expect(await client.diagnosticsOf(uri, 2)).toEqual(before);
    await client.change(uri, 3, [{ range: onLine(0, 0, 0), text: '# one\n# two\n' }]);
    const moved = before.map(({ range: { start, end }, ...rest }) => ({
      ...rest,
      range: { start: { ...start, line: start.line + 2 }, end: { ...end, line: end.line + 2 } },
    }));
    expect(await client.diagnosticsOf(uri, 3)).toEqual(moved);
  });

  it('are emptied when the file is closed', async () => {
    const client = await startWithFile();
    await client.diagnosticsOf(uri, 1);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await client.connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
    expect(client.published.at(-1)).toEqual({ uri, diagnostics: [] });
  });

  it('leave the syntax of JSON files to a client that reports it, but not what a rule was set to', async () => {
    const file = 'file:///project/a.api-key.json';
    const codes = async (
      options: Partial<InitializeParams>,
      rules: Record<string, string> = {},
    ): Promise<unknown[]> => {
      const client = await start(options);
      const configuration = { endpoints: [], defaults: {}, bodies: [], rules };
      await client.connection.sendNotification(configurationNotification, { configuration, codeLens: true });
      await client.open(file, '{ "name": "x", "name": 5 "nme": 1 }', 'json');
      return [...new Set(rulesOf(await client.diagnosticsOf(file, 1)))].sort();
    };
    const own = ['duplicate-key', 'malformed-json', 'unknown-field', 'wrong-type'];
    expect(await codes({})).toEqual(expect.arrayContaining(own));
    const silent = { initializationOptions: { reportsJsonSyntax: true } };
    expect(await codes(silent)).toEqual(['absent-field', 'unknown-field', 'wrong-type']);
    expect(await codes(silent, { 'malformed-json': 'error' })).toEqual(['absent-field', ...own.slice(1)]);
  });

  it('never appear for a version that was outdated when they were computed', async () => {
    const client = await startWithFile();
    await client.diagnosticsOf(uri, 1);
    const edits = Array.from({ length: 50 }, (_, index) => index + 2);
    await Promise.all(edits.map((version) => client.change(uri, version, [{ range: onLine(0, 0, 0), text: '#\n' }])));
    const last = await client.diagnosticsOf(uri, 51);
    expect(last.find(({ code }) => code === 'unknown-field')?.range.start.line).toBe(lineOf('"indexes"') + 50);
    const versions = client.published.map(({ version }) => version ?? 0);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    for (const { version, diagnostics } of client.published) {
      const line = diagnostics.find(({ code }) => code === 'unknown-field')?.range.start.line;
      expect(line).toBe(lineOf('"indexes"') + (version ?? 0) - 1);
    }
  });

  it('are answered when asked for, with an id that says when nothing has changed', async () => {
    const client = await startWithFile({ capabilities: pull });
    const ask = (previousResultId?: string): Promise<DocumentDiagnosticReport> =>
      client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri }, previousResultId });
    const first = await ask();
    expect(first.kind).toBe('full');
    expect(await ask(first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await client.change(uri, 2, [{ range: onLine(lineOf('"indexes"'), 7, 14), text: 'indices' }]);
    const second = await ask(first.resultId);
    expect(second.kind === 'full' && rulesOf(second.items)).not.toContain('unknown-field');
    expect(client.published).toEqual([]);
  });

  it('count columns in the negotiated unit', async () => {
    const line = lineOf('"name"');
    const wrong = text.replace('"expiration": "1d"', '"expiration": 1');
    const column = (client: LanguageClient): Promise<number | undefined> =>
      client
        .open(uri, wrong)
        .then(() => client.diagnosticsOf(uri, 1))
        .then((all) => all.find(({ range, code }) => range.start.line === line && code === 'wrong-type'))
        .then((found) => found?.range.start.character);
    const prefix = '  "name": "é😀", "expiration": ';
    expect(await column(await start())).toBe(prefix.length);
    const utf8 = await start({ capabilities: { general: { positionEncodings: ['utf-8'] } } });
    expect(await column(utf8)).toBe(Buffer.byteLength(prefix));
    // The edit replaces the number behind the wide characters.
    const at = Buffer.byteLength(prefix);
    await utf8.change(uri, 2, [{ range: onLine(line, at, at + 1), text: '"1d"' }]);
    expect(rulesOf(await utf8.diagnosticsOf(uri, 2))).toEqual(['wrong-type', 'unknown-field', 'undefined-variable']);
  });
});

describe('features', () => {
  it('explains what is at the cursor', async () => {
    const { connection } = await startWithFile();
    const hover: Hover | null = await connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: lineOf('"cluster"'), character: 9 },
    });
    expect(hover?.range).toEqual(onLine(lineOf('"cluster"'), 6, 15));
    expect(hover?.contents).toMatchObject({ kind: 'markdown', value: expect.stringContaining('cluster') as string });
  });

  it('offers what is missing, and its long text on request', async () => {
    const client = await startWithFile();
    await client.change(uri, 2, [{ range: onLine(lineOf('"indexes"'), 6, 19), text: '"ind"' }]);
    const items: CompletionItem[] = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri },
      position: { line: lineOf('"indexes"'), character: 10 },
    });
    const item = items.find(({ label }) => label === 'indices');
    expect(item?.documentation).toBeUndefined();
    expect((item!.textEdit as TextEdit).range).toEqual(onLine(lineOf('"indexes"'), 6, 11));
    expect(items.map(({ label }) => label)).not.toContain('cluster');
    const resolved: CompletionItem = await client.connection.sendRequest('completionItem/resolve', item);
    expect(resolved.documentation).toMatchObject({ kind: 'markdown', value: expect.stringMatching(/\w/) as string });
  });

  it('sends snippets and the command that continues only to clients that know them', async () => {
    const complete = async (client: LanguageClient): Promise<CompletionItem[]> => {
      await client.open(uri, 'POST /_security/api_key\n\n{\n  \n}\n');
      return client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri },
        position: { line: 3, character: 2 },
      });
    };
    const newTexts = (items: CompletionItem[]): string => items.map(({ textEdit }) => textEdit?.newText).join('\n');
    const plain = await complete(await start());
    expect(newTexts(plain)).not.toContain('$');
    expect(plain.filter(({ insertTextFormat, command }) => insertTextFormat === 2 || command)).toEqual([]);
    const rich = await complete(
      await start({
        capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
        initializationOptions: { suggestCommand: 'editor.suggest' },
      }),
    );
    expect(rich.map(({ label }) => label)).toEqual(plain.map(({ label }) => label));
    expect(newTexts(rich)).toContain('$');
  });

  it('opens a list by itself only when part of an entry is typed, and every list for who asks', async () => {
    const client = await start();
    const file = 'file:///project/github.http';
    await client.open(file, 'GET /repos/o/r/hook');
    const ask = (character: number, triggerKind?: CompletionTriggerKind): Promise<unknown> =>
      client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri: file },
        position: { line: 0, character },
        ...(triggerKind && { context: { triggerKind, triggerCharacter: '/' } }),
      });
    const labels = (answer: unknown): string[] => {
      const list = answer as CompletionItem[] | CompletionList;
      return (Array.isArray(list) ? list : list.items).map(({ label }) => label);
    };
    const hooks = '/repos/{owner}/{repo}/hooks';
    expect(await ask(2, CompletionTriggerKind.TriggerForIncompleteCompletions)).toMatchObject({ isIncomplete: true });
    expect(labels(await ask(19, CompletionTriggerKind.TriggerForIncompleteCompletions))).toContain(hooks);
    expect(labels(await ask(19, CompletionTriggerKind.Invoked))).toContain(hooks);
    expect(labels(await ask(15, CompletionTriggerKind.TriggerCharacter))).toEqual([]);
    expect(labels(await ask(15))).toContain('hooks');
    await client.change(file, 2, [{ range: onLine(0, 19, 19), text: 's' }]);
    // The editor asks so for the letter that has just been typed; the path is complete.
    expect(labels(await ask(20, CompletionTriggerKind.Invoked))).toEqual([]);
    expect(labels(await ask(20, CompletionTriggerKind.Invoked))).toContain(hooks);
  });

  it('fixes a finding by an edit of this version', async () => {
    const client = await startWithFile({ capabilities: { workspace: { workspaceEdit: { documentChanges: true } } } });
    const diagnostics = await client.diagnosticsOf(uri, 1);
    const diagnostic = diagnostics.find(({ code }) => code === 'unknown-field');
    const ask = (only?: string[]): Promise<CodeAction[]> =>
      client.connection.sendRequest('textDocument/codeAction', {
        textDocument: { uri },
        range: diagnostic?.range,
        context: { diagnostics: [diagnostic], ...(only && { only }) },
      });
    const actions = await ask();
    const fix = actions.find(({ title }) => title.includes('‘indices’'));
    expect(fix?.kind).toBe('quickfix');
    expect(fix?.diagnostics).toEqual([diagnostic]);
    const change = fix?.edit?.documentChanges?.[0] as { textDocument: unknown; edits: TextEdit[] };
    expect(change.textDocument).toEqual({ uri, version: 1 });
    expect(applied(text, change.edits)).toBe(text.replace('indexes', 'indices'));
    expect(await ask(['quickfix'])).toHaveLength(actions.length);
    expect(await ask(['refactor'])).toEqual([]);
  });

  it('shows a lens above each request that says where it goes, unless switched off', async () => {
    const client = await startWithFile();
    const ask = () => resolvedLenses(client);
    expect((await ask()).map(({ command, range }) => [command, range.start.line])).toEqual(
      [
        ['POST /_sec', 'Send to sandbox-cluster'] as const,
        // Only the variable's value says it.
        ['GET {{host', 'Send'] as const,
      ].map(([words, title]) => [{ title, command: 'rulebook.send', arguments: [uri, lineOf(words)] }, lineOf(words)]),
    );
    const guarded = { name: 'live', service: 'search-cluster', baseUrl: 'https://live.test', protected: true } as const;
    const configuration = {
      endpoints: [guarded],
      defaults: { 'search-cluster': 'live' },
      bodies: [],
      rules: {},
      services: [],
      rulesets: [],
    };
    await client.connection.sendNotification(configurationNotification, { configuration, codeLens: true });
    expect((await ask()).map(({ command }) => command?.title)).toEqual(['Send to live (protected)', 'Send']);
    const off: ConfigurationParams = { configuration, codeLens: false };
    await client.connection.sendNotification(configurationNotification, off);
    expect(await ask()).toEqual([]);
  });

  it('names another goal in the lens when a variable of another block stands for another host', async () => {
    const client = await start();
    const text = (host: string) => `@host = ${host}\n\n### A\nGET {{host}}/_search\n\n### B\nGET {{host}}/_search\n`;
    await client.open(uri, text('http://127.0.0.1:9270'));
    const titles = async () => {
      return (await resolvedLenses(client)).map(({ command }) => command?.title);
    };
    expect(await titles()).toEqual(['Send to sandbox-cluster', 'Send to sandbox-cluster']);
    const value = { start: { line: 0, character: '@host = '.length }, end: { line: 0, character: 99 } };
    await client.change(uri, 2, [{ range: value, text: 'http://es.example' }]);
    expect(await titles()).toEqual(['Send', 'Send']);
  });

  it('finds out where a request goes when its lens is resolved, and claims nothing about a request that is no longer there', async () => {
    const client = await start();
    await client.open(uri, 'GET /_search\n\n### B\n# c\nGET http://other.test/\n');
    const { connection } = client;
    const lenses: CodeLens[] = await connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.map(({ range, command }) => [range.start.line, command])).toEqual([
      [0, undefined],
      [4, undefined],
    ]);
    const resolve = (lens: CodeLens | undefined): Promise<CodeLens> => connection.sendRequest('codeLens/resolve', lens);
    expect((await resolve(lenses[1])).command).toEqual({
      title: 'Send',
      command: 'rulebook.send',
      arguments: [uri, 4],
    });
    // The block now begins elsewhere, and its request goes elsewhere.
    await client.change(uri, 2, [
      { range: { ...onLine(3, 0, 0), end: { line: 4, character: 99 } }, text: 'GET /_search' },
    ]);
    const moved = (await resolve(lenses[1])).command;
    expect(moved).toEqual({ title: 'Send to sandbox-cluster', command: 'rulebook.send', arguments: [uri, 3] });
    await client.change(uri, 3, [{ text: '# nothing\n' }]);
    expect(await resolve(lenses[1])).toEqual(lenses[1]);
    expect(await resolve({ range: onLine(0, 0, 0), data: ['file:///project/closed.http', 0] })).not.toHaveProperty(
      'command',
    );
    expect(await resolve({ range: onLine(0, 0, 0), data: 'x' })).not.toHaveProperty('command');
  });

  it('has one lens for the rights of a file with a request to a service with rights, for a client that shows them', async () => {
    const client = await start({ initializationOptions: { sends: true, rightsCommand: 'client.rights' } });
    const rightsIn = async (text: string) => {
      await client.open(uri, text);
      const { connection } = client;
      const lenses: CodeLens[] = await connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
      const found = lenses.filter(({ command }) => command !== undefined);
      expect(lenses.slice(lenses.length - found.length)).toEqual(found);
      return found.map(({ range, command }) => [range.start.line, command]);
    };
    const command = { title: 'Rights that this file needs', command: 'client.rights', arguments: [uri] };
    expect(await rightsIn('# a\nGET http://other.test/\n\n###\nGET /_search\n\n###\nGET /_search\n')).toEqual([
      [1, command],
    ]);
    expect(await rightsIn('GET /_search\n\n'.repeat(2000))).toEqual([[0, command]]);
    expect(await rightsIn('GET http://other.test/\n')).toEqual([]);
    expect(await rightsIn('# nothing\n')).toEqual([]);
  });

  it('gives lenses of very many requests where a user looks, to a client that says so', async () => {
    const refreshed: string[] = [];
    const options = { capabilities: { workspace: { codeLens: { refreshSupport: true } } } };
    const client = await start({ ...options, initializationOptions: { sends: true, boundsLenses: true } });
    client.connection.onRequest('workspace/codeLens/refresh', () => {
      refreshed.push('lenses');
      return null;
    });
    await client.open(uri, 'GET /_search\n\n'.repeat(2000));
    const lines = async () => {
      const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', {
        textDocument: { uri },
      });
      return lenses.map(({ range }) => range.start.line);
    };
    const around = (from: number, to: number) => Array.from({ length: (to - from) / 2 + 1 }, (_, at) => from + at * 2);
    expect(await lines()).toEqual(around(0, 300));
    const look = (line: number) => client.connection.sendNotification('rulebook/look', { uri, line });
    await look(150);
    await lines();
    expect(refreshed).toHaveLength(0);
    await look(3000);
    expect(await lines()).toEqual([...around(0, 300), ...around(2700, 3300)]);
    expect(refreshed).toHaveLength(1);
    await look(2000);
    expect(await lines()).toEqual([...around(1700, 2300), ...around(2700, 3300)]);
    // Where a user types there are lenses, too.
    await client.change(uri, 2, [{ range: onLine(1000, 5, 5), text: 'a' }]);
    expect((await lines()).slice(0, 301)).toEqual(around(700, 1300));
    const other = await start();
    await other.open(uri, 'GET /_search\n\n'.repeat(2000));
    expect(await other.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } })).toHaveLength(2000);
  });

  it('lists requests and variables, nested or flat as the client wishes', async () => {
    const flat = await startWithFile();
    const nested = await startWithFile({
      capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
    });
    const ask = <T>({ connection }: LanguageClient): Promise<T> =>
      connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } });
    const symbols = await ask<DocumentSymbol[]>(nested);
    expect(symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(['create']));
    expect(symbols).toHaveLength(3);
    for (const { range, selectionRange } of symbols) {
      expect(selectionRange.start.line).toBeGreaterThanOrEqual(range.start.line);
      expect(selectionRange.end.line).toBeLessThanOrEqual(range.end.line);
    }
    const information = await ask<SymbolInformation[]>(flat);
    expect(information.map(({ name, location }) => [name, location.range])).toEqual(
      symbols.map(({ name, range }) => [name, range]),
    );
  });

  it('folds requests and bodies within their lines', async () => {
    const { connection } = await startWithFile();
    const ranges: FoldingRange[] = await connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
    expect(ranges).toContainEqual(
      expect.objectContaining({ startLine: lineOf('"role_descriptors"'), endLine: expect.any(Number) as number }),
    );
    const lines = text.split('\n').length;
    for (const { startLine, endLine } of ranges) {
      expect(startLine).toBeLessThan(endLine);
      expect(endLine).toBeLessThan(lines);
    }
  });

  it('says which requests to send, in the order in which they depend on each other', async () => {
    const client = await start();
    const order = (lines: readonly (readonly [number, number])[], more: Partial<RequestOrderParams> = {}) =>
      client.connection.sendRequest<RequestOrderResult>(orderRequest, { uri, lines, ...more });
    const named = (name: string, target: string) => `### ${name}\nGET https://a.example/${target}\n\n`;
    await client.open(uri, named('last', '{{first.response.body.$.id}}') + named('first', '') + named('other', ''));
    expect(await client.connection.sendRequest(orderRequest, { uri })).toMatchObject({ lines: [1, 4, 7] });
    expect(await order([[0, 4]])).toMatchObject({ lines: [1, 4] });
    expect(await order([[0, 0]], { withDependencies: true })).toMatchObject({ lines: [4, 1] });
    expect(await order([[0, 0]], { version: 7 })).toEqual({ reason: expect.stringContaining('changed') as string });
    await client.open(
      'file:///circle.http',
      named('a', '{{b.response.body.$.id}}') + named('b', '{{a.response.body.$.id}}'),
    );
    expect(await order([[0, 0]], { uri: 'file:///circle.http', withDependencies: true })).toEqual({
      reason: 'The requests depend on each other in a circle: `a` → `b` → `a`. Change one of them.',
    });
    expect(await order([[0, 9]], { uri: 'file:///none.http' })).toHaveProperty('reason');
  });

  it('plans a request by names, never by the values of variables', async () => {
    const { connection } = await startWithFile();
    const plan = (line: number, version?: number): Promise<PlanResult> =>
      connection.sendRequest(planRequest, { uri, line, ...(version !== undefined && { version }) });
    const result = await plan(lineOf('Authorization'), 1);
    expect(result).toMatchObject({
      line: lineOf('GET {{host'),
      plan: { method: 'GET', variables: ['host', 'token'], service: 'code-hosting' },
    });
    expect(JSON.stringify(result)).not.toContain('secret-host');
    expect(await plan(0)).toEqual({ reason: expect.any(String) as string });
    expect(await plan(lineOf('GET {{host'), 7)).toEqual({ reason: expect.stringContaining('changed') as string });
    expect(await connection.sendRequest(planRequest, { uri: 'file:///other.http', line: 0 })).toHaveProperty('reason');
  });
});

describe('JSON files', () => {
  const body = '{ "name": 1 }\n';
  const codes = async (client: LanguageClient, name: string, content: string): Promise<unknown[]> => {
    const address = `file:///project/${name}`;
    await client.open(address, content, 'json');
    return rulesOf(await client.diagnosticsOf(address, 1));
  };

  it('are bodies when their first line, their name or the configuration says so', async () => {
    const client = await start({ rootUri: 'file:///project' });
    expect(await codes(client, 'package.json', body)).toEqual([]);
    expect(await codes(client, 'a.api-key.json', body)).toContain('wrong-type');
    expect(await codes(client, 'b.json', `// @request PUT /_security/api_key\n${body}`)).toContain('wrong-type');
    const configuration: ConfigurationParams['configuration'] = {
      endpoints: [],
      defaults: {},
      bodies: [{ files: 'keys/*.json', association: { method: 'PUT', target: '/_security/api_key', at: '' } }],
      rules: { 'absent-field': 'off' },
      services: [],
      rulesets: [],
    };
    await client.connection.sendNotification(configurationNotification, { configuration, codeLens: true });
    expect(await codes(client, 'keys/c.json', body)).toEqual(['wrong-type']);
    expect(await codes(client, 'other/c.json', body)).toEqual([]);
  });

  it('are looked at again when the first line changes', async () => {
    const client = await start();
    const address = 'file:///project/d.json';
    await client.open(address, body, 'json');
    expect(await client.diagnosticsOf(address, 1)).toEqual([]);
    await client.change(address, 2, [{ range: onLine(0, 0, 0), text: '// @request PUT /_security/api_key\n' }]);
    expect(rulesOf(await client.diagnosticsOf(address, 2))).toContain('wrong-type');
    await client.change(address, 3, [{ range: onLine(0, 0, 4), text: '// ' }]);
    expect(await client.diagnosticsOf(address, 3)).toEqual([]);
  });
});

describe('what follows from something valid', () => {
  it('is a hint, unless the user chose a severity', async () => {
    const client = await startWithFile();
    const address = 'file:///project/remark.http';
    await client.open(address, 'POST /_security/api_key\n\n{ "name": "k", "expiration": "1d" }\n', 'http');
    const shown = (severity: number): Promise<unknown> =>
      client.publishedWith(
        ({ uri: of, diagnostics }) =>
          of === address && diagnostics.some((one) => one.code === 'absent-field' && one.severity === severity),
      );
    await shown(4);
    expect(client.published.flatMap(({ diagnostics }) => diagnostics).filter(isAbsentRemark)).toEqual([]);
    const configuration: ConfigurationParams['configuration'] = {
      endpoints: [],
      defaults: {},
      bodies: [],
      rules: { 'absent-field': 'information' },
      services: [],
      rulesets: [],
    };
    await client.connection.sendNotification(configurationNotification, { configuration, codeLens: true });
    await shown(3);
  });
});

function isAbsentRemark({ code, severity }: Diagnostic): boolean {
  return code === 'absent-field' && severity === 3;
}

describe('configuration', () => {
  it('is read from the root of the workspace, and again when it has changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-workspace-'));
    const file = join(folder, 'rulebook.json');
    const rootUri = pathToFileURL(folder).href;
    try {
      writeFileSync(file, '// comment\n{ "rules": { "unknown-field": "off" } }');
      const client = await startWithFile({ rootUri });
      expect(rulesOf(await client.diagnosticsOf(uri, 1))).not.toContain('unknown-field');
      writeFileSync(file, '{ "rules": { "unknown-field": "error" } }');
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: pathToFileURL(file).href, type: 2 }],
      });
      const changed = await client.publishedWith(({ diagnostics }) => rulesOf(diagnostics).includes('unknown-field'));
      expect(changed.find(({ code }) => code === 'unknown-field')?.severity).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is that of its own folder for each file', async () => {
    const client = await start({
      initializationOptions: {
        configuration: { rules: {}, services: [], rulesets: [] },
        folders: [
          {
            uri: 'file:///strict',
            configuration: { rules: { 'unknown-field': 'error' }, services: [], rulesets: [] },
            codeLens: true,
          },
          {
            uri: 'file:///strict/inner',
            configuration: { rules: { 'unknown-field': 'off' }, services: [], rulesets: [] },
            codeLens: false,
          },
        ],
      },
    });
    const severities = [];
    for (const address of ['file:///strict/a.http', 'file:///strict/inner/a.http', 'file:///elsewhere/a.http']) {
      await client.open(address, 'POST /_security/api_key\n\n{ "name": "a", "role_descriptor": {} }\n');
      const found = await client.diagnosticsOf(address, 1);
      severities.push(found.find(({ code }) => code === 'unknown-field')?.severity);
    }
    expect(severities).toEqual([1, undefined, 2]);
    const lenses = await client.connection.sendRequest('textDocument/codeLens', {
      textDocument: { uri: 'file:///strict/inner/a.http' },
    });
    expect(lenses).toEqual([]);
  });

  it('is read from each folder of the workspace', async () => {
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'rulebook-workspace-')));
    try {
      writeFileSync(join(folders[1]!, 'rulebook.json'), '{ "rules": { "unknown-field": "off" } }');
      const client = await start({
        workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
      });
      const rules = [];
      for (const folder of folders) {
        const address = pathToFileURL(join(folder, 'a.http')).href;
        await client.open(address, 'POST /_security/api_key\n\n{ "name": "a", "role_descriptor": {} }\n');
        rules.push(rulesOf(await client.diagnosticsOf(address, 1)));
      }
      expect(rules[0]).toContain('unknown-field');
      expect(rules[1]).not.toContain('unknown-field');
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  });

  it('is checked itself while it is open', async () => {
    const client = await start({ rootUri: 'file:///project' });
    await client.open('file:///project/rulebook.json', '{\n  "endpoint": {}\n}', 'jsonc');
    const [problem] = await client.diagnosticsOf('file:///project/rulebook.json', 1);
    expect(problem?.range).toEqual(onLine(1, 2, 12));
  });
});
