import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, Diagnostic, Hover } from 'vscode-languageserver-protocol';
import { answerNotification, differencesRequest, resourcesRequest } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

const samples = join(import.meta.dirname, '../../descriptions');
const withShop = JSON.stringify({
  services: { shop: { description: './api/shop.yaml' } },
  endpoints: { 'shop-dev': { service: 'shop', baseUrl: 'https://pets.example.org/v1' } },
});

describe('services with descriptions of their own', () => {
  let folder: string;
  let client: LanguageClient;
  const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
  };
  const changed = (...names: string[]) =>
    client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map((name) => ({ uri: uriOf(name), type: 2 })),
    });
  const rulesOf = (list: readonly Diagnostic[]) => list.map(({ code }) => code);
  /** Waits until the newest diagnostics of a file fulfil the condition. */
  const newest = async (name: string, holds: (list: readonly Diagnostic[]) => boolean) => {
    const found = await client.publishedWith(
      (params) =>
        params.uri === uriOf(name) &&
        params === [...client.published].reverse().find(({ uri }) => uri === params.uri) &&
        holds(params.diagnostics),
    );
    return found;
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rulebook-own-'));
    mkdirSync(join(folder, 'api'));
    process.env['XDG_CACHE_HOME'] = join(folder, '.cache');
    for (const name of ['shop.yaml', 'shop-models.yaml']) copyFileSync(join(samples, name), join(folder, 'api', name));
    client = await startClient({
      rootUri: pathToFileURL(folder).href,
      capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
    });
  });
  afterEach(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  const requests = `GET https://pets.example.org/v1/pets?kind=cow

###

POST https://pets.example.org/v1/pets
Content-Type: application/json

{ "name": "Tom", "kind": "cat", "prise": 12 }
`;

  it('are completed right after a folder is opened, while their descriptions are still being read', async () => {
    write('rulebook.json', withShop);
    const completed = async (line: string, triggerKind: 1 | 3) => {
      const uri = uriOf(`${triggerKind}.http`);
      const other = await startClient({ rootUri: pathToFileURL(folder).href, capabilities: {} });
      const [, list] = await Promise.all([
        other.open(uri, line),
        other.connection.sendRequest<CompletionList | CompletionItem[]>('textDocument/completion', {
          ...{ textDocument: { uri }, position: { line: 0, character: line.length } },
          context: { triggerKind },
        }),
      ]);
      await other.stop();
      return (Array.isArray(list) ? list : list.items).map(({ label }) => label);
    };
    // By a person, and while a path is typed that nothing else has.
    expect(await completed('GET https://pets.example.org/v1/', 1)).toContain('/pets');
    expect(await completed('GET https://pets.example.org/v1/pe', 3)).toContain('/pets');
  });

  it('include JSON Schemas for the bodies of a path, whose files are watched', async () => {
    const schema = (type: string) => JSON.stringify({ type: 'object', properties: { id: { type } } });
    write('order.json', schema('string'));
    write('rulebook.json', JSON.stringify({ schemas: { order: { file: './order.json', path: '/orders' } } }));
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), 'POST https://any.example.org/orders\n\n{ "id": 1 }\n');
    expect(rulesOf(await newest('a.http', (list) => list.length > 0))).toEqual(['wrong-type']);
    write('order.json', schema('integer'));
    await changed('order.json');
    await newest('a.http', (list) => list.length === 0);

    const params = { uri: uriOf('a.http'), text: 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"id": "x"}\n' };
    const compare = (file: string): Promise<unknown> =>
      client.connection.sendRequest(differencesRequest, { ...params, schema: file });
    expect(await compare('./order.json')).toMatchObject({ differences: [{ rule: 'mismatched-answer' }] });
    expect(await compare('./no.json')).toEqual({ problem: expect.stringContaining('there is no such file') as string });
    expect(await compare('../outside.json')).toMatchObject({ problem: expect.any(String) as string });

    write('order.json', '[]');
    await changed('order.json');
    const [broken] = await newest('order.json', (list) => list.length > 0);
    expect(broken?.message).toBe('A JSON Schema must be an object.');
  });

  it('include the schema of GraphQL of an endpoint, whose file is watched', async () => {
    write(
      'shop.graphql',
      'type Query { order(id: ID!): Order }\ntype Order { id: ID! state: State }\nenum State { OPEN PAID }\n',
    );
    write(
      'rulebook.json',
      JSON.stringify({
        endpoints: { shop: { baseUrl: 'https://shop.example.org/graphql', graphql: './shop.graphql' } },
      }),
    );
    await changed('rulebook.json');
    const head = '# @endpoint shop\nGRAPHQL /\n\n';
    await client.open(uriOf('a.http'), `${head}query ($id: ID!) {\n  order(id: $id) { stat }\n}\n\n{ "ID": 1 }\n`);
    const found = await newest('a.http', (list) => list.length > 1);
    expect(found.map(({ code, severity, range }) => [code, severity, range.start.line, range.start.character])).toEqual(
      [
        ['faulty-graphql', 2, 4, 19],
        ['unknown-field', 2, 7, 2],
      ],
    );
    const at = (line: number, character: number) => ({
      textDocument: { uri: uriOf('a.http') },
      position: { line, character },
    });
    const hover: Hover = await client.connection.sendRequest('textDocument/hover', at(4, 4));
    expect(JSON.stringify(hover)).toContain('`order: Order`');
    const list: CompletionList | CompletionItem[] = await client.connection.sendRequest(
      'textDocument/completion',
      at(4, 23),
    );
    const items = Array.isArray(list) ? list : list.items;
    expect(items.map(({ label }) => label)).toContain('state');
    const resolved: CompletionItem = await client.connection.sendRequest(
      'completionItem/resolve',
      items.find(({ label }) => label === 'state'),
    );
    expect(JSON.stringify(resolved.documentation)).toContain('`OPEN`');
    const actions: readonly { readonly title: string }[] = await client.connection.sendRequest(
      'textDocument/codeAction',
      {
        ...at(4, 19),
        range: found[0]!.range,
        context: { diagnostics: [] },
      },
    );
    expect(actions.map(({ title }) => title)).toContain('Change to ‘state’');

    write('shop.graphql', 'type Query { order(id: ID!): Order }\ntype Order { stat: Int }\n');
    await changed('shop.graphql');
    await newest('a.http', (next) => next.length === 1);
    write('shop.graphql', 'type Query {\n  order: Nope\n}\n');
    await changed('shop.graphql');
    const [broken] = await newest('shop.graphql', (next) => next.length > 0);
    expect([broken?.message, broken?.range.start]).toEqual(["Unknown type 'Nope'.", { line: 1, character: 9 }]);
    rmSync(join(folder, 'shop.graphql'));
    await changed('shop.graphql');
    const [missing] = await newest('rulebook.json', (next) => next.length > 0);
    expect(missing?.message).toContain("The GraphQL schema './shop.graphql' cannot be read");
  });

  it('are checked, explained and completed as soon as rulebook.json names them, and no longer when it does not', async () => {
    await client.open(uriOf('a.http'), requests);
    await newest('a.http', (list) => list.length === 0);
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    const found = await newest('a.http', (list) => list.length > 0);
    expect(rulesOf(found)).toEqual(['unknown-value', 'unknown-field']);
    expect(found.map(({ message }) => message).join('\n')).toContain('price');

    const position = { line: 7, character: 20 };
    const hover: Hover = await client.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: uriOf('a.http') },
      position,
    });
    expect(JSON.stringify(hover)).toContain('The kind of animal.');
    const list: CompletionList | CompletionItem[] = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri: uriOf('a.http') },
      position: { line: 7, character: 35 },
    });
    const items = Array.isArray(list) ? list : list.items;
    const price = items.find(({ label }) => label === 'price');
    expect(price).toBeDefined();
    const resolved: CompletionItem = await client.connection.sendRequest('completionItem/resolve', price);
    expect(JSON.stringify(resolved.documentation)).toContain('In euros.');

    write('rulebook.json', '{}');
    await changed('rulebook.json');
    await newest('a.http', (next) => next.length === 0);
  });

  it('have requests to their base URLs and to their paths without any endpoint', async () => {
    write('rulebook.json', JSON.stringify({ services: { shop: { description: './api/shop.yaml' } } }));
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), `${requests}\n###\n\nGET /pets?kind=cow\n`);
    expect(rulesOf(await newest('a.http', (list) => list.length >= 3))).toEqual([
      'unknown-value',
      'unknown-field',
      'unknown-value',
    ]);
  });

  it('name the requests of the outline, as long as they are known', async () => {
    const detailsOf = async () => {
      const found: readonly { readonly detail?: string }[] = await client.connection.sendRequest(
        'textDocument/documentSymbol',
        { textDocument: { uri: uriOf('a.http') } },
      );
      return found.map(({ detail }) => detail);
    };
    await client.open(uriOf('a.http'), requests);
    await newest('a.http', (list) => list.length === 0);
    expect(await detailsOf()).toEqual([undefined, undefined]);
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    await newest('a.http', (list) => list.length > 0);
    expect(await detailsOf()).toEqual(['List the pets', 'Offer a pet']);
  });

  it('complete, explain and correct the fields of forms', async () => {
    const sample = readFileSync(join(samples, 'shop.yaml'), 'utf8');
    const [before = '', body = ''] = sample.split(/(?<=requestBody:)/);
    write('api/shop.yaml', before + body.replace('application/json', 'application/x-www-form-urlencoded'));
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    const head = 'POST https://pets.example.org/v1/pets\nContent-Type: application/x-www-form-urlencoded\n\n';
    await client.open(uriOf('a.http'), `${head}name=Tom&kind=cat&prise=1\n`);
    const found = await newest('a.http', (list) => list.length > 0);
    expect(rulesOf(found)).toEqual(['unknown-field']);
    const at = (character: number) => ({
      textDocument: { uri: uriOf('a.http') },
      position: { line: 3, character },
    });
    const hover: Hover = await client.connection.sendRequest('textDocument/hover', at(10));
    expect(JSON.stringify(hover)).toContain('The kind of animal.');
    const labelsAt = async (character: number) => {
      const list: CompletionList | CompletionItem[] = await client.connection.sendRequest(
        'textDocument/completion',
        at(character),
      );
      return (Array.isArray(list) ? list : list.items).map(({ label }) => label);
    };
    expect(await labelsAt(14)).toEqual(['cat', 'dog', 'bird']);
    expect(await labelsAt(18)).toEqual(['price']);
    const actions: readonly { readonly title: string }[] = await client.connection.sendRequest(
      'textDocument/codeAction',
      { ...at(18), range: found[0]!.range, context: { diagnostics: [] } },
    );
    expect(actions.map(({ title }) => title)).toContain('Change to ‘price’');
  });

  it('describe the responses that are shown, which are checked unless a setting says otherwise', async () => {
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), requests);
    await newest('a.http', (list) => list.length === 2);
    const uri = 'rulebook-response:/Response%201%3A%20GET%20pet.http';
    const about = { uri, operation: 'shop.showPet', endpoint: 'shop-dev', source: uriOf('a.http') };
    await client.connection.sendNotification(answerNotification, about);
    await client.open(uri, 'HTTP/1.1 200 OK\n\n{\n  "kind": "cow",\n  "price": "1"\n}\n');
    const found = await client.publishedWith((params) => params.uri === uri && params.diagnostics.length > 0);
    expect(found.map(({ code, severity, range }) => [code, severity, range.start.line])).toEqual([
      ['mismatched-answer', 3, 2],
      ['mismatched-answer', 3, 3],
      ['mismatched-answer', 3, 4],
    ]);
    const hover: Hover = await client.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 3, character: 4 },
    });
    expect(JSON.stringify(hover)).toContain('The kind of animal.');

    write('rulebook.json', JSON.stringify({ ...JSON.parse(withShop), rules: { 'mismatched-answer': 'off' } }));
    await changed('rulebook.json');
    await client.publishedWith(
      (params) =>
        params === [...client.published].reverse().find((one) => one.uri === uri) && params.diagnostics.length === 0,
    );
  });

  it('offer their names and base URLs in rulebook.json', async () => {
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), requests);
    await newest('a.http', (list) => list.length === 2);
    const text = '{ "services": { "shop": { } },\n"endpoints": { "e": { "service": "", "baseUrl": "" } } }';
    await client.open(uriOf('rulebook.json'), text, 'jsonc');
    const offered = async (character: number) => {
      const found: readonly CompletionItem[] = await client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri: uriOf('rulebook.json') },
        position: { line: 1, character },
      });
      return found.map(({ textEdit }) => textEdit?.newText);
    };
    expect(await offered((text.split('\n')[1]?.indexOf('"", ') ?? 0) + 1)).toEqual(['"shop"']);
    await client.change(uriOf('rulebook.json'), 2, [{ text: text.replace('"service": ""', '"service": "shop"') }]);
    const line = text.replace('"service": ""', '"service": "shop"').split('\n')[1] ?? '';
    expect(await offered(line.lastIndexOf('""') + 1)).toEqual(['"https://pets.example.org/v1"']);
  });

  it('are read again when one of their files changes', async () => {
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), requests);
    await newest('a.http', (list) => list.length === 2);
    const models = readFileSync(join(samples, 'shop-models.yaml'), 'utf8');
    write('api/shop-models.yaml', models.replace('    price:', '    prise:'));
    await changed('api/shop-models.yaml');
    expect(rulesOf(await newest('a.http', (list) => list.length === 1))).toEqual(['unknown-value']);
  });

  it('show what is wrong in their own files, and hold as they were until it is corrected', async () => {
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), `${requests}\n###\n\nPUT https://es.test/_security/api_key\n\n{ "nam": "a" }\n`);
    // What is found before the description was read is more than nothing, too.
    const before = rulesOf(await newest('a.http', (list) => rulesOf(list).includes('unknown-value')));
    const sample = readFileSync(join(samples, 'shop.yaml'), 'utf8');
    write('api/shop.yaml', sample.replace('  title: Pet shop', '  title: Pet shop: cats'));
    await changed('api/shop.yaml');
    const [broken] = await newest('api/shop.yaml', (list) => list.length > 0);
    expect(broken).toMatchObject({ severity: 1, source: 'rulebook', range: { start: { line: 2 } } });
    expect(rulesOf(await newest('a.http', () => true))).toEqual(before);

    write('api/shop.yaml', sample);
    await changed('api/shop.yaml');
    await newest('api/shop.yaml', (list) => list.length === 0);

    const models = readFileSync(join(samples, 'shop-models.yaml'), 'utf8');
    write('api/shop-models.yaml', models.replace('type: number', "$ref: '#/Money'"));
    await changed('api/shop-models.yaml');
    expect(await newest('api/shop-models.yaml', (list) => list.length > 0)).toHaveLength(1);
  });

  it('report a missing description in rulebook.json, and read it as soon as it exists', async () => {
    write('rulebook.json', withShop.replace('shop.yaml', 'other.yaml'));
    await changed('rulebook.json');
    await client.open(uriOf('a.http'), requests);
    const [missing] = await newest('rulebook.json', (list) => list.length > 0);
    expect(missing).toMatchObject({
      message: "The description './api/other.yaml' cannot be read: there is no such file.",
      range: { start: { line: 0, character: 35 } },
    });
    copyFileSync(join(samples, 'shop.yaml'), join(folder, 'api/other.yaml'));
    await changed('api/other.yaml');
    await newest('rulebook.json', (list) => list.length === 0);
    await newest('a.http', (list) => list.length === 2);
  });

  const deep = 1_500;
  const getting = (path: string, operation: unknown) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Hostile', version: '1' },
      paths: { [path]: { get: operation } },
    });
  const parameter = (schema: unknown) => ({ parameters: [{ name: 'q', in: 'query', schema }], responses: {} });
  it.each([
    ['nests deeply', 'api/shop.yaml', () => `openapi: 3.1.0\nx: ${'['.repeat(deep)}${']'.repeat(deep)}\n`, /nested/],
    ['leads to itself', 'api/shop.yaml', () => getting('/a', { $ref: '#/paths/~1a/get' }), /leads to itself/],
    [
      'has a pattern that cannot be compared',
      'api/shop.yaml',
      () => getting('/pets', parameter({ type: 'string', pattern: '^(a+)+\\1$' })),
      /pattern is not checked/,
    ],
    [
      'is too large',
      'rulebook.json',
      () => `openapi: 3.1.0\n#${' '.repeat(33_000_000)}\n`,
      /larger than 32 million bytes/,
    ],
  ])('leave the documents checked when a description %s', async (_, reported, text, message) => {
    write('api/shop.yaml', text());
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    const own = `GET https://pets.example.org/v1/pets?q=${'a'.repeat(40)}!\n`;
    await client.open(uriOf('a.http'), `${own}\n###\n\nPUT https://es.test/_security/api_key\n\n{ "nam": "a" }\n`);
    await newest(reported, (list) => list.some((problem) => message.test(String(problem.message))));
    expect(rulesOf(await newest('a.http', (list) => list.length > 0))).toContain('unknown-field');
    const hover: Hover = await client.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: uriOf('a.http') },
      position: { line: 4, character: 25 },
    });
    expect(JSON.stringify(hover)).toContain('API key');
  });

  it('shows the lists that a view can read of a service', async () => {
    write('rulebook.json', withShop);
    await changed('rulebook.json');
    write('pets.http', requests);
    await client.open(uriOf('pets.http'), requests);
    await newest('pets.http', (list) => list.length > 0);
    const shown = await client.connection.sendRequest(resourcesRequest, { service: 'shop', uri: uriOf('pets.http') });
    expect(shown).toMatchObject({ groups: [{ label: 'Pets', source: { request: { method: 'GET', path: '/pets' } } }] });
    const other = await client.connection.sendRequest(resourcesRequest, { service: 'other', uri: uriOf('pets.http') });
    expect(other).toEqual({ groups: [] });
    const documented = { service: 'code-hosting', uri: uriOf('pets.http') };
    const stated = await client.connection.sendRequest(resourcesRequest, documented);
    expect(stated).toMatchObject({ groups: [{ id: 'repositories' }, { id: 'projects' }] });
  });

  it('shows them where no request file is open', async () => {
    write('rulebook.json', withShop);
    await client.stop();
    client = await startClient({ rootUri: pathToFileURL(folder).href, capabilities: {} });
    const shown = await client.connection.sendRequest(resourcesRequest, { service: 'shop', uri: uriOf('pets.http') });
    expect(shown).toMatchObject({ groups: [{ label: 'Pets' }] });
  });
});
