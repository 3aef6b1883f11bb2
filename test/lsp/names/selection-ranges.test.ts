import { expect, it } from 'vitest';
import type { SelectionRange } from 'vscode-languageserver-protocol';
import { startInMemory } from '../server-in-memory';

it('grows selections from a value to the whole document, for several cursors', async () => {
  const server = await startInMemory(new Map());
  const text = 'GET /a\n\n###\nPUT /b\n\n{ "a": 1 }\n';
  const uri = 'file:///w/a.http';
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 1, text } });
  const positions = [
    { line: 5, character: 7 },
    { line: 0, character: 5 },
    { line: 99, character: 0 },
  ];
  const found = (await server.request('textDocument/selectionRange', {
    textDocument: { uri },
    positions,
  })) as SelectionRange[];
  const chains = found.map((one) => {
    const chain: string[] = [];
    for (let range: SelectionRange | undefined = one; range; range = range.parent) {
      const { start, end } = range.range;
      chain.push([start.line, start.character, end.line, end.character].join());
    }
    return chain;
  });
  expect(chains[0]?.slice(0, 3)).toEqual(['5,7,5,8', '5,2,5,8', '5,0,5,10']);
  expect(chains.map((chain) => chain.at(-1))).toEqual(['0,0,6,0', '0,0,6,0', '0,0,6,0']);
  expect(server.log).toEqual([]);
});
