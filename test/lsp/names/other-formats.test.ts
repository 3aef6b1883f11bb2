import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, CodeLens, CompletionItem, Hover, Location } from 'vscode-languageserver-protocol';
import { startClient, type LanguageClient } from '../language-client';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');

/** The shop at a URL, of which a copy is here; an overlay takes a bird out of it. */
const configuration = {
  services: {
    shop: { description: 'shop.yaml', source: 'https://shop.example.org/openapi.yaml', overlays: ['fix.yaml'] },
  },
  endpoints: { trial: { service: 'shop', baseUrl: 'https://trial.example.org/v1' } },
};
const closed = `overlay: 1.0.0
info: { title: o, version: '1' }
actions:
  - target: $.paths['/pets'].get.summary
    update: List some
`;

let folder: string;
let client: LanguageClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-arazzo-'));
  for (const name of ['shop.yaml', 'shop-models.yaml']) writeFileSync(join(folder, name), sample(name));
  writeFileSync(join(folder, 'fix.yaml'), closed);
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify(configuration));
  const rootUri = pathToFileURL(folder).href;
  client = await startClient({
    ...{ rootUri, workspaceFolders: [{ uri: rootUri, name: 'pets' }] },
    initializationOptions: { sends: true },
  });
});
afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true, force: true });
});

const document = (kind: string) => `arazzo: 1.0.1
info: { title: Pets, version: 1.0.0 }
sourceDescriptions:
  - { name: shop, url: ./shop.yaml, type: openapi }
workflows:
  - workflowId: buy
    steps:
      - stepId: list
        operationId: listPets
        parameters:
          - { name: kind, in: query, value: ${kind} }
`;

describe('a document of another format', () => {
  it('has diagnostics, which follow its edits', async () => {
    const uri = `${pathToFileURL(folder).href}/pets.arazzo.yaml`;
    await client.open(uri, document('cow'), 'yaml');
    expect(await client.diagnosticsOf(uri, 1)).toMatchObject([
      { message: "'kind' must be 'cat', 'dog' or 'bird'.", range: { start: { line: 10, character: 37 } } },
    ]);
    await client.change(uri, 2, [{ text: document('cat') }]);
    expect(await client.diagnosticsOf(uri, 2)).toEqual([]);
  });

  it('is an overlay, compared with what it extends', async () => {
    const uri = `${pathToFileURL(folder).href}/fix.overlay.yaml`;
    const text = `overlay: 1.1.0\ninfo: { title: o, version: 1.0.0 }\nextends: ./shop.yaml\nactions:\n  - target: $.nothing\n    remove: true\n`;
    await client.open(uri, text, 'yaml');
    expect(await client.diagnosticsOf(uri, 1)).toMatchObject([
      { message: 'The target matches nothing in the description.', range: { start: { line: 4 } } },
    ]);
  });
});

/** Opens a text, and returns where the last sign `|` was in it. */
async function openAt(name: string, text: string, languageId = 'yaml') {
  const uri = `${pathToFileURL(folder).href}/${name}`;
  const before = text.slice(0, text.lastIndexOf('|'));
  const line = before.split('\n').length - 1;
  await client.open(uri, before + text.slice(before.length + 1), languageId);
  return { textDocument: { uri }, position: { line, character: before.length - before.lastIndexOf('\n') - 1 } };
}

const step = (lines: string) => `${document('cat')}      - stepId: next\n${lines}`;

