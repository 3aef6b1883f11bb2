import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeAction, Diagnostic, DocumentLink, Hover } from 'vscode-languageserver-protocol';
import { onLine, startClient, type LanguageClient } from '../language-client';

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook rights-'));
  write('backup.http', 'GET /_cluster/health\n');
  client = await startClient({ rootUri: pathToFileURL(folder).href });
});
afterEach(async () => {
  expect(await client.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return uriOf(name);
}
const keys = [
  '# @rights-of backup.http',
  'POST /_security/api_key',
  '',
  '{ "name": "k", "expiration": "1d", "role_descriptors": { "r": { "cluster": ["manage"] } } }',
  '',
].join('\n');
const saidOf = (diagnostics: readonly Diagnostic[]): unknown[] =>
  diagnostics.filter(({ code }) => code === 'unneeded-right').map(({ message, severity }) => [severity, message]);

describe('a key whose files are named', () => {
  it('is compared with what they need, and follows them on disk and in their editor', async () => {
    await client.open(uriOf('keys.http'), keys);
    const isEnough = "'manage' is more than 'backup.http' needs: 'monitor' is enough.";
    expect(saidOf(await client.diagnosticsOf(uriOf('keys.http'), 1))).toEqual([[3, isEnough]]);

    const backup = write('backup.http', 'PUT /_cluster/settings\n\n{}\n');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: backup, type: 2 }],
    });
    await client.publishedWith(
      ({ uri, diagnostics }) => uri === uriOf('keys.http') && saidOf(diagnostics).length === 0,
    );

    await client.open(backup, 'PUT /_cluster/settings\n\n{}\n');
    await client.change(backup, 2, [{ range: onLine(0, 0, 22), text: 'GET /_cluster/health' }]);
    await client.publishedWith(
      ({ uri, diagnostics }) => uri === uriOf('keys.http') && saidOf(diagnostics).length === 1,
    );
  });

  it('has a fix that grants just what they need', async () => {
    await client.open(uriOf('keys.http'), keys);
    const found = await client.diagnosticsOf(uriOf('keys.http'), 1);
    const diagnostics = found.filter(({ code }) => code === 'unneeded-right');
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf('keys.http') },
      range: diagnostics[0]?.range,
      context: { diagnostics },
    });
    const fix = actions.find(({ title }) => title === 'Grant just what ‘backup.http’ needs');
    expect(fix?.isPreferred ?? false).toBe(false);
    const edits = JSON.stringify(fix?.edit ?? {});
    expect(edits).toContain(String.raw`[\"monitor\"]`);
  });

  it('is a descriptor that the configuration links to them, too', async () => {
    const endpoint = {
      service: 'search-cluster',
      baseUrl: 'http://127.0.0.1:9',
      rights: 'ci.json',
      rightsOf: ['backup.http'],
    };
    const descriptor = uriOf('ci.json');
    await client.open(descriptor, '{ "cluster": ["manage"] }\n', 'json');
    const configuration = write('rulebook.json', JSON.stringify({ endpoints: { ci: endpoint } }));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: configuration, type: 1 }],
    });
    await client.publishedWith(({ uri, diagnostics }) => uri === descriptor && saidOf(diagnostics).length === 1);
  });

  it('links to the files, and says what the comment means', async () => {
    const uri = uriOf('keys.http');
    await client.open(uri, keys.replace('backup.http', 'backup.http, ./gone.http'));
    const found = await client.diagnosticsOf(uri, 1);
    expect(saidOf(found)).toEqual([[2, "The file './gone.http' cannot be read: there is no such file."]]);
    const links = await client.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
      textDocument: { uri },
    });
    expect(links).toEqual([{ range: onLine(0, 13, 24), target: uriOf('backup.http') }]);
    const hover = await client.connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 5 },
    });
    expect(JSON.stringify(hover.contents)).toContain('which request files use the key');
  });
});
