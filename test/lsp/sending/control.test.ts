import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeAction, Diagnostic, InitializeParams, TextEdit } from 'vscode-languageserver-protocol';
import { applied, onLine, startClient } from '../language-client';
import type { LanguageClient } from '../language-client';

let folder: string;
let clients: LanguageClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-control-'));
});
afterEach(async () => {
  const running = clients;
  clients = [];
  for (const client of running) expect(await client.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
async function start(options: Partial<InitializeParams> = {}): Promise<LanguageClient> {
  const workspace = { workspaceEdit: { documentChanges: true, resourceOperations: ['create' as const] } };
  const client = await startClient({
    rootUri: pathToFileURL(folder).href,
    capabilities: { workspace },
    ...options,
  });
  clients.push(client);
  return client;
}
const text = 'PUT /_security/api_key\n\n{\n  "name": 5,\n  "expiration": "1d"\n}\n';
const rulesOf = (diagnostics: readonly Diagnostic[]): unknown[] => diagnostics.map(({ code }) => code);

function actionsAt(client: LanguageClient, uri: string, line: number, column: number): Promise<CodeAction[]> {
  return client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range: onLine(line, column, column),
    context: { diagnostics: [] },
  });
}
const titled = (actions: readonly CodeAction[], words: string): CodeAction | undefined =>
  actions.find(({ title }) => title.includes(words));
const editsOf = (action: CodeAction | undefined): TextEdit[] =>
  (action?.edit?.documentChanges ?? []).flatMap((change) => ('edits' in change ? (change.edits as TextEdit[]) : []));

describe('Ignore here', () => {
  it('writes a comment above the line, which removes the finding', async () => {
    const client = await start();
    await client.open(uriOf('a.http'), text);
    const action = titled(await actionsAt(client, uriOf('a.http'), 3, 11), 'Ignore wrong-type');
    const ignoring = applied(text, editsOf(action));
    expect(ignoring).toBe(text.replace('  "name"', '  # rulebook-ignore wrong-type\n  "name"'));
    await client.change(uriOf('a.http'), 2, [{ text: ignoring }]);
    expect(rulesOf(await client.diagnosticsOf(uriOf('a.http'), 2))).not.toContain('wrong-type');
  });

  it('adds to the comment that is there, and takes // in a JSON file', async () => {
    const client = await start();
    const body = '{\n  // rulebook-ignore absent-field\n  "name": 5\n}\n';
    await client.open(uriOf('x.api-key.json'), body, 'json');
    const action = titled(await actionsAt(client, uriOf('x.api-key.json'), 2, 11), 'Ignore wrong-type');
    expect(applied(body, editsOf(action))).toBe(body.replace('absent-field', 'absent-field wrong-type'));
    const plain = '{\n  "name": 5\n}\n';
    await client.open(uriOf('y.api-key.json'), plain, 'json');
    const other = titled(await actionsAt(client, uriOf('y.api-key.json'), 1, 11), 'Ignore wrong-type');
    expect(applied(plain, editsOf(other))).toContain('  // rulebook-ignore wrong-type\n  "name"');
  });
});

describe('what silences a finding', () => {
  const body = 'POST /repos/o/r/hooks\n\n{\n  "name": "web",\n  "events": "push"\n}\n';
  const kindsOf = (actions: readonly CodeAction[]) =>
    actions.map(({ title, kind }) => [title.split(' ')[0], kind]).filter(([, kind]) => !kind?.startsWith('refactor'));

  it('is behind the fixes, in a group of its own', async () => {
    const client = await start({ initializationOptions: { severityCommand: 'editor.severity' } });
    await client.open(uriOf('a.http'), body);
    expect(kindsOf(await actionsAt(client, uriOf('a.http'), 4, 14))).toEqual([
      ['Change', 'quickfix'],
      ['Ignore', 'rulebook.silence'],
      ['Configure', 'rulebook.silence'],
    ]);
  });

  it('is a quick fix for who asks for these alone', async () => {
    const client = await start();
    await client.open(uriOf('a.http'), body);
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      ...{ textDocument: { uri: uriOf('a.http') }, range: onLine(4, 14, 14) },
      context: { diagnostics: [], only: ['quickfix'] },
    });
    expect(kindsOf(actions)).toEqual([
      ['Change', 'quickfix'],
      ['Ignore', 'quickfix'],
      ['Switch', 'quickfix'],
    ]);
  });
});

