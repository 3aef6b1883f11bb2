import { describe, expect, it } from 'vitest';
import type {
  DocumentHighlight,
  Hover,
  Location,
  WorkspaceEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver-protocol';
import { edited, highlightsIn, places, root, startNames, uriOf, type NameClient } from './name-client';

const table = '{\n  "dev": { "host": "http://dev", "url": "{{host}}/x" },\n  "prod": { "host": "http://prod" }\n}\n';
const secret = '{ "dev": { "token": "s", "host": "http://own" } }';
const files = {
  'http-client.env.json': table,
  'http-client.private.env.json': secret,
  '.env': 'token=x\nonly=1\n',
  'a.http': 'GET {{host}}/a\nAuthorization: {{token}}\n',
  'in/b.http': 'GET {{host}}/b\nX: {{$dotenv token}}\n',
  'in/own.http': '@host = http://own\n\nGET {{host}}/own\n',
  'in/import.http': 'import ./own.http\n###\nGET {{host}}/imported\n',
};
const everywhere = { context: { includeDeclaration: true } };
const inTable = (mark: string) => table.replace(mark, `${mark.slice(0, 2)}<|>${mark.slice(2)}`);

async function rename(client: NameClient, name: string, marked: string, newName: string): Promise<unknown> {
  try {
    return edited(client, await client.ask<WorkspaceEdit>('rename', name, marked, { newName }));
  } catch (error) {
    return String(error).replace(/^Error: /, '');
  }
}

describe('names in environment files', () => {
  it('lead to all definitions, in other environments and files too', async () => {
    const client = await startNames(files);
    const found = await client.ask<Location[]>('definition', 'http-client.env.json', inTable('host'));
    const expected = [
      'http-client.env.json 1:12-16 host',
      'http-client.env.json 2:13-17 host',
      'http-client.private.env.json 0:26-30 host',
    ];
    expect(places(client, found)).toEqual(expected);
    const inValue = await client.ask<Location[]>('definition', 'http-client.env.json', inTable('{{host'));
    expect(places(client, inValue)).toEqual(expected);
  });

  it('are found in all request files that take them from there', async () => {
    const client = await startNames(files);
    const expected = [
      'http-client.env.json 1:12-16 host',
      'http-client.env.json 1:43-47 host',
      'http-client.env.json 2:13-17 host',
      'http-client.private.env.json 0:26-30 host',
      'a.http 0:6-10 host',
      'in/b.http 0:6-10 host',
    ];
    const found = await client.ask<Location[]>('references', 'http-client.env.json', inTable('host'), everywhere);
    expect(places(client, found)).toEqual(expected);
    const uses = await client.ask<Location[]>('references', 'http-client.env.json', inTable('host'), {
      context: { includeDeclaration: false },
    });
    expect(places(client, uses)).toEqual(expected.filter((_, index) => [1, 4, 5].includes(index)));
    // From a request file, the same places are found; its own come first among the request files.
    const fromUse = await client.ask<Location[]>(
      'references',
      'in/b.http',
      files['in/b.http'].replace('host', 'ho<|>st'),
      everywhere,
    );
    expect([...(places(client, fromUse) ?? [])].sort()).toEqual([...expected].sort());
    const ofDotenv = await client.ask<Location[]>('references', '.env', 'tok<|>en=x\nonly=1\n', everywhere);
    expect(places(client, ofDotenv)).toEqual([
      '.env 0:0-5 token',
      'http-client.private.env.json 0:12-17 token',
      'a.http 1:17-22 token',
      'in/b.http 1:13-18 token',
    ]);
  });

  it('are marked in their document', async () => {
    const client = await startNames(files);
    const marks = await client.ask<DocumentHighlight[]>('documentHighlight', 'http-client.env.json', inTable('host'));
    expect(highlightsIn(table, marks)).toEqual(['1:12-16 host =', '1:43-47 host', '2:13-17 host =']);
    const environment = await client.ask<DocumentHighlight[]>(
      'documentHighlight',
      'http-client.env.json',
      inTable('dev'),
    );
    expect(highlightsIn(table, environment)).toEqual(['1:3-6 dev =']);
  });

  it('are renamed in all of these files, the private ones too', async () => {
    const client = await startNames(files);
    const expected = {
      'http-client.env.json': table.replaceAll('host"', 'server"').replace('{{host', '{{server'),
      'http-client.private.env.json': secret.replace('"host"', '"server"'),
      'a.http': files['a.http'].replace('{{host', '{{server'),
      'in/b.http': files['in/b.http'].replace('{{host', '{{server'),
    };
    expect(await rename(client, 'http-client.env.json', inTable('host'), 'server')).toEqual(expected);
    expect(await rename(client, 'a.http', files['a.http'].replace('host', 'ho<|>st'), 'server')).toEqual(expected);
    expect(await rename(client, '.env', 'tok<|>en=x\nonly=1\n', 'key')).toEqual({
      '.env': 'key=x\nonly=1\n',
      'http-client.private.env.json': secret.replace('token', 'key'),
      'a.http': files['a.http'].replace('token', 'key'),
      'in/b.http': files['in/b.http'].replace('token', 'key'),
    });
    expect(await rename(client, 'http-client.env.json', inTable('dev'), 'local')).toEqual({
      'http-client.env.json': table.replace('"dev"', '"local"'),
      'http-client.private.env.json': secret.replace('dev', 'local'),
    });
    expect(client.server.log).toEqual([]);
  });

  it.each([
    ['a taken name', 'http-client.env.json', inTable('host'), 'token', /Another variable is named/],
    ['a name with blanks', 'http-client.env.json', inTable('host'), 'a b', /cannot be the name of a variable/],
    ['a taken environment', 'http-client.env.json', inTable('dev'), 'prod', /Another environment is named/],
    ['what is shared', 'x/http-client.env.json', '{ "$sh<|>ared": {} }', 'all', /belongs to the format/],
    ['a variable of the process', 'c.http', 'GET http://h/{{$processEnv HO<|>ME}}\n', 'x', /process environment/],
    ['what is named by a file', 'y/http-client.env.json', '{ "te<|>st": {} }', 'x', /named by the file '\.env\.test'/],
  ])('are not renamed: %s', async (_, name, marked, newName, reason) => {
    const client = await startNames({
      ...files,
      'y/.env.test': 'a=1\n',
      'y/z.http': '',
      [name]: marked.replace('<|>', ''),
    });
    expect(await rename(client, name, marked, newName)).toMatch(reason);
  });

  it('are not renamed where the editor has them in its own settings, or a file is above the workspace', async () => {
    const initializationOptions = {
      environments: { folders: [{ tables: { 'rest-client.environmentVariables': { dev: { host: 'x' } } } }] },
    };
    const own = await startNames(files, { initializationOptions });
    expect(await rename(own, 'a.http', files['a.http'].replace('host', 'ho<|>st'), 'x')).toMatch(
      /also defined by the setting 'rest-client.environmentVariables'/,
    );
    const settings = '{ "rest-client.environmentVariables": { "dev": { "host": "x" } } }';
    const inFile = await startNames({ ...files, '.vscode/settings.json': settings }, { initializationOptions });
    expect(await rename(inFile, 'a.http', files['a.http'].replace('host', 'ho<|>st'), 'server')).toMatchObject({
      '.vscode/settings.json': settings.replace('host', 'server'),
    });
    const below = await startNames(files, { rootUri: uriOf('in') });
    expect(await rename(below, 'in/b.http', files['in/b.http'].replace('host', 'ho<|>st'), 'server')).toMatch(
      /'http-client(?:\.private)?\.env\.json' outside the folder of the workspace/,
    );
  });

  it('stay apart in folders that share no file', async () => {
    const client = await startNames({
      'p/http-client.env.json': '{ "dev": { "host": "p" } }',
      'p/a.http': 'GET {{host}}\n',
      'q/http-client.env.json': '{ "dev": { "host": "q" } }',
      'q/a.http': 'GET {{host}}\n',
    });
    const found = await client.ask<Location[]>('references', 'p/a.http', 'GET {{ho<|>st}}\n', everywhere);
    expect(places(client, found)).toEqual(['p/http-client.env.json 0:12-16 host', 'p/a.http 0:6-10 host']);
  });

  it('are explained: values that are not secret, what shadows them, and their uses', async () => {
    const client = await startNames(files);
    const hover = async (name: string, marked: string) =>
      (await client.ask<Hover | null>('hover', name, marked))?.contents;
    expect(await hover('http-client.env.json', inTable('host'))).toEqual({
      kind: 'markdown',
      value: [
        '**`host`** · variable of environments',
        '`http://dev`',
        `Shadowed by [environment dev of http-client.private.env.json, line 1](${root}/http-client.private.env.json#L1).`,
        '1 request file defines the name, which counts there before environments.',
        [
          'Also defined in:\n',
          `- \`http://prod\` · [environment prod of http-client.env.json, line 3](${root}/http-client.env.json#L3)`,
          `- a value that is not shown: it is secret · [environment dev of http-client.private.env.json, line 1](${root}/http-client.private.env.json#L1)`,
        ].join('\n'),
        '3 uses in 3 files.',
      ].join('\n\n'),
    });
    expect(JSON.stringify(await hover('.env', 'tok<|>en=zebra\nonly=1\n'))).not.toContain('zebra');
    expect(JSON.stringify(await hover('http-client.env.json', inTable('dev')))).toContain(
      '[http-client.private.env.json, line 1]',
    );
    expect(await hover('http-client.env.json', table.replace('{', '<|>{'))).toBeUndefined();
  });

  it('are explained where a request file imports them', async () => {
    const client = await startNames({
      'shared.http': '@host = http://shared\n@token = tiger\n\n### login\nGET {{host}}/login\n',
      'http-client.env.json': table,
    });
    const marked = (name: string) =>
      `# @import ./shared.http\nGET {{host}}/{{token}}/{{login.response.body.$.id}}\n`.replace(
        `{{${name}`,
        `{{${name}<|>`,
      );
    const hover = async (name: string) =>
      (await client.ask<{ contents: { value: string } }>('hover', 'a.http', marked(name))).contents.value;
    client.server.notify('rulebook/environments', { environment: 'dev' });
    expect(await hover('host')).toBe(
      [
        '**`host`** · variable',
        '`http://shared`',
        `From [line 1 of shared.http](${root}/shared.http#L1).`,
        `It shadows:\n\n- \`http://dev\` · [environment dev of http-client.env.json, line 2](${root}/http-client.env.json#L2)`,
      ].join('\n\n'),
    );
    expect(await hover('token')).toContain('Its value is not shown: it is secret.');
    expect(await hover('token')).not.toContain('tiger');
    expect(await hover('login')).toContain('the request `login` in the imported file `shared.http`');
  });

  it('are among the symbols of the workspace', async () => {
    const client = await startNames(files);
    const symbols = async (query: string) =>
      (await client.request<WorkspaceSymbol[]>('workspace/symbol', { query })).map(
        ({ name, containerName }) => `${name} (${containerName ?? ''})`,
      );
    expect(await symbols('prod')).toEqual(['prod (environment)']);
    expect(await symbols('token')).toEqual(['token (environment dev)', 'token (environment)']);
    client.open('.env', 'token=x\nother=2\n');
    expect(await symbols('other')).toEqual(['other (environment)']);
  });
});
