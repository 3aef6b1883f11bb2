import { describe, expect, it } from 'vitest';
import type { DocumentLink, Location, WorkspaceEdit, WorkspaceSymbol } from 'vscode-languageserver-protocol';
import { edited, places, root, shown, startNames, uriOf, type NameClient } from './name-client';

const shared = '@host = http://localhost:9200\n\n### login\nPOST {{host}}/login\n';
const user = 'GET {{host}}/me\nAuthorization: Bearer {{login.response.body.$.token}}\n';
const files = {
  'shared.http': shared,
  'a.http': `# @import ./shared.http\n${user}`,
  'in/b.http': `import ../shared.http\n###\n${user}`,
  'in/own.http': `@host = http://h\n###\n# @import ../shared.http\n${user}`,
  'other.http': user,
};

const everywhere = { context: { includeDeclaration: true } };

async function watched({ server }: NameClient, name: string): Promise<void> {
  server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(name), type: 2 }] });
  await server.settled();
}

describe('names across files', () => {
  it('lead to the definition in an imported file', async () => {
    const client = await startNames(files);
    const ask = async (marked: string, name = 'a.http') =>
      places(client, await client.ask<Location[] | null>('definition', name, marked));
    expect(await ask(files['a.http'].replace('host', 'ho<|>st'))).toEqual(['shared.http 0:1-5 host']);
    expect(await ask(files['a.http'].replace('login.', 'log<|>in.'))).toEqual(['shared.http 2:4-9 login']);
    expect(await ask(files['in/own.http'].replace('{{host', '{{ho<|>st'), 'in/own.http')).toEqual([
      'in/own.http 0:1-5 host',
    ]);
    expect(await ask(user.replace('host', 'ho<|>st'), 'other.http')).toBeNull();
  });

  it('are found from the file that defines them, also in files that are not open', async () => {
    const client = await startNames(files);
    const host = await client.ask<Location[]>(
      'references',
      'shared.http',
      shared.replace('@host', '@ho<|>st'),
      everywhere,
    );
    expect(places(client, host)).toEqual([
      'shared.http 0:1-5 host',
      'shared.http 3:7-11 host',
      'a.http 1:6-10 host',
      'in/b.http 2:6-10 host',
    ]);
    const login = await client.ask<Location[]>(
      'references',
      'shared.http',
      shared.replace('### login', '### log<|>in'),
      everywhere,
    );
    expect(places(client, login)).toEqual([
      'shared.http 2:4-9 login',
      'a.http 2:24-29 login',
      'in/b.http 3:24-29 login',
      'in/own.http 4:24-29 login',
    ]);
  });

  it('are renamed in all files that share them', async () => {
    const client = await startNames(files);
    const edit = await client.ask<WorkspaceEdit>('rename', 'in/b.http', files['in/b.http'].replace('host', 'ho<|>st'), {
      newName: 'server',
    });
    expect(edited(client, edit)).toEqual({
      'in/b.http': files['in/b.http'].replace('host', 'server'),
      'shared.http': shared.replaceAll('host', 'server').replace('localserver', 'localhost'),
      'a.http': files['a.http'].replace('host', 'server'),
    });
    const versions = edit.documentChanges?.map((one) => 'textDocument' in one && one.textDocument.version);
    expect(versions).toEqual([1, null, null]);
  });

  it('are those of a file that is run with values, and not of one that is only run', async () => {
    const client = await startNames({
      'b.http': '@host = a\n###\nGET {{host}}/\n',
      'with.http': 'run ./b.http (@host=b)\n',
      'without.http': 'run ./b.http\n###\nGET {{host}}/\n',
    });
    const found = await client.ask<Location[]>(
      'references',
      'b.http',
      '@ho<|>st = a\n###\nGET {{host}}/\n',
      everywhere,
    );
    expect(places(client, found)).toEqual(['b.http 0:1-5 host', 'b.http 2:6-10 host', 'with.http 0:15-19 host']);
  });

  it('are not renamed to what another of the files uses', async () => {
    const client = await startNames({ ...files, 'in/b.http': `${files['in/b.http']}X: {{server}}\n` });
    const marked = shared.replace('@host', '@ho<|>st');
    await expect(client.ask('rename', 'shared.http', marked, { newName: 'server' })).rejects.toThrow(
      'Another variable',
    );
  });

  it('are those of the editor where a file is open, and of the disk when it changes', async () => {
    const client = await startNames(files);
    const ask = async () => {
      const marked = shared.replace('@host', '@ho<|>st');
      const found = await client.ask<Location[]>('references', 'shared.http', marked, everywhere);
      return found.map(({ uri, range }) => `${uri.slice(root.length + 1)}:${range.start.line}`);
    };
    expect(await ask()).toContain('a.http:1');
    client.open('a.http', '# @import ./shared.http\n\nGET {{host}}/me\n');
    expect(await ask()).toContain('a.http:2');
    client.files.delete(uriOf('in/b.http'));
    await watched(client, 'in/b.http');
    expect(await ask()).not.toContain('in/b.http:2');
    client.files.set(uriOf('in/new.http'), 'import ../shared.http\nGET {{host}}/\n');
    await watched(client, 'in/new.http');
    expect(await ask()).toContain('in/new.http:1');
    client.server.notify('textDocument/didClose', { textDocument: { uri: uriOf('a.http') } });
    await client.server.settled();
    expect(await ask()).toContain('a.http:1');
  });

  it('survive circles, files that are not there, and very many files', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `many/${index}.http`,
        `import ./${(index + 1) % 500}.http\nGET /{{x}}\n`,
      ]),
    );
    const client = await startNames({ ...many, 'many/250.http': '@x = 1\nimport ./gone.http\nimport ./250.http\n' });
    const found = await client.ask<Location[]>(
      'references',
      'many/0.http',
      `import ./1.http\nGET /{{<|>x}}\n`,
      everywhere,
    );
    expect(found).toHaveLength(500);
    expect(client.server.log).toEqual([]);
  });
});

