import { describe, expect, it } from 'vitest';
import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-protocol';
import { randomNumbers } from '../edits/random';
import { startInMemory, type ServerInMemory } from '../server-in-memory';

const uri = 'file:///w/a.http';

async function opened(text: string): Promise<ServerInMemory> {
  const server = await startInMemory(new Map());
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 1, text } });
  return server;
}

const whole = (server: ServerInMemory) =>
  server.request('textDocument/semanticTokens/full', { textDocument: { uri } }) as Promise<SemanticTokens>;
const since = (server: ServerInMemory, previousResultId: string) =>
  server.request('textDocument/semanticTokens/full/delta', { textDocument: { uri }, previousResultId }) as Promise<
    SemanticTokens | SemanticTokensDelta
  >;

/** Returns the words that the tokens cover. */
function wordsOf(text: string, data: readonly number[]): string[] {
  const lines = text.split('\n');
  let [line, column] = [0, 0];
  const found: string[] = [];
  for (let at = 0; at < data.length; at += 5) {
    const [deltaLine = 0, deltaColumn = 0, length = 0] = data.slice(at, at + 3);
    line += deltaLine;
    column = deltaLine === 0 ? column + deltaColumn : deltaColumn;
    found.push((lines[line] ?? '').slice(column, column + length));
  }
  return found;
}

function applied(data: readonly number[], { edits }: SemanticTokensDelta): number[] {
  const result = [...data];
  for (const { start, deleteCount, data: added = [] } of [...edits].sort((a, b) => b.start - a.start))
    result.splice(start, deleteCount, ...added);
  return result;
}

const text = '@a = 1\n\n### one\nGET /{{a}}\nAccept: x\n\n### two\n\n\nPUT /{{a}}\n\n{ "b": {{a}} }\n';

describe('semantic tokens', () => {
  it('are those of the whole document, with places of the document', async () => {
    const server = await opened(text);
    const { data } = await whole(server);
    expect(wordsOf(text, data)).toEqual(['a', 'GET', 'a', 'Accept', 'PUT', 'a', 'a']);
    expect(server.log).toEqual([]);
  });

  it('are those of a range', async () => {
    const server = await opened(text);
    const range = { start: { line: 7, character: 0 }, end: { line: 8, character: 0 } };
    const found = (await server.request('textDocument/semanticTokens/range', {
      textDocument: { uri },
      range,
    })) as SemanticTokens;
    expect(wordsOf(text, found.data)).toEqual(['PUT', 'a', 'a']);
  });

  it('are the same by deltas, after random edits', async () => {
    const random = randomNumbers(7);
    const pieces = ['{{v}}', '\n', '###\n', 'GET /x\n', 'A: b\n', '@n = 1\n', ' ', '# @name q\n', '\n\n', ''];
    let now = Array.from({ length: 150 }, (_, index) => `### ${String(index)}\nGET /x/{{v${String(index)}}}\n\n`).join(
      '',
    );
    const server = await opened(now);
    let { data, resultId = '' } = await whole(server);
    for (let version = 2; version < 60; version++) {
      const start = random(now.length);
      const end = Math.min(now.length, start + random(version % 9 === 0 ? 400 : 6));
      const added = Array.from({ length: random(3) }, () => pieces[random(pieces.length)]).join('');
      const at = (offset: number) => {
        const before = now.slice(0, offset);
        return { line: before.split('\n').length - 1, character: offset - before.lastIndexOf('\n') - 1 };
      };
      const change = { range: { start: at(start), end: at(end) }, text: added };
      server.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [change] });
      now = now.slice(0, start) + added + now.slice(end);
      const delta = await since(server, resultId);
      if (!('edits' in delta)) throw new Error('There is no delta.');
      data = applied(data, delta);
      resultId = delta.resultId ?? '';
      const fresh = await opened(now);
      expect(data).toEqual((await whole(fresh)).data);
    }
  });

  it('of an edit are a few, however long the document is', async () => {
    const long = Array.from({ length: 2000 }, (_, index) => `### ${String(index)}\nGET /x/{{v}}\n\n`).join('');
    const server = await opened(long);
    const { resultId = '' } = await whole(server);
    const place = { line: 3001, character: 0 };
    const change = { range: { start: place, end: place }, text: 'PUT /y\n\n###\n' };
    server.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [change] });
    const delta = (await since(server, resultId)) as SemanticTokensDelta;
    expect(delta.edits.flatMap(({ data = [] }) => data).length).toBeLessThan(20);
    const unknown = (await since(server, 'x')) as SemanticTokens;
    expect(unknown.data.length).toBeGreaterThan(10_000);
  });

  it('are announced', async () => {
    const server = await opened('');
    expect(await whole(server)).toMatchObject({ data: [] });
    expect(await server.request('textDocument/semanticTokens/full', { textDocument: { uri: 'file:///x' } })).toBeNull();
  });
});
