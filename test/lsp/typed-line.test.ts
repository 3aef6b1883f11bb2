import { afterEach, describe, expect, it } from 'vitest';
import type { CodeLens, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { endpointRequest, leaveNotification } from '../../server/src/protocol';
import { onLine, startClient, type LanguageClient } from './language-client';

const uri = 'file:///project/a.http';

let running: LanguageClient | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Starts a client that pulls what it shows; it says when the cursor leaves a line unless it is a plain one. */
async function start(isPlain = false) {
  const client = await startClient({
    capabilities: {
      textDocument: { diagnostic: {}, codeLens: {} },
      workspace: { diagnostics: { refreshSupport: true }, codeLens: { refreshSupport: true } },
    },
    initializationOptions: { sends: true, rightsCommand: 'rights', ...(!isPlain && { reportsCursor: true }) },
  });
  running = client;
  const refreshed: string[] = [];
  for (const what of ['workspace/diagnostic/refresh', 'workspace/codeLens/refresh'])
    client.connection.onRequest(what, () => {
      refreshed.push(what);
      return null;
    });
  let version = 1;
  const shown = async () => {
    const params = { textDocument: { uri } };
    const report: DocumentDiagnosticReport = await client.connection.sendRequest('textDocument/diagnostic', params);
    const items: readonly Diagnostic[] = report.kind === 'full' ? report.items : [];
    const lenses: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', params);
    return { findings: items.map(({ code }) => code), lenses: lenses.map(({ range }) => range.start.line) };
  };
  /** Types at the end of a line, and returns what is shown then. */
  const type = async (line: number, character: number, text: string) => {
    await client.change(uri, ++version, [{ range: onLine(line, character, character), text }]);
    return shown();
  };
  return { client, refreshed, shown, type };
}

describe('a request line that is being typed', () => {
  it('has no finding and no lens before it is finished', async () => {
    const { client, type } = await start();
    await client.open(uri, '');
    for (const [at, key] of [...'GET /_se'].entries())
      expect(await type(0, at, key)).toEqual({ findings: [], lenses: [] });
    const { lenses } = await type(0, 8, 'arch');
    expect(lenses).toContain(0);
  });

  it('has what it has when the cursor leaves it', async () => {
    const { client, refreshed, shown, type } = await start();
    await client.open(uri, '');
    expect(await type(0, 0, 'GET /_serch')).toEqual({ findings: [], lenses: [] });
    await client.connection.sendNotification(leaveNotification, { uri });
    const left = await shown();
    expect(left.findings).toContain('unknown-path');
    expect(left.lenses).toContain(0);
    expect(refreshed.toSorted()).toEqual(['workspace/codeLens/refresh', 'workspace/diagnostic/refresh']);
    await client.connection.sendNotification(leaveNotification, { uri });
    await shown();
    expect(refreshed).toHaveLength(2);
  });

  it('has it behind Enter, and not when the editor saves', async () => {
    const { client, shown, type } = await start();
    await client.open(uri, '');
    await type(0, 0, 'GET /_serch');
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    expect((await shown()).findings).toEqual([]);
    expect((await type(0, 11, '\n')).findings).toContain('unknown-path');
  });

  it('changes nothing for other requests, and for a URL the lens is there', async () => {
    const { client, type } = await start();
    await client.open(uri, 'GET /_serch\n\n###\nGET http://localhost:1/a\n');
    const { findings, lenses } = await type(3, 24, 'b');
    expect(findings).toEqual(['unknown-path']);
    expect(lenses).toContain(3);
  });

  it('may be behind others, and below blank lines', async () => {
    const { client, shown, type } = await start();
    await client.open(uri, 'GET http://localhost:1/a\n\n###\n\n');
    expect(await type(4, 0, 'P')).toEqual({ findings: [], lenses: [0] });
    await client.connection.sendNotification('rulebook/look', { uri, line: 2 });
    expect(await shown()).toEqual({ findings: [], lenses: [0] });
  });

  it('goes to no endpoint yet', async () => {
    const { client, type } = await start();
    await client.open(uri, '');
    await type(0, 0, 'P');
    expect(await client.connection.sendRequest(endpointRequest, { uri, line: 0 })).toEqual({});
  });

  it('is like any other for a client that does not say where the cursor is', async () => {
    const { client, type } = await start(true);
    await client.open(uri, '');
    const { findings, lenses } = await type(0, 0, 'GET /_serch');
    expect(findings).toContain('unknown-path');
    expect(lenses).toContain(0);
  });
});

describe('rights', () => {
  it('are offered for a service that has some, and not for a path that no service knows', async () => {
    const { client, shown } = await start();
    await client.open(uri, 'GET /api/books\n');
    expect((await shown()).lenses).toEqual([0]);
    await client.change(uri, 2, [{ text: 'GET /_search\n' }]);
    expect((await shown()).lenses).toEqual([0, 0]);
    expect(await client.connection.sendRequest(endpointRequest, { uri, line: 0 })).toMatchObject({ hasRights: true });
  });
});
