import { describe, expect, it } from 'vitest';
import type { CompletionItem, Diagnostic } from 'vscode-languageserver-protocol';
import { startNames, uriOf } from './name-client';

const shared = '@host = http://localhost\n\n### sign_in\n# @name login\n# @prompt pin\nPOST {{host}}/{{pin}}\n';
const text = [
  '# @import ./shared.http',
  'GET {{host}}/{{pin}}/{{login.response.body.id}}/{{nowhere}}',
  'X-Other: {{none.response.body.id}}',
  '',
].join('\n');

const missing = [
  "'nowhere' is defined neither in this file, nor in a file that it imports, nor in an environment.",
  "No request of this file and of those that it imports is named 'none'.",
];

async function start(files: Readonly<Record<string, string>>, opened = text) {
  // Environments are known, and there are none.
  const client = await startNames({ '.env': '', ...files }, { capabilities: {} });
  client.open('a.http', opened);
  await client.server.settled();
  await client.server.settled();
  const found = () =>
    ((client.server.published.get(uriOf('a.http')) ?? []) as Diagnostic[]).flatMap(({ code, message }) =>
      code === 'undefined-variable' ? [message] : [],
    );
  const change = async (name: string, content: string | undefined) => {
    if (content === undefined) client.files.delete(uriOf(name));
    else client.files.set(uriOf(name), content);
    client.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type: 2 }] });
    await client.server.settled();
    await client.server.settled();
  };
  return { client, found, change };
}

describe('names of imported files', () => {
  it('are known, so that all others are reported', async () => {
    const { found, client } = await start({ 'shared.http': shared });
    expect(found()).toEqual(missing);
    expect(client.server.log).toEqual([]);
  });

  it('are completed with their file', async () => {
    const { client } = await start({ 'shared.http': 'import ./b.http\n', 'b.http': shared });
    const items = await client.ask<CompletionItem[]>(
      'completion',
      'a.http',
      '# @import ./shared.http\nGET http://localhost/{{<|>}}\n',
    );
    expect(
      items.filter(({ detail }) => detail?.includes('b.http')).map(({ label, detail }) => [label, detail]),
    ).toEqual([
      ['host', 'defined in b.http'],
      ['pin', 'defined in b.http'],
      // A title names a request, too.
      ['sign_in.response.', 'a value from the response of a request in b.http'],
      ['login.response.', 'a value from the response of a request in b.http'],
    ]);
  });

  it('are completed at once in a file that was opened just now', async () => {
    const client = await startNames({ '.env': '', 'shared.http': shared }, { capabilities: {} });
    const items = await client.ask<CompletionItem[]>(
      'completion',
      'a.http',
      '# @import ./shared.http\nGET http://localhost/{{<|>}}\n',
    );
    expect(items.map(({ label }) => label)).toContain('host');
  });

  it('are known through several files that import each other', async () => {
    const { found } = await start({ 'shared.http': 'import ./b.http\n', 'b.http': `import ./shared.http\n${shared}` });
    expect(found()).toEqual(missing);
  });

  it('are compared with each other, and circles of imports are named', async () => {
    const { client, change } = await start(
      { 'shared.http': `import ./a.http\n${shared}` },
      '# @import ./shared.http\n# @name login\nGET http://localhost\n\n###\n# @ref logon\nGET http://localhost\n',
    );
    const messages = () =>
      ((client.server.published.get(uriOf('a.http')) ?? []) as Diagnostic[]).flatMap(({ code, message }) =>
        ['circular-import', 'duplicate-name', 'undefined-request'].includes(String(code)) ? [message] : [],
      );
    const duplicate =
      "A request of 'shared.http', which this file imports, is named 'login' too; the one of this file is taken.";
    const unknown = "No request of this file and of those that it imports is named 'logon'; did you mean 'login'?";
    expect(messages()).toEqual([
      "The files import each other in a circle: 'a.http' → 'shared.http' → 'a.http'.",
      duplicate,
      unknown,
    ]);
    await change('shared.http', shared);
    expect(messages()).toEqual([duplicate, unknown]);
    await change('shared.http', shared.replace('@name login', '@name logon'));
    expect(messages()).toEqual([]);
    await change('shared.http', undefined);
    expect(messages()).toEqual([]);
  });

  it.each([
    ['a file is missing', {}],
    ['a further file is missing', { 'shared.http': `import ./gone.http\n${shared}` }],
    ['a script may define others', { 'shared.http': `${shared}\n> {% client.global.set(name, 1) %}\n` }],
  ])('may be others while %s, so nothing is reported', async (_, files: Readonly<Record<string, string>>) => {
    const { found } = await start(files);
    expect(found()).toEqual([]);
  });

  it('follow the file on the disk, and in the editor when it is saved', async () => {
    const { found, change, client } = await start({ 'shared.http': shared });
    await change('shared.http', `@nowhere = 1\n${shared}`);
    expect(found()).toEqual(missing.slice(1));
    await change('shared.http', undefined);
    expect(found()).toEqual([]);
    await change('shared.http', shared);
    expect(found()).toEqual(missing);
    client.open('shared.http', `@nowhere = 1\n${shared}### none\nGET /\n`);
    client.server.notify('textDocument/didSave', { textDocument: { uri: uriOf('shared.http') } });
    await client.server.settled();
    expect(found()).toEqual([]);
    client.server.notify('textDocument/didClose', { textDocument: { uri: uriOf('shared.http') } });
    await client.server.settled();
    await client.server.settled();
    expect(found()).toEqual(missing);
  });
});