describe('an Arazzo document', () => {
  it.each([
    ['        operationId: |', 'listPets'],
    ['        operationId: showPet\n        parameters:\n          - name: |', 'petId'],
    ['        operationId: listPets\n        parameters:\n          - { name: kind, in: query, value: | }', 'dog'],
    ['        operationId: offerPet\n        requestBody:\n          payload:\n            n|', 'name'],
    ['        operationId: offerPet\n        requestBody:\n          payload:\n            kind: |', 'bird'],
    [
      '        operationId: offerPet\n        requestBody:\n          contentType: application/json\n          payload: |\n            { "na|',
      'name',
    ],
    [
      '        operationId: showPet\n        successCriteria:\n          - condition: $response.body#/|',
      '$response.body#/name',
    ],
  ])('is completed behind %j', async (lines, label) => {
    const at = await openAt(`c${lines.length}.arazzo.yaml`, step(lines));
    const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', at);
    expect(items.map((one) => one.label)).toContain(label);
    expect(items.every(({ textEdit, insertTextMode }) => textEdit !== undefined && insertTextMode === 1)).toBe(true);
  });

  it('is completed as JSON', async () => {
    const text = '{ "arazzo": "1.1.0", "workflows": [{ "workflowId": "a", "steps": [{ "stepId": "b", "o|" }] }] }';
    const at = await openAt('j.arazzo.json', text, 'json');
    const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', at);
    expect(items.find(({ label }) => label === 'operationId')).toMatchObject({
      textEdit: { newText: '"operationId": ' },
    });
  });

  it('is explained as a request is, and leads to the description', async () => {
    const at = await openAt('h.arazzo.yaml', step('        operationId: list|Pets'));
    const hover = await client.connection.sendRequest<Hover>('textDocument/hover', at);
    // The overlay of the service counts.
    expect(hover).toMatchObject({ contents: { value: expect.stringContaining('List some') as string } });
    const places = await client.connection.sendRequest<Location[]>('textDocument/definition', at);
    const line = sample('shop.yaml')
      .split('\n')
      .findIndex((one) => /^ {4}get:/.test(one));
    expect(places).toMatchObject([{ uri: `${pathToFileURL(folder).href}/shop.yaml`, range: { start: { line } } }]);
  });

  it('has a fix for a slip, and for a description that is not read', async () => {
    const uri = `${pathToFileURL(folder).href}/f.arazzo.yaml`;
    const text = document('cat').replace('operationId: listPets', 'operationId: listPet');
    await client.open(uri, text, 'yaml');
    const [first] = await client.diagnosticsOf(uri, 1);
    const range = first?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const fixes = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      ...{ textDocument: { uri }, range },
      context: { diagnostics: [first] },
    });
    expect(fixes).toMatchObject([
      {
        title: 'Change to `listPets`',
        edit: { changes: { [uri]: [{ newText: 'listPets', range: { start: { line: 8, character: 21 } } }] } },
      },
    ]);
    await client.change(uri, 2, [{ text: text.replace('./shop.yaml', 'https://other.example.org/api.yaml') }]);
    const [unread] = await client.diagnosticsOf(uri, 2);
    expect(unread?.message).toContain('it is at a URL; fetch it');
    const fetching = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      ...{ textDocument: { uri }, range: unread?.range },
      context: { diagnostics: [unread] },
    });
    expect(fetching).toMatchObject([
      { command: { command: 'rulebook.useDescriptionUrl', arguments: ['https://other.example.org/api.yaml'] } },
    ]);
  });

  it.each([
    ['        operationId: offerPet\n        requestBody: { payload: { naem: Tom, kind: cat } }\n', 'Change to `name`'],
    ['        operationId: offerPet\n        requestBody: { payload: { name: Tom, kind: catt } }\n', 'Change to `cat`'],
  ])('has the fixes of a request in %j', async (lines, title) => {
    const uri = `${pathToFileURL(folder).href}/p${title.length}.arazzo.yaml`;
    await client.open(uri, step(lines), 'yaml');
    const diagnostics = await client.diagnosticsOf(uri, 1);
    const fixes = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      ...{ textDocument: { uri }, range: { start: { line: 11, character: 0 }, end: { line: 14, character: 0 } } },
      context: { diagnostics },
    });
    expect(fixes.map((one) => one.title)).toContain(title);
  });

  it('takes the copy of a description at a URL', async () => {
    const uri = `${pathToFileURL(folder).href}/u.arazzo.yaml`;
    await client.open(uri, document('cow').replace('./shop.yaml', 'https://shop.example.org/openapi.yaml'), 'yaml');
    expect(await client.diagnosticsOf(uri, 1)).toMatchObject([{ message: "'kind' must be 'cat', 'dog' or 'bird'." }]);
  });

  it('follows changes of its description', async () => {
    const uri = `${pathToFileURL(folder).href}/d.arazzo.yaml`;
    const path = join(folder, 'changing.yaml');
    writeFileSync(path, sample('shop.yaml'));
    await client.open(uri, document('cat').replace('./shop.yaml', './changing.yaml'), 'yaml');
    expect(await client.diagnosticsOf(uri, 1)).toEqual([]);
    writeFileSync(path, sample('shop.yaml').replace('operationId: listPets', 'operationId: allPets'));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(path).href, type: 2 }],
    });
    expect(await client.publishedWith((one) => one.uri === uri && one.diagnostics.length > 0)).toMatchObject([
      { message: "No operation of the source descriptions has the id 'listPets'." },
    ]);
  });

  it('has a lens that runs a workflow as a sequence of requests', async () => {
    const uri = `${pathToFileURL(folder).href}/l.arazzo.yaml`;
    await client.open(uri, document('cat'), 'yaml');
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses).toMatchObject([
      {
        range: { start: { line: 5 } },
        command: { title: 'Run Workflow buy', command: 'rulebook.runWorkflow', arguments: [uri, 'buy'] },
      },
    ]);
    const read = await client.connection.sendRequest('rulebook/workflow', { uri, workflow: 'buy' });
    expect(read).toMatchObject({
      text: expect.stringContaining(
        '# @sequence buy: list\n# @name list\n# @endpoint trial\nGET /pets?kind=cat',
      ) as string,
      notes: [],
    });
    expect(await client.connection.sendRequest('rulebook/workflow', { uri, workflow: 'none' })).toEqual({
      reason: 'The workflow cannot be run: it has no workflow none.',
    });
  });

  it.each([
    ['shop.yaml', 'listAll', 'the step list calls what is not found'],
    [
      'nowhere.yaml',
      'listPets',
      'nothing says where the source description shop is; name it as a service with an endpoint in rulebook.json',
    ],
  ])('is not run in part or to another place: %s, %s', async (source, operation, problem) => {
    writeFileSync(
      join(folder, 'nowhere.yaml'),
      `openapi: 3.1.0\ninfo: { title: a, version: '1' }\npaths: { /pets: { get: { operationId: listPets } } }\n`,
    );
    const uri = `${pathToFileURL(folder).href}/${source.replace('.yaml', '')}-w.arazzo.yaml`;
    const text = document('cat').replace('shop.yaml', source).replace('listPets', operation);
    await client.open(uri, text, 'yaml');
    expect(await client.connection.sendRequest('rulebook/workflow', { uri, workflow: 'buy' })).toEqual({
      reason: `The workflow cannot be run: ${problem}.`,
    });
  });
});

