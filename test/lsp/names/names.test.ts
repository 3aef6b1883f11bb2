import { describe, expect, it } from 'vitest';
import type { DocumentHighlight, Location, LocationLink, Range, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { cursorIn, edited, highlightsIn, places, startNames, uriOf, type NameClient } from './name-client';

const file = [
  '@host = http://localhost:9200',
  '@base = {{host}}/v1',
  '',
  '### login',
  'POST {{base}}/login',
  '',
  '{ "user": "{{user}}" }',
  '',
  '### Get the user',
  '# @name me',
  'GET {{ host }}/me',
  'Authorization: Bearer {{login.response.body.$.token}}',
  '',
  '###',
  '# @ref login',
  'DELETE {{host}}/me',
].join('\n');

/** Puts the cursor before the n-th occurrence of a text. */
function at(text: string, wanted: string, count = 1): string {
  let from = -1;
  for (let index = 0; index < count; index++) from = text.indexOf(wanted, from + 1);
  return `${text.slice(0, from)}<|>${text.slice(from)}`;
}

describe('definition', () => {
  it.each([
    ['a variable', at(file, 'host}}/v1'), ['a.http 0:1-5 host']],
    ['a variable with blanks', at(file, ' host }}'), ['a.http 0:1-5 host']],
    ['a variable in an origin', at(file, 'base}}/login'), ['a.http 1:1-5 base']],
    ['its own definition', at(file, 'host ='), ['a.http 0:1-5 host']],
    ['a response, at its request', at(file, 'login.response'), ['a.http 3:4-9 login']],
    ['a response, at its path', at(file, 'token}}'), ['a.http 3:4-9 login']],
    ['a directive', at(file, 'login\nDELETE'), ['a.http 3:4-9 login']],
    ['a name that only the sender knows', at(file, 'user}}'), null],
    ['a word that is not a name', at(file, '/login\n\n{'), null],
    ['a method', at(file, 'DELETE'), null],
  ])('of %s', async (_, marked, expected) => {
    const client = await startNames();
    const found = await client.ask<Location[] | null>('definition', 'a.http', marked);
    expect(places(client, found, { 'a.http': file })).toEqual(expected);
  });

  it('of a variable that is defined twice is the last one above, as of a request', async () => {
    const text = '@x = 1\n### a\n# @name r\nGET /{{x}}\n### b\n# @name r\nGET /{{r.response.body.id}}\n@x = 2\n';
    const client = await startNames();
    const ask = async (marked: string) =>
      places(client, await client.ask<Location[]>('definition', 'a.http', marked), { 'a.http': text });
    expect(await ask(at(text, 'x}}'))).toEqual(['a.http 0:1-2 x']);
    expect(await ask(at(text, 'r.response'))).toEqual(['a.http 2:8-9 r']);
  });

  it('prefers the prompt of the request, and finds what a script defines', async () => {
    const text =
      '@x = 1\n### a\n# @prompt x\nGET /{{x}}\n\n> {% client.global.set("token", 1) %}\n### b\nGET /{{token}}/{{x}}\n';
    const client = await startNames();
    const ask = async (marked: string) =>
      places(client, await client.ask<Location[]>('definition', 'a.http', marked), { 'a.http': text });
    expect(await ask(at(text, 'x}}'))).toEqual(['a.http 2:10-11 x']);
    expect(await ask(at(text, 'x}}', 2))).toEqual(['a.http 0:1-2 x']);
    expect(await ask(at(text, 'token}}'))).toEqual(['a.http 5:24-29 token']);
    const object = '### a\nGET /{{user.name}}\n\n> {% client.global.set("user", response.body) %}\n';
    const found = await client.ask<Location[]>('definition', 'a.http', at(object, 'user.name'));
    expect(places(client, found, { 'a.http': object })).toEqual(['a.http 3:24-28 user']);
  });

  it('of a member is the request, unless a variable has the whole name', async () => {
    const client = await startNames();
    const text = '### login\nGET /\n### b\nGET /{{login.id}}\n';
    const found = await client.ask<Location[]>('definition', 'a.http', at(text, 'login.id'));
    expect(places(client, found, { 'a.http': text })).toEqual(['a.http 0:4-9 login']);
    const other = `@login.id = 1\n${text}`;
    const variable = await client.ask<Location[]>('definition', 'a.http', at(other, 'login.id}'));
    expect(places(client, variable, { 'a.http': other })).toEqual(['a.http 0:1-9 login.id']);
  });

  it('leads to files, where they are', async () => {
    const client = await startNames({ 'in/b.json': '{}', 'c.http': 'GET /\n', 'big.json': '[]' });
    const text =
      '# @import ../c.http\nPUT /a\n\n< ./b.json\n### \nPUT /a\n\n< big.json\n###\nPUT /\n\n< ./missing.json\n';
    const ask = async (marked: string) =>
      places(client, await client.ask<Location[]>('definition', 'in/a.http', marked));
    expect(await ask(at(text, 'b.json'))).toEqual(['in/b.json 0:0-0 ']);
    expect(await ask(at(text, 'c.http'))).toEqual(['c.http 0:0-0 ']);
    expect(await ask(at(text, 'big.json'))).toEqual(['big.json 0:0-0 ']);
    expect(await ask(at(text, 'missing.json'))).toEqual(null);
  });

  it('leads to the environments that define a variable: the chosen one, or else all', async () => {
    const table = '{\n  "dev": { "owner": "a" },\n  "prod": { "owner": "b", "other": 1 }\n}\n';
    const files = { 'http-client.env.json': table, '.env': 'plain=1\n' };
    const ask = async (client: NameClient, marked: string) =>
      places(client, await client.ask<Location[] | null>('definition', 'in/a.http', marked));
    const client = await startNames(files);
    expect(await ask(client, 'GET /{{ow<|>ner}}\n')).toEqual([
      'http-client.env.json 1:12-17 owner',
      'http-client.env.json 2:13-18 owner',
    ]);
    expect(await ask(client, 'GET /{{pl<|>ain}}\n')).toEqual(['.env 0:0-5 plain']);
    expect(await ask(client, '@owner = 1\nGET /{{ow<|>ner}}\n')).not.toContain('http-client.env.json 1:12-17 owner');
    const marked = 'GET /{{ow<|>ner}}\n';
    const edit = await client.ask<WorkspaceEdit>('rename', 'in/a.http', marked, { newName: 'b' });
    expect(edited(client, edit)).toMatchObject({ 'http-client.env.json': table.replaceAll('owner', 'b') });
    const chosen = await startNames(files, { initializationOptions: { environment: 'prod' } });
    expect(await ask(chosen, marked)).toEqual(['http-client.env.json 2:13-18 owner']);
  });

  it('leads to endpoints in rulebook.json', async () => {
    const configuration =
      '{\n  "endpoints": {\n    "near": { "service": "search-cluster", "baseUrl": "http://h:1" }\n  }\n}\n';
    const client = await startNames({ 'rulebook.json': configuration });
    const found = await client.ask<Location[]>('definition', 'a.http', '# @endpoint ne<|>ar\nGET /_search\n');
    expect(places(client, found)).toEqual(['rulebook.json 2:5-9 near']);
    expect(await client.ask('definition', 'a.http', '# @endpoint o<|>ther\nGET /_search\n')).toBeNull();
  });

  it('is a link for clients that take links, with the whole request as its target', async () => {
    const client = await startNames({}, { capabilities: { textDocument: { definition: { linkSupport: true } } } });
    const [link] = await client.ask<LocationLink[]>('definition', 'a.http', at(file, 'login.response'));
    expect(link?.originSelectionRange).toEqual({
      start: { line: 11, character: 24 },
      end: { line: 11, character: 29 },
    });
    expect(link?.targetRange.end.line).toBe(6);
    expect(places(client, link ? [link] : [], { 'a.http': file })).toEqual(['a.http 3:4-9 login']);
  });
});

describe('references', () => {
  it('lists the uses of a variable, with its definition on request', async () => {
    const client = await startNames();
    const ask = async (includeDeclaration: boolean) =>
      places(
        client,
        await client.ask<Location[]>('references', 'a.http', at(file, 'host}}/v1'), {
          context: { includeDeclaration },
        }),
        {
          'a.http': file,
        },
      );
    const uses = ['a.http 1:10-14 host', 'a.http 10:7-11 host', 'a.http 15:9-13 host'];
    expect(await ask(true)).toEqual(['a.http 0:1-5 host', ...uses]);
    expect(await ask(false)).toEqual(uses);
  });

  it('lists the uses of a request from its title', async () => {
    const client = await startNames();
    const found = await client.ask<Location[]>('references', 'a.http', at(file, 'login\nPOST'), {
      context: { includeDeclaration: false },
    });
    expect(places(client, found, { 'a.http': file })).toEqual(['a.http 11:24-29 login', 'a.http 14:7-12 login']);
  });

  it('counts columns as the client does', async () => {
    const text = '@x = 1\nGET /\nX-A: é𝄞{{x}}\n';
    const client = await startNames({}, { capabilities: { general: { positionEncodings: ['utf-8'] } } });
    client.open('a.http', text);
    const found = await client.request<Location[]>('textDocument/references', {
      textDocument: { uri: uriOf('a.http') },
      position: { line: 0, character: 1 },
      context: { includeDeclaration: false },
    });
    expect(found[0]?.range).toEqual({ start: { line: 2, character: 13 }, end: { line: 2, character: 14 } });
  });
});

describe('highlights', () => {
  it('distinguish what is written from what is read', async () => {
    const client = await startNames();
    const found = await client.ask<DocumentHighlight[]>('documentHighlight', 'a.http', at(file, 'host }}'));
    expect(highlightsIn(file, found)).toEqual(['0:1-5 host =', '1:10-14 host', '10:7-11 host', '15:9-13 host']);
    const unknown = await client.ask<DocumentHighlight[]>('documentHighlight', 'a.http', at(file, 'user}}'));
    expect(highlightsIn(file, unknown)).toEqual(['6:13-17 user']);
    expect(await client.ask('documentHighlight', 'a.http', at(file, 'POST'))).toBeNull();
  });
});

describe('rename', () => {
  const rename = async (marked: string, newName: string) => {
    const client = await startNames();
    const edit = await client.ask<WorkspaceEdit>('rename', 'a.http', marked, { newName });
    return edited(client, edit, { 'a.http': cursorIn(marked).text })['a.http'];
  };

  it('changes a variable wherever it is', async () => {
    expect(await rename(at(file, 'host }}'), 'server')).toBe(
      file.replace('@host', '@server').replaceAll('{{host}}', '{{server}}').replace('{{ host }}', '{{ server }}'),
    );
  });

  it('changes a request with its title and its directives', async () => {
    expect(await rename(at(file, 'login.response'), 'sign-in')).toBe(
      file.replace('### login', '### sign-in').replace('{{login.', '{{sign-in.').replace('@ref login', '@ref sign-in'),
    );
  });

  it('changes a request in the sequences that list it, whose lists take no comma', async () => {
    const listed = '# @sequence all: sign in, check, sign in\n### sign in\nPOST /login\n### check\nGET /\n';
    expect(await rename(listed.replace('### sign', '### si<|>gn'), 'log in')).toBe(
      listed.replaceAll('sign in', 'log in'),
    );
    expect(await rename(listed.replace('all: sign', 'all: si<|>gn'), 'log in')).toBe(
      listed.replaceAll('sign in', 'log in'),
    );
    await expect(rename(listed.replace('### sign', '### si<|>gn'), 'a, b')).rejects.toThrow('sequence');
  });

  it('changes what scripts set and read', async () => {
    const handlers = [
      '@t = 0',
      '### a',
      '< {% request.variables.set("t", "1"); %}',
      'GET /{{t}}',
      '',
      '> {%',
      "  client.global.set('t', client.environment.get(`t`)); // not t here",
      '  client.global.t = client.global.t + 1;',
      '  client.log("t", response.body.t);',
      '%}',
      '',
    ].join('\n');
    expect(await rename(handlers.replace('{{t}}', '{{<|>t}}'), 'key')).toBe(
      handlers
        .replace('@t', '@key')
        .replace('.set("t"', '.set("key"')
        .replace('{{t}}', '{{key}}')
        .replace(".set('t', client.environment.get(`t`)", ".set('key', client.environment.get(`key`)")
        .replace('client.global.t = client.global.t + 1', 'client.global.key = client.global.key + 1'),
    );
    const blocks =
      '### a\nGET /{{user.name}}\n\n{{\nexports.user = { name: 1, id: user?.id };\n}}\n### b\nGET /{{user}}\n';
    const renamed = blocks
      .replace('{{user.name', '{{me.name')
      .replace('exports.user', 'exports.me')
      .replace('user?.id', 'me?.id')
      .replace('{{user}}', '{{me}}');
    for (const place of ['user.name', 'user =', 'user?.id', 'user}}'])
      expect(await rename(at(blocks, place), 'me')).toBe(renamed);
    const client = await startNames();
    await expect(client.ask('rename', 'a.http', at(blocks, 'user}}'), { newName: 'the-user' })).rejects.toThrow(
      "A script writes 'user' as a word of its own, and 'the-user' cannot be one there.",
    );
  });

  it('says what is renamed', async () => {
    const client = await startNames();
    const prepared = await client.ask<{ range: Range; placeholder: string }>(
      'prepareRename',
      'a.http',
      at(file, 'token}}'),
    );
    expect(prepared).toEqual({
      range: { start: { line: 11, character: 24 }, end: { line: 11, character: 29 } },
      placeholder: 'login',
    });
    expect(await client.ask('prepareRename', 'a.http', at(file, 'DELETE'))).toBeNull();
  });

  it.each([
    ['a variable of the sender', 'GET /{{us<|>er}}\n', "No request file defines 'user'"],
    ['a request that is not there', 'GET /{{lo<|>gin.response.body.id}}\n', "No request is named 'login'."],
    ['a system variable', 'GET /{{$gu<|>id}}\n', "'$guid' is a system variable."],
    ['a file', 'PUT /a\n\n< ./b<|>.json\n', "Rename the file './b.json' itself"],
    ['an endpoint', '# @endpoint ne<|>ar\nGET /_search\n', "Rename it in 'rulebook.json'"],
  ])('is refused with a reason for %s', async (_, marked, reason) => {
    const client = await startNames();
    await expect(client.ask('prepareRename', 'a.http', marked)).rejects.toThrow(reason);
    await expect(client.ask('rename', 'a.http', marked, { newName: 'other' })).rejects.toThrow(reason);
  });

  it.each([
    ['two words', at(file, 'host }}'), 'a b', "'a b' cannot be the name of a variable."],
    ['a system variable', at(file, 'host }}'), '$guid', 'cannot be the name of a variable'],
    ['nothing', at(file, 'host }}'), '', 'cannot be the name of a variable'],
    ['a line', at(file, 'host }}'), 'a\nGET /', 'cannot be the name of a variable'],
    ['braces', at(file, 'login.response'), '{{x}}', 'cannot be the name of a request'],
    ['a response', at(file, 'host }}'), 'me.response.body', 'would mean the response of a request'],
    ['a name in use', at(file, 'host }}'), 'base', "Another variable is named 'base' here."],
    ['a name of the sender', at(file, 'host }}'), 'user', "Another variable is named 'user' here."],
    ['another request', at(file, 'login.response'), 'me', "Another request is named 'me' here."],
    ['a very long name', at(file, 'login.response'), 'a'.repeat(201), 'more than 200 characters'],
  ])('to %s is refused with a reason', async (_, marked, newName, reason) => {
    const client = await startNames();
    await expect(client.ask('rename', 'a.http', marked, { newName })).rejects.toThrow(reason);
  });

  it('names the version of the document for clients that take it', async () => {
    const client = await startNames();
    const { documentChanges } = await client.ask<WorkspaceEdit>('rename', 'a.http', at(file, 'host }}'), {
      newName: 'b',
    });
    expect(documentChanges?.[0]).toMatchObject({ textDocument: { uri: uriOf('a.http'), version: 1 } });
    const plain = await startNames({}, { capabilities: {} });
    const { changes } = await plain.ask<WorkspaceEdit>('rename', 'a.http', at(file, 'host }}'), { newName: 'b' });
    expect(changes?.[uriOf('a.http')]).toHaveLength(4);
  });
});
