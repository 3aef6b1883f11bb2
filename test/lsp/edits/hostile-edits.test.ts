import { describe, expect, it } from 'vitest';
import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { maximumCheckedLength } from '../../../server/src/documents/documents';
import { startInMemory } from '../server-in-memory';
import type { ServerInMemory } from '../server-in-memory';

const root = 'file:///project';
const uri = `${root}/a.http`;
const capabilities = {
  textDocument: { diagnostic: {}, codeLens: {}, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
};
const start = (files: ReadonlyMap<string, string> = new Map()): Promise<ServerInMemory> =>
  startInMemory(files, { capabilities, rootUri: root });

function open(server: ServerInMemory, text: string, of = uri, languageId = 'http', version = 1): void {
  server.notify('textDocument/didOpen', { textDocument: { uri: of, languageId, version, text } });
}
const close = (server: ServerInMemory, of = uri): void => {
  server.notify('textDocument/didClose', { textDocument: { uri: of } });
};
type Place = readonly [line: number, character: number];
function change(server: ServerInMemory, version: number, [from, to, text]: readonly [Place, Place, string], of = uri) {
  const at = ([line, character]: Place) => ({ line, character });
  const contentChanges = [{ range: { start: at(from), end: at(to) }, text }];
  server.notify('textDocument/didChange', { textDocument: { uri: of, version }, contentChanges });
}
async function pull(server: ServerInMemory, of = uri): Promise<readonly Diagnostic[]> {
  const params = { textDocument: { uri: of } };
  const report = (await server.request('textDocument/diagnostic', params)) as DocumentDiagnosticReport;
  return report.kind === 'full' ? report.items : [];
}
const ask = (server: ServerInMemory, method: string, of = uri, more: object = {}): Promise<unknown> =>
  server.request(`textDocument/${method}`, { textDocument: { uri: of }, ...more });

/** Everything that is asked of an open document, in the end compared with a fresh open. */
async function seen(server: ServerInMemory, of = uri): Promise<unknown> {
  const methods = ['documentSymbol', 'foldingRange', 'codeLens', 'documentLink'];
  const position = { line: 0, character: 1 };
  return {
    diagnostics: await pull(server, of),
    lists: await Promise.all(methods.map((method) => ask(server, method, of))),
    hover: await ask(server, 'hover', of, { position }),
    completion: await ask(server, 'completion', of, { position, context: { triggerKind: 2, triggerCharacter: '/' } }),
    log: server.log,
  };
}
async function expectFresh(server: ServerInMemory, text: string, files?: ReadonlyMap<string, string>): Promise<void> {
  const fresh = await start(files);
  open(fresh, text);
  expect(JSON.stringify(await seen(server)) === JSON.stringify(await seen(fresh))).toBe(true);
}

describe('what a hostile user types', () => {
  it('is checked in one huge line', async () => {
    const server = await start();
    const items = Array.from({ length: 8000 }, (_, index) => `{ "a${String(index)}": "{{v}}" }`).join(', ');
    let line = `{ "type": "fs", "settings": { "x": [${items}] } }`;
    const head = 'PUT /_snapshot/a\n\n';
    open(server, head + line);
    await pull(server);
    for (const [index, newText] of ['"', ']', '}', '{{', '"""', '\\', '# ', '/*', '"'].entries()) {
      const at = Math.floor((line.length * (index + 1)) / 11);
      change(server, index + 2, [[2, at], [2, at], newText]);
      line = line.slice(0, at) + newText + line.slice(at);
      await pull(server);
    }
    await expectFresh(server, head + line);
  });

  it('is checked at a depth of 100,000 brackets, key by key', async () => {
    const server = await start();
    const head = 'PUT /_security/api_key\n\n';
    let line = '['.repeat(100_000);
    open(server, head + line);
    for (let key = 0; key < 60; key++) {
      const newText = '[]{}":,'[key % 7] ?? '[';
      const at = key % 3 === 0 ? line.length : key % 3 === 1 ? 0 : line.length >> 1;
      change(server, key + 2, [[2, at], [2, at], newText]);
      line = line.slice(0, at) + newText + line.slice(at);
      if (key % 5 === 0) await pull(server);
    }
    await expectFresh(server, head + line);
  });

  it('is checked when a body grows too deep and gets flat again', async () => {
    const server = await start();
    open(server, 'PUT /_security/api_key\n\n{ "name": 5, "metadata":  }\n');
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
    for (let version = 2; version < 8; version += 2) {
      change(server, version, [[2, 25], [2, 25], deep]);
      await pull(server);
      change(server, version + 1, [[2, 25], [2, 25 + deep.length], '']);
      await pull(server);
    }
    await expectFresh(server, 'PUT /_security/api_key\n\n{ "name": 5, "metadata":  }\n');
  });

  it('is split at thousands of lines `###`, and joined again', async () => {
    const server = await start();
    const some = 'PUT /_security/api_key\n\n{ "name": 5 }\n';
    open(server, some);
    const marks = '###\n'.repeat(5000);
    change(server, 2, [[0, 0], [0, 0], marks]);
    await pull(server);
    change(server, 3, [[2500, 0], [2500, 3], '/*']);
    change(server, 4, [[1, 0], [4999, 0], '']);
    await pull(server);
    change(server, 5, [[2, 0], [2, 0], marks]);
    await expectFresh(server, `###\n###\n${marks}${some}`);
  });
});

describe('a document', () => {
  const faulty = 'PUT /_security/api_key\n\n{ "name": 5, "expiration": "1d", "metadata": { "a": 1 } }\n';
  const message = "'name' must be a string.";

  it('is checked as it was when each of several pulls came', async () => {
    const server = await start();
    open(server, faulty);
    const pulled: Promise<readonly Diagnostic[]>[] = [pull(server)];
    for (let version = 2; version < 30; version++) {
      // The value is right in each second version.
      change(server, version, version % 2 === 0 ? [[2, 10], [2, 11], '""'] : [[2, 10], [2, 12], '5']);
      pulled.push(pull(server));
    }
    const hasError = (await Promise.all(pulled)).map((items) => items.some((one) => one.message === message));
    expect(hasError).toEqual(pulled.map((_, index) => index % 2 === 0));
  });

  it('has no stale report when pulls are cancelled', async () => {
    const server = await start();
    open(server, faulty);
    const outcomes: Promise<unknown>[] = [];
    for (let version = 2; version < 20; version++) {
      change(server, version, version % 2 === 0 ? [[2, 10], [2, 11], '""'] : [[2, 10], [2, 12], '5']);
      outcomes.push(pull(server).catch(() => 'cancelled'));
      server.cancel();
    }
    expect(await Promise.all(outcomes)).toHaveLength(18);
    expect((await pull(server)).map((one) => one.message)).toContain(message);
  });

  it('differs when it is opened again, with the same version', async () => {
    const server = await start();
    open(server, faulty);
    const textDocument = { uri };
    const first = (await server.request('textDocument/diagnostic', { textDocument })) as { resultId: string };
    close(server);
    expect(await pull(server)).toEqual([]);
    open(server, 'GET /_security/api_key\n');
    const params = { textDocument, previousResultId: first.resultId };
    expect(await server.request('textDocument/diagnostic', params)).toMatchObject({ kind: 'full', items: [] });
  });

  it('has its own name in lenses and related places after it was renamed', async () => {
    const server = await start();
    const text = 'DELETE /repos/o/r/hooks/1\n\n###\nGET /repos/o/r/hooks/1\n';
    open(server, text);
    await seen(server);
    close(server);
    const renamed = `${root}/b/a.http`;
    open(server, text, renamed);
    open(server, text);
    for (const each of [renamed, uri]) {
      const lenses = JSON.stringify(await ask(server, 'codeLens', each));
      const [finding] = (await pull(server, each)).filter(({ relatedInformation }) => relatedInformation);
      expect(finding?.relatedInformation?.[0]?.location.uri).toBe(each);
      expect([lenses.split(`"${each}"`).length, lenses.split('file:').length]).toEqual([3, 3]);
    }
  });

  it('is not checked while it is too long', async () => {
    const server = await start();
    open(server, faulty);
    const filling = `${'#'.repeat(99)}\n`.repeat(maximumCheckedLength / 100);
    change(server, 2, [[3, 0], [3, 0], filling]);
    expect((await pull(server)).map((one) => one.message)).toEqual([expect.stringContaining('is not checked')]);
    change(server, 3, [[2, 10], [2, 11], '55']);
    change(server, 4, [[3, 0], [maximumCheckedLength / 100 + 3, 0], '']);
    await expectFresh(server, faulty.replace('5', '55'));
  });

  it('is too long from the beginning until the whole text comes', async () => {
    const server = await start();
    open(server, faulty + ' '.repeat(maximumCheckedLength));
    change(server, 2, [[3, 0], [3, maximumCheckedLength], '']);
    expect((await pull(server)).map((one) => one.message)).toEqual([expect.stringContaining('open it again')]);
    const textDocument = { uri, version: 3 };
    server.notify('textDocument/didChange', { textDocument, contentChanges: [{ text: faulty }] });
    await expectFresh(server, faulty);
  });
});

describe('files next to an open document', () => {
  const including = 'PUT /_security/api_key\n\n< ./key.json\n';

  it('are read again when they change, appear, and are removed', async () => {
    const files = new Map<string, string>();
    const server = await start(files);
    open(server, including);
    const key = `${root}/key.json`;
    const texts = ['{ "name": 5 }', '{ "name": "n" }', undefined, '{ "name": ', undefined];
    for (const [index, text] of texts.entries()) {
      if (text === undefined) files.delete(key);
      else files.set(key, text);
      server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: key, type: 2 }] });
      // An edit comes in between.
      change(server, index + 2, [[0, 0], [0, 0], '# c\n']);
      await server.settled();
      await expectFresh(server, '# c\n'.repeat(index + 1) + including, files);
    }
  });

  it('say what a JSON file is, while both are open', async () => {
    const configuration = `${root}/rulebook.json`;
    const files = new Map([[configuration, '{}']]);
    const server = await start(files);
    const body = `${root}/x/role.json`;
    open(server, '{ "name": 5 }', body, 'json');
    await server.settled();
    expect(await pull(server, body)).toEqual([]);
    const set = async (text: string) => {
      files.set(configuration, text);
      server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: configuration, type: 2 }] });
      await server.settled();
      return (await pull(server, body)).map(({ code }) => code);
    };
    const bodies = (request: string) => JSON.stringify({ bodies: [{ files: 'x/*.json', request }] });
    expect(await set(bodies('PUT /_security/api_key'))).toContain('wrong-type');
    expect(await set(bodies('PUT /_snapshot/a'))).toContain('unknown-field');
    change(server, 2, [[0, 0], [0, 0], '// @request PUT /_security/api_key\n'], body);
    expect(await pull(server, body)).toMatchObject([{}, {}, {}]);
    expect(await set('{}')).toContain('wrong-type');
    change(server, 3, [[0, 0], [1, 0], ''], body);
    expect(await pull(server, body)).toEqual([]);
    expect(await set('{ broken')).toEqual([]);
  });
});
