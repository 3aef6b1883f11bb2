import { describe, expect, it } from 'vitest';
import type { CodeAction, Diagnostic, InlayHint, TextEdit } from 'vscode-languageserver-protocol';
import { applyEdits } from '../../../packages/text/src/edit';
import { startInMemory, type ClientParts } from '../server-in-memory';

const folder = 'file:///w';
const table = '{ "$shared": { "shared": 1 }, "dev": { "owner": "octocat" }, "prod": { "owner": "github" } }';
const text = 'GET http://localhost/{{owner}}/{{shared}}/{{plain}}/{{nowhere}}\n';

async function start(files: Readonly<Record<string, string>>, parts: ClientParts = {}) {
  const all = new Map(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));
  const server = await startInMemory(all, { rootUri: folder, ...parts });
  const uri = `${folder}/a.http`;
  const open = async (name = 'a.http', content = text) => {
    const languageId = name.endsWith('.http') ? 'http' : 'json';
    const textDocument = { uri: `${folder}/${name}`, languageId, version: 1, text: content };
    server.notify('textDocument/didOpen', { textDocument });
    await server.settled();
  };
  const found = (name = 'a.http') =>
    ((server.published.get(`${folder}/${name}`) ?? []) as Diagnostic[]).map(
      ({ code, message }) => `${code ?? ''}: ${message}`,
    );
  return { server, all, uri, open, found };
}
const nowhere = "undefined-variable: 'nowhere' is defined neither in this file nor in an environment.";
const files = { 'http-client.env.json': table, '.env': 'plain=1\n' };

