import { afterEach, expect, it } from 'vitest';
import type { CodeLens } from 'vscode-languageserver-protocol';
import { startClient, type LanguageClient } from '../language-client';

let client: LanguageClient;
afterEach(() => client.stop());

const uri = 'file:///a.http';
const text = [
  '@base = http://localhost',
  '@token = {{login.response.body.$.token}}',
  '',
  '### login',
  '# @name login',
  'POST {{base}}/login',
  '',
  '### by a definition',
  'GET {{base}}/me',
  'Authorization: Bearer {{token}}',
  '',
  '### by itself, of two',
  '# @ref login',
  'GET {{base}}/me?id={{other.response.body.$.id}}&as={{login.response.body.$.name}}',
  '',
  '### named already',
  '# @ref login',
  'GET {{base}}/me',
  'Authorization: Bearer {{token}}',
  '',
  '### a variable with members',
  'GET {{base}}/me?{{user.name}}',
  '',
].join('\n');

async function lenses(options: object) {
  client = await startClient({ initializationOptions: options });
  await client.open(uri, text);
  const ask = async () => {
    const found: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
    return found.flatMap(({ range, command }) =>
      command?.command === 'rulebook.sendWithDependencies'
        ? [[range.start.line, command.title, command.arguments?.slice(1)]]
        : [],
    );
  };
  return { ask, found: await ask() };
}

it('a request whose values come from the responses of others offers to send them first', async () => {
  const { ask, found } = await lenses({ sends: true, sendsNeeded: true });
  expect(found).toEqual([
    [8, 'Send login, Then This', [8, 'login']],
    [13, 'Send other, Then This', [13, 'other']],
  ]);
  // Without the definition, the token comes from elsewhere.
  await client.change(uri, 2, [{ text: text.replace('@token = {{login.response.body.$.token}}', '@token = abc') }]);
  expect((await ask()).map(([line]) => line)).toEqual([13]);
});

it('is offered only where the client sends it', async () => {
  expect((await lenses({ sends: true })).found).toEqual([]);
});