describe('links', () => {
  it('lead to imports, scripts and responses that are there, and to bodies', async () => {
    const client = await startNames({
      ...files,
      'in/after.js': '',
      'in/out.json': '{}',
      'in/old.json': '{}',
      'in/b.json': '{}',
    });
    const text = [
      'import ../shared.http',
      '# @import ./gone.http',
      'run ./own.http',
      'PUT /a',
      '',
      '< ./b.json',
      '',
      '> ./after.js',
      '',
      '>> ./out.json',
      '>>! ./later.json',
      '<> ./old.json',
    ].join('\n');
    const links = await client.ask<DocumentLink[]>('documentLink', 'in/a.http', `${text}<|>`);
    const shownLinks = links.map(({ range, target }) => `${shown(text, range)} → ${target?.slice(root.length + 1)}`);
    expect(shownLinks).toEqual([
      '5:2-10 ./b.json → in/b.json',
      '0:7-21 ../shared.http → shared.http',
      '2:4-14 ./own.http → in/own.http',
      '7:2-12 ./after.js → in/after.js',
      '9:3-13 ./out.json → in/out.json',
      '11:3-13 ./old.json → in/old.json',
    ]);
  });
});

describe('renaming files', () => {
  const workspace = { fileOperations: { willRename: true }, workspaceEdit: { documentChanges: true } };
  const start = (content: Readonly<Record<string, string>>) => startNames(content, { capabilities: { workspace } });
  const rename = async (client: NameClient, from: string, to: string) => {
    const renamed = { files: [{ oldUri: uriOf(from), newUri: uriOf(to) }] };
    const edit = await client.request<WorkspaceEdit | null>('workspace/willRenameFiles', renamed);
    return edit && edited(client, edit);
  };
  const content = {
    'b.json': '{}',
    'in/c.json': '{}',
    'shared.http': 'GET /\n',
    'a.http': '# @import ./shared.http\nPUT /a\n\n< b.json\n\n###\nPUT /b\n\n<@ ./in/c.json\n',
    'in/d.http': 'import ../shared.http\nPUT /d\n\n< b.json\n\n###\nPUT /e\n\n< c.json\n\n>> ./missing.json\n',
    'other.http': 'PUT /a\n\n< ./gone.json\n',
  };

  it('changes the paths that lead to a file, next to the request file and from the folder of the workspace', async () => {
    const client = await start(content);
    expect(await rename(client, 'b.json', 'bodies/new name.json')).toEqual({
      'a.http': content['a.http'].replace('< b.json', '< bodies/new name.json'),
      'in/d.http': content['in/d.http'].replace('< b.json', '< bodies/new name.json'),
    });
    expect(await rename(client, 'shared.http', 'in/shared.http')).toEqual({
      'a.http': content['a.http'].replace('./shared.http', './in/shared.http'),
      'in/d.http': content['in/d.http'].replace('../shared.http', './shared.http'),
    });
    expect(await rename(client, 'rulebook.json', 'other.json')).toBeNull();
  });

  it('changes the paths in a request file that moves, and those into a folder that moves', async () => {
    const client = await start(content);
    expect(await rename(client, 'a.http', 'deep/er/a.http')).toEqual({
      'a.http': content['a.http']
        .replace('./shared.http', '../../shared.http')
        .replace('< b.json', '< ../../b.json')
        .replace('./in/c.json', '../../in/c.json'),
    });
    expect(await rename(client, 'in', 'out')).toEqual({ 'a.http': content['a.http'].replace('./in/c', './out/c') });
  });

  it('is not announced to clients that do not ask', async () => {
    const client = await startNames(content);
    await expect(rename(client, 'b.json', 'c.json')).resolves.toBeDefined();
  });
});