describe('an overlay', () => {
  it('has targets by what it extends, and says what they select', async () => {
    const front = `overlay: 1.1.0\ninfo: { title: o, version: '1' }\nextends: ./shop.yaml\nactions:\n  - target: `;
    const at = await openAt('t.overlay.yaml', `${front}$.paths[|`);
    const items = await client.connection.sendRequest<CompletionItem[]>('textDocument/completion', at);
    expect(items.map(({ label }) => label)).toContain("$.paths['/pets']");
    const there = await openAt('s.overlay.yaml', `${front}$.pa|ths['/pets'].get\n    remove: true\n`);
    const hover = await client.connection.sendRequest<Hover>('textDocument/hover', there);
    expect(hover).toMatchObject({ contents: { value: expect.stringContaining('#/paths/~1pets/get') as string } });
  });

  it('has a fix for a member that is nearly known', async () => {
    const uri = `${pathToFileURL(folder).href}/m.overlay.yaml`;
    await client.open(
      uri,
      `overlay: 1.1.0\ninfo: { title: o, version: '1' }\nactions:\n  - traget: $.info\n    remove: true\n`,
      'yaml',
    );
    const diagnostics = await client.diagnosticsOf(uri, 1);
    const fixes = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      ...{ textDocument: { uri }, range: { start: { line: 3, character: 4 }, end: { line: 3, character: 4 } } },
      context: { diagnostics },
    });
    expect(fixes.map(({ title }) => title)).toEqual(['Change to `target`']);
  });
});
