import { describe, expect, it } from 'vitest';
import type { FormattingOptions, TextEdit } from 'vscode-languageserver-protocol';
import { startInMemory, type ClientParts } from '../server-in-memory';

const uri = 'file:///w/a.http';
const options: FormattingOptions = { tabSize: 2, insertSpaces: true };

async function opened(text: string, parts: ClientParts = {}, [path, languageId] = [uri, 'http']) {
  const server = await startInMemory(new Map(), parts);
  server.notify('textDocument/didOpen', { textDocument: { uri: path, languageId, version: 1, text } });
  const ask = (method: string, more: object = {}) =>
    server.request(`textDocument/${method}`, { textDocument: { uri: path }, options, ...more }) as Promise<TextEdit[]>;
  return { server, ask };
}

function applied(text: string, edits: readonly TextEdit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = ({ line, character }: { line: number; character: number }) => (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((a, b) => at(b.range.start) - at(a.range.start))
    .reduce((now, { range, newText }) => now.slice(0, at(range.start)) + newText + now.slice(at(range.end)), text);
}

describe('formatting', () => {
  it('lays out a document', async () => {
    const text = 'GET   /a\n###\nPUT /b\n\n{"a":\n1}\n';
    const { ask } = await opened(text);
    expect(applied(text, await ask('formatting'))).toBe('GET /a\n\n###\nPUT /b\n\n{\n  "a": 1\n}\n');
  });

  it('counts columns as the client does', async () => {
    const text = 'GET /a\nX: "é😀",  \nY:z\n';
    const { ask } = await opened(text, { capabilities: { general: { positionEncodings: ['utf-8'] } } });
    const [edit] = await ask('formatting');
    expect(edit!.range).toEqual({ start: { line: 1, character: 12 }, end: { line: 1, character: 14 } });
  });

  it('lays out a part of a document', async () => {
    const text = 'GET   /a\nX:y\nZ:y\n';
    const { ask } = await opened(text);
    const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
    expect(applied(text, await ask('rangeFormatting', { range }))).toBe('GET   /a\nX: y\nZ:y\n');
  });

  it('indents a line that is typed in a JSON body, also an unfinished one', async () => {
    const text = 'PUT /a\n\n{\n  "a": [\n\n';
    const { ask } = await opened(text);
    const typed = (line: number, character: number, ch: string) =>
      ask('onTypeFormatting', { position: { line, character }, ch });
    expect(await typed(4, 0, '\n')).toEqual([
      { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, newText: '    ' },
    ]);
    const { ask: other } = await opened('PUT /a\n\n{\n  "a": [\n      ]\n');
    expect(await other('onTypeFormatting', { position: { line: 4, character: 7 }, ch: ']' })).toEqual([
      { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 6 } }, newText: '  ' },
    ]);
    for (const [body, line] of [
      ['POST /a\nContent-Type: text/plain\n\na {\n\n', 4],
      ['PUT /a\n\n{ "a": """\n\n', 3],
      ['GET /a\n\n\n', 1],
      ['# rulebook-format-ignore\nPUT /a\n\n{\n\n', 4],
    ] as const) {
      const { ask } = await opened(body);
      expect(await ask('onTypeFormatting', { position: { line, character: 0 }, ch: '\n' })).toEqual([]);
    }
  });

  it('is announced to clients that cannot register it, and lays out JSON bodies for them', async () => {
    const text = '// @request PUT /_security/api_key\n{"name":"a"}';
    const { server, ask } = await opened(text, {}, ['file:///w/a.json', 'json']);
    expect(applied(text, await ask('formatting'))).toBe('// @request PUT /_security/api_key\n{ "name": "a" }\n');
    expect(server.log).toEqual([]);
  });

  it('is registered with clients that can, next to what others register, since JSON has its own formatters there', async () => {
    const dynamic = { dynamicRegistration: true };
    const server = await startInMemory(new Map(), {
      rootUri: 'file:///w',
      capabilities: {
        textDocument: { formatting: dynamic, rangeFormatting: dynamic, onTypeFormatting: dynamic },
        workspace: { didChangeWatchedFiles: dynamic },
      },
    });
    await server.settled();
    expect([...server.registered].sort()).toEqual([
      'textDocument/formatting',
      'textDocument/onTypeFormatting',
      'textDocument/rangeFormatting',
      'workspace/didChangeWatchedFiles',
    ]);
  });

  it('leaves out what is not known, not open, or Markdown', async () => {
    const { server, ask } = await opened('{"a":1}', {}, ['file:///w/b.json', 'json']);
    expect(await ask('formatting')).toEqual([]);
    expect(await server.request('textDocument/formatting', { textDocument: { uri: 'file:///x' }, options })).toEqual(
      [],
    );
    const markdown = await opened('```http\nGET   /a\n```\n', {}, ['file:///w/c.md', 'markdown']);
    expect(await markdown.ask('formatting')).toEqual([]);
  });

  it('survives options and positions that make no sense', async () => {
    const { ask } = await opened('PUT /a\n\n{"a":\n1}\n');
    for (const bad of [{}, { tabSize: -1 }, { tabSize: 1e9, insertSpaces: true }, { tabSize: 'x' }])
      expect((await ask('formatting', { options: bad })).length).toBeGreaterThan(0);
    const range = { start: { line: 99, character: 9 }, end: { line: 0, character: 0 } };
    expect(await ask('rangeFormatting', { range })).toEqual([]);
    expect(await ask('onTypeFormatting', { position: { line: 99, character: -1 }, ch: '\n' })).toEqual([]);
  });
});