describe('symbols of the workspace', () => {
  const ask = async (client: NameClient, query: string) =>
    (await client.request<WorkspaceSymbol[]>('workspace/symbol', { query })).map(({ name, containerName, location }) =>
      [name, containerName, location.uri.slice(root.length + 1), 'range' in location && location.range.start.line].join(
        ' · ',
      ),
    );

  it('are requests by their names and lines, and variables', async () => {
    const client = await startNames(files);
    expect(await ask(client, 'login')).toEqual(['login · POST /login · shared.http · 3']);
    expect(await ask(client, 'host')).toEqual(['@host ·  · shared.http · 0', '@host ·  · in/own.http · 0']);
    expect((await ask(client, 'get me')).sort()).toEqual([
      'GET /me ·  · a.http · 1',
      'GET /me ·  · in/b.http · 2',
      'GET /me ·  · in/own.http · 3',
      'GET /me ·  · other.http · 0',
    ]);
    expect(await ask(client, 'nothing like it')).toEqual([]);
  });

  it('are those of the editor where a file is open', async () => {
    const client = await startNames(files);
    await ask(client, '');
    client.open('a.http', '### typed\nGET /typed\n');
    expect(await ask(client, 'typed')).toEqual(['typed · GET /typed · a.http · 1']);
    client.server.notify('textDocument/didClose', { textDocument: { uri: uriOf('a.http') } });
    await client.server.settled();
    expect(await ask(client, 'typed')).toEqual([]);
    expect(await ask(client, '')).toHaveLength(7);
  });

  it('are bounded, and hold no value', async () => {
    const text = Array.from({ length: 400 }, (_, index) => `@v${index} = secret-${index}\n`).join('');
    const client = await startNames({ 'a.http': text, 'b.http': 'GET /a?api_key=abcdefghijk1234567\n' });
    expect(await ask(client, '')).toHaveLength(300);
    const all = await client.request<WorkspaceSymbol[]>('workspace/symbol', { query: '' });
    expect(JSON.stringify(all)).not.toMatch(/secret|abcdefghijk/);
  });
});
