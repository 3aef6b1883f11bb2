import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { orderRequest, type RequestOrderResult } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

const uri = 'file:///w/deploy.http';
const text = `# What is done each time
# @sequence deploy: create, check
# @sequence other: gone

###
# @name login
POST http://h.example/login

###
# @name create
POST http://h.example/items/{{login.response.body.$.id}}

###
# @name check
GET http://h.example/items
`;

let client: LanguageClient;
beforeAll(async () => {
  client = await startClient({ initializationOptions: { codeLens: true, sends: true } });
  await client.open(uri, text);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

const order = (sequence: string) => client.connection.sendRequest<RequestOrderResult>(orderRequest, { uri, sequence });

describe('a sequence', () => {
  it('has a lens above its line', async () => {
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.flatMap(({ range, command }) => (command ? [[range.start.line, command]] : []))).toEqual([
      [1, { title: 'Send Sequence deploy', command: 'rulebook.sendSequence', arguments: [uri, 'deploy'] }],
      [2, { title: 'Send Sequence other', command: 'rulebook.sendSequence', arguments: [uri, 'other'] }],
    ]);
  });

  it('is sent in its order, with what its requests need', async () => {
    const found = await order('deploy');
    expect('steps' in found && found.steps.map(({ line }) => line)).toEqual([6, 10, 14]);
  });

  it('is not sent where a request or the sequence does not exist', async () => {
    expect(await order('other')).toEqual({
      reason: 'Nothing was sent: there is no request named gone, which the sequence names.',
    });
    expect(await order('none')).toEqual({ reason: 'The file has no sequence named none.' });
  });

  it('follows when a request is renamed', async () => {
    const edit = await client.connection.sendRequest<WorkspaceEdit | null>('textDocument/rename', {
      textDocument: { uri },
      position: { line: 1, character: 22 },
      newName: 'make',
    });
    const edits = [
      ...Object.values(edit?.changes ?? {}),
      ...(edit?.documentChanges ?? []).map((one) => ('edits' in one ? one.edits : [])),
    ].flat();
    expect(edits.map((one) => ('range' in one ? one.range.start.line : -1)).sort((a, b) => a - b)).toEqual([1, 9]);
  });
});