describe('the severity of a rule', () => {
  it('is switched off in a rulebook.json that is made for it', async () => {
    const client = await start();
    await client.open(uriOf('a.http'), text);
    const action = titled(await actionsAt(client, uriOf('a.http'), 3, 11), 'Switch off wrong-type');
    expect(action?.edit?.documentChanges?.[0]).toMatchObject({ kind: 'create', uri: uriOf('rulebook.json') });
    expect(JSON.parse(applied('', editsOf(action)))).toEqual({ rules: { 'wrong-type': 'off' } });
  });

  it('is switched off in the rulebook.json that is there, whose comments stay', async () => {
    const configuration = '// Ours.\n{\n  "rules": {\n    "empty-list": "error" // strict\n  }\n}\n';
    writeFileSync(join(folder, 'rulebook.json'), configuration);
    const client = await start();
    await client.open(uriOf('a.http'), text);
    const action = titled(await actionsAt(client, uriOf('a.http'), 3, 11), 'Switch off wrong-type');
    const after = applied(configuration, editsOf(action));
    expect(after).toContain('// Ours.');
    expect(after).toContain('// strict');
    expect(after).toContain('"wrong-type": "off"');
    // With the file open, its unsaved text is what is edited, by its version.
    await client.open(uriOf('rulebook.json'), '{}', 'jsonc');
    const open = titled(await actionsAt(client, uriOf('a.http'), 3, 11), 'Switch off wrong-type');
    expect(open?.edit?.documentChanges).toMatchObject([{ textDocument: { uri: uriOf('rulebook.json'), version: 1 } }]);
    expect(JSON.parse(applied('{}', editsOf(open)))).toEqual({ rules: { 'wrong-type': 'off' } });
  });

  it.each(['[', '[]', '{ "rules": [] }', '{ "rules": 5 }', '{{{'])('survives a rulebook.json of %j', async (broken) => {
    writeFileSync(join(folder, 'rulebook.json'), broken);
    const client = await start();
    await client.open(uriOf('a.http'), text);
    expect(titled(await actionsAt(client, uriOf('a.http'), 3, 11), 'Ignore wrong-type')).toBeDefined();
  });

  it('is asked for by a command that the client names, and not at all without a folder', async () => {
    const asking = await start({ initializationOptions: { severityCommand: 'editor.severity' } });
    await asking.open(uriOf('a.http'), text);
    expect(titled(await actionsAt(asking, uriOf('a.http'), 3, 11), 'Configure severity')?.command).toMatchObject({
      command: 'editor.severity',
      arguments: ['wrong-type', uriOf('rulebook.json')],
    });
    // Several rules are one question.
    const all = await asking.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf('a.http') },
      range: { start: { line: 2, character: 0 }, end: { line: 4, character: 0 } },
      context: { diagnostics: [] },
    });
    const configuring = all.filter(({ title }) => /^(?:Configure|Switch off)/.test(title));
    expect(configuring.map(({ title }) => title)).toEqual(['Configure severity of 2 rules…']);
    expect(configuring[0]?.command?.arguments?.[0]).toEqual(['absent-field', 'wrong-type']);
    const alone = await start({ rootUri: null });
    await alone.open(uriOf('a.http'), text);
    expect(titled(await actionsAt(alone, uriOf('a.http'), 3, 11), 'Switch off')).toBeUndefined();
  });
});

describe('the fix that moves a secret', () => {
  it('is a command of the client that gets the place, and never the secret', async () => {
    const client = await start({ initializationOptions: { moveSecretCommand: 'editor.move' } });
    const uri = uriOf('secret.http');
    await client.open(uri, 'GET /_security/api_key\nAuthorization: Bearer ghx_canary81b2d93e4a67\n');
    const action = titled(await actionsAt(client, uri, 1, 25), 'Move to secret storage');
    expect(action?.command).toEqual({
      title: 'Move to secret storage…',
      command: 'editor.move',
      arguments: [uri, 1, onLine(1, 22, 44), '{{token}}'],
    });
    expect(JSON.stringify(action)).not.toContain('canary');
    const without = await start();
    await without.open(uri, 'GET /_security/api_key\nAuthorization: Bearer ghx_canary81b2d93e4a67\n');
    expect(titled(await actionsAt(without, uri, 1, 25), 'Move to')).toBeUndefined();
  });
});

describe('rulebook.json', () => {
  it('is checked while it is open', async () => {
    const client = await start();
    const lines = [
      '{',
      '  "endpoints": {',
      '    "a": { "service": "mail", "baseUrl": "https://me:hush@example.org" },',
      '    "b": { "service": "code-hosting", "baseUrl": "example.org" }',
      '  },',
      '  "defaults": { "code-hosting": "nowhere" },',
      '  "rules": { "wrong-typ": "off", "wrong-type": "fatal" }',
      '}',
    ];
    await client.open(uriOf('rulebook.json'), lines.join('\n'), 'jsonc');
    const found = await client.diagnosticsOf(uriOf('rulebook.json'), 1);
    expect(found.map(({ range, severity }) => [range.start.line, severity])).toEqual([
      [2, 1],
      [2, 1],
      [3, 1],
      [6, 2],
      [6, 1],
      [5, 1],
    ]);
    expect(JSON.stringify(found)).not.toContain('hush');
    expect(found[3]?.message).toContain("'wrong-type'");
  });
});