describe('environments', () => {
  it('give names to a file as soon as one is chosen', async () => {
    const { server, open, found } = await start(files);
    await open();
    // Another environment may define it.
    expect(found()).toEqual([]);
    server.notify('workspace/didChangeConfiguration', { settings: { rulebook: { environment: 'dev' } } });
    await server.settled();
    expect(found()).toEqual([nowhere]);
    server.notify('rulebook/environments', {
      environment: 'dev',
      documents: [{ uri: `${folder}/a.http`, environment: '' }],
    });
    await server.settled();
    expect(found()).toEqual([]);
    expect(server.log).toEqual([]);
  });

  it('are chosen at the start, and read again when a file changes', async () => {
    const { server, all, open, found } = await start(files, { initializationOptions: { environment: 'prod' } });
    await open();
    expect(found()).toEqual([nowhere]);
    all.set(`${folder}/.env`, 'plain=1\nnowhere=2\n');
    server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: `${folder}/.env`, type: 2 }] });
    await server.settled();
    expect(found()).toEqual([]);
    all.delete(`${folder}/http-client.env.json`);
    server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: `${folder}/http-client.env.json`, type: 3 }] });
    await server.settled();
    // The chosen environment is not there any more, so nothing is known for certain.
    expect(found()).toEqual([]);
  });

  it('come from the settings of the client instead of those of the workspace', async () => {
    const settings = '{ "rest-client.environmentVariables": { "dev": { "owner": "a", "shared": "b", "plain": "c" } } }';
    const own = await start({ '.vscode/settings.json': settings }, { initializationOptions: { environment: 'dev' } });
    await own.open();
    expect(own.found()).toEqual([nowhere]);
    const folders = [{ tables: { 'rulebook.environments': { dev: { owner: 'x', nowhere: '***' } } } }];
    const sent = await start(
      { '.vscode/settings.json': settings },
      { initializationOptions: { environments: { environment: 'dev', folders } } },
    );
    await sent.open();
    expect(sent.found().map((one) => /'\w+'/.exec(one)?.[0])).toEqual(["'shared'", "'plain'"]);
  });

  it('of a document that is not saved are those of the settings', async () => {
    const uri = 'untitled:Untitled-1';
    const foundWith = async (tables?: Readonly<Record<string, object>>, environment?: string) => {
      const environments = { ...(environment && { environment }), ...(tables && { folders: [{ tables }] }) };
      const { server } = await start(files, { initializationOptions: { environments } });
      const content = '@base = http://localhost\nGET {{bas}}/{{owner}}\n';
      server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 1, text: content } });
      await server.settled();
      return ((server.published.get(uri) ?? []) as Diagnostic[]).map(({ message }) => message);
    };
    expect(await foundWith()).toEqual(["'bas' is not defined.", "'owner' is not defined."]);
    const tables = { 'rulebook.environments': { dev: { owner: 'x' } } };
    expect(await foundWith(tables, 'dev')).toEqual(["'bas' is defined neither in this file nor in an environment."]);
    // One of the environments may define it.
    expect(await foundWith(tables)).toEqual([]);
  });

  it('report what is wrong in their files, and hide nothing else', async () => {
    const broken = { ...files, 'http-client.private.env.json': '{ "dev": 5, "dev": { "a": 1, "a": 2 }' };
    const { server, open, found, all } = await start(broken, { initializationOptions: { environment: 'dev' } });
    await open();
    expect(found()).toEqual([]);
    expect(found('http-client.private.env.json')[0]).toContain('This file is not valid JSON');
    all.set(`${folder}/http-client.private.env.json`, '{ "dev": {} }');
    server.notify('textDocument/didSave', { textDocument: { uri: `${folder}/http-client.private.env.json` } });
    await server.settled();
    expect(found('http-client.private.env.json')).toEqual([]);
    expect(found()).toEqual([nowhere]);
  });

  it('have private files reported that Git does not ignore, with a fix', async () => {
    const name = 'http-client.private.env.json';
    const capabilities = {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create' as const] } },
    };
    const { server, open, found, all } = await start({ '.git': '', [name]: '{ "dev": {} }' }, { capabilities });
    await open(name, '{ "dev": {} }');
    const message = 'The values of this file are private, and Git does not ignore it. Add it to ';
    expect(found(name).map((one) => one.slice(0, message.length + 2))).toEqual([`: ${message}`]);
    const ask = async () => {
      const start = { line: 0, character: 0 };
      const diagnostics = server.published.get(`${folder}/${name}`);
      const params = {
        textDocument: { uri: `${folder}/${name}` },
        range: { start, end: start },
        context: { diagnostics },
      };
      return (await server.request('textDocument/codeAction', params)) as CodeAction[];
    };
    const created = await ask();
    expect(created.map(({ title }) => title)).toEqual(['Add to .gitignore']);
    expect(created[0]?.edit?.documentChanges).toMatchObject([
      { kind: 'create', uri: `${folder}/.gitignore` },
      { edits: [{ newText: `${name}\n` }] },
    ]);
    all.set(`${folder}/.gitignore`, 'node_modules');
    expect((await ask())[0]?.edit?.documentChanges).toMatchObject([
      { textDocument: { uri: `${folder}/.gitignore` }, edits: [{ newText: `\n${name}\n` }] },
    ]);
    all.set(`${folder}/.gitignore`, `node_modules\n${name}\n`);
    server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: `${folder}/.gitignore`, type: 2 }] });
    await server.settled();
    expect(found(name)).toEqual([]);
    expect(await ask()).toEqual([]);
  });

  it('have their files checked when nothing else is open', async () => {
    const { open, found } = await start({ 'http-client.env.json': '{ "dev": 5 }' });
    await open('http-client.env.json', '{ "dev": 5 }');
    expect(found('http-client.env.json')).toEqual([
      ": 'dev' must be an object with the variables of the environment by name.",
    ]);
  });

  it('offer a definition for an unknown name', async () => {
    const { server, open, uri } = await start(files, { initializationOptions: { environment: 'dev' } });
    await open();
    const at = { line: 0, character: text.indexOf('nowhere') };
    const actions = (await server.request('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: {
        diagnostics: [{ range: { start: at, end: at }, message: '', source: 'rulebook', code: 'undefined-variable' }],
      },
    })) as CodeAction[];
    const titles = actions.map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual([
      'Define ‘nowhere’ in this file',
      'Define ‘nowhere’ in environment dev of http-client.env.json',
    ]);
    // What silences the finding comes behind what else can be done with the request.
    const other = titles.indexOf('Convert the request to a curl command');
    expect(titles.indexOf('Ignore undefined-variable here')).toBeGreaterThan(other);
    // Editors show it before what answers no diagnostic.
    expect(actions[1]?.diagnostics).toHaveLength(1);
  });

  it.each([
    [
      'nowhere',
      files,
      'http-client.env.json',
      table.replace('"octocat" }', '"octocat", "nowhere": "{{value of nowhere}}" }'),
    ],
    [
      'apiToken',
      files,
      'http-client.private.env.json',
      '{\n  "dev": {\n    "apiToken": "{{value of apiToken}}"\n  }\n}\n',
    ],
    ['nowhere', { 'http-client.env.json': '{ "dev": 5 }' }, 'http-client.env.json', undefined],
  ])('offer to define %s in an environment', async (name, content: Record<string, string>, file, expected) => {
    const { server, open, uri } = await start(content, {
      initializationOptions: { environment: 'dev' },
      capabilities: { workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } } },
    });
    const use = `GET http://localhost/{{${name}}}\n`;
    await open('a.http', `${use}\n###\n${use}`);
    // Its finding is at the first use.
    const at = { line: 3, character: 24 };
    const actions = (await server.request('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ['quickfix'] },
    })) as CodeAction[];
    const action = actions.find(({ title }) => title === `Define ‘${name}’ in environment dev of ${file}`);
    const former = content[file];
    const changes = action?.edit?.documentChanges ?? [];
    expect(changes.flatMap((change) => ('kind' in change ? [change.kind] : []))).toEqual(
      expected !== undefined && former === undefined ? ['create'] : [],
    );
    const [change] = changes.flatMap((one) => ('edits' in one ? [one] : []));
    expect(change?.textDocument.uri).toBe(expected === undefined ? undefined : `${folder}/${file}`);
    const edits = (change?.edits ?? []) as TextEdit[];
    // The files have one line.
    const spans = edits.map(({ range, newText }) => {
      return { span: { start: range.start.character, end: range.end.character }, newText };
    });
    const text = applyEdits(former ?? '', spans);
    if (expected !== undefined) expect(JSON.parse(text)).toEqual(JSON.parse(expected));
  });

  it('show the value of a variable under the pointer, and never a secret one', async () => {
    const { server, open, uri } = await start(files, { initializationOptions: { environment: 'dev' } });
    await open();
    const hover = async (name: string) =>
      JSON.stringify(
        await server.request('textDocument/hover', {
          textDocument: { uri },
          position: { line: 0, character: text.indexOf(name) + 1 },
        }),
      );
    expect(await hover('owner')).toContain(
      '`octocat`\\n\\nFrom [environment dev of http-client.env.json, line 1](file:///w/http-client.env.json#L1).',
    );
    expect(await hover('plain')).toContain('it is secret');
    server.notify('rulebook/environments', { environment: 'prod' });
    await server.settled();
    expect(await hover('owner')).toContain('`github`');
    server.notify('rulebook/environments', {});
    await server.settled();
    expect(await hover('owner')).toContain('No environment is chosen. It is defined in `dev`, `prod`.');
  });

  it('show their values in the lines, where the client wants it', async () => {
    const content = `${text}X-Owner: {{owner}}\nX-Plain: {{plain}}\n\n###\n@last = 1\nGET http://localhost/{{last}}/{{$guid}}\n`;
    const range = { start: { line: 0, character: 0 }, end: { line: 7, character: 0 } };
    const hintsWith = async (initializationOptions: object) => {
      const { server, open, uri } = await start(files, { initializationOptions });
      await open('a.http', content);
      const ask = (within: object) =>
        server.request('textDocument/inlayHint', { textDocument: { uri }, range: within }) as Promise<InlayHint[]>;
      return { ask, server };
    };
    const { ask } = await hintsWith({ environment: 'dev', inlayHints: true });
    expect((await ask(range)).map(({ position, label }) => [position.line, position.character, label])).toEqual([
      [0, text.length - 1, 'http://localhost/octocat/1/***/{{nowhere}}'],
      [1, 'X-Owner: {{owner}}'.length, 'octocat'],
      [6, 'GET http://localhost/{{last}}/{{$guid}}'.length, 'http://localhost/1/{{$guid}}'],
    ]);
    expect(await ask({ start: { line: 1, character: 0 }, end: { line: 2, character: 0 } })).toHaveLength(1);
    expect(await (await hintsWith({ environment: 'dev' })).ask(range)).toEqual([]);
  });

  it('are completed', async () => {
    const { server, open, uri } = await start(files, { initializationOptions: { environment: 'dev' } });
    await open('a.http', 'GET http://localhost/{{}}\n');
    const list = await server.request('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character: 'GET http://localhost/{{'.length },
    });
    const items = list as readonly { label: string; detail?: string }[];
    const outside = items.filter(({ detail }) => detail === 'defined in an environment').map(({ label }) => label);
    expect(outside).toEqual(['owner', 'shared', 'plain']);
    expect(JSON.stringify(list)).not.toContain('octocat');
  });

  it('never put a value into the findings', async () => {
    const { server, open } = await start(
      { ...files, '.env': 'plain=CANARY-VALUE\n' },
      { initializationOptions: { environment: 'dev' } },
    );
    await open();
    expect(JSON.stringify([...server.published])).not.toContain('CANARY');
  });
});
