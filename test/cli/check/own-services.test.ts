import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');
const shop = { 'api/shop.yaml': sample('shop.yaml'), 'api/shop-models.yaml': sample('shop-models.yaml') };
const endpoints = { dev: { service: 'shop', baseUrl: 'http://127.0.0.1:9' } };
const rulebook = (more: object = {}) =>
  JSON.stringify({ services: { shop: { description: 'api/shop.yaml', ...more } }, endpoints });
const requests = '# @endpoint dev\nGET /pets?kind=cow\n';

describe('a service with a description of its own', () => {
  it('is checked', async () => {
    const cwd = folderOf({ ...shop, 'rulebook.json': rulebook({ title: 'Our shop' }), 'a.http': requests });
    const { code, out, error } = await commandLine(['check', '.'], { cwd });
    expect(error).toBe('');
    expect(out).toContain('a.http:2:16 warning `kind` must be `cat`, `dog` or `bird`');
    expect(code).toBe(0);
  });

  it('is known to `run`, which plans by it', async () => {
    const cwd = folderOf({ ...shop, 'rulebook.json': rulebook(), 'a.http': requests });
    const { code, error } = await commandLine(['run', 'a.http'], { cwd });
    expect(error).toContain('127.0.0.1:9');
    expect(error).toContain('refused the connection');
    expect(code).toBe(3);
  });

  it('has every path alone where no other service has an endpoint, whatever others have there', async () => {
    const gitea = {
      openapi: '3.0.3',
      info: { title: 'A forge', version: '1' },
      paths: {
        '/repos/{owner}/{repo}/hooks': {
          parameters: ['owner', 'repo'].map((name) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { type: { enum: ['gitea'] }, branch_filter: { type: 'string' } },
                  },
                },
              },
            },
            responses: { 201: { description: 'The webhook.' } },
          },
        },
      },
    };
    const body = '{ "type": "gitea", "branch_filter": "*" }';
    const at = (endpoint: object) => ({
      'openapi.json': JSON.stringify(gitea),
      'rulebook.json': JSON.stringify({ services: { forge: { description: 'openapi.json' } }, ...endpoint }),
      'a.http': `POST /repos/o/r/hooks\n\n${body}\n\n###\nPOST /_security/api_key\n\n{ "name": "x" }\n`,
    });
    const cwd = folderOf(at({ endpoints: { f: { service: 'forge', baseUrl: 'http://127.0.0.1:9/api' } } }));
    const checked = await commandLine(['check', 'a.http', '--min-severity', 'hint'], { cwd });
    expect(checked.out).toBe('No findings in 2 requests of 1 file\n');
    for (const line of ['1', '6']) {
      const { out } = await commandLine(['explain', 'a.http', '--line', line], { cwd });
      expect(out).toContain('http://127.0.0.1:9/api  the default for forge, the only service with an endpoint here');
    }
    const { error, code } = await commandLine(['run', 'a.http', '--all'], { cwd });
    expect(error.split('127.0.0.1:9 refused the connection').length).toBeGreaterThan(2);
    expect(code).toBe(3);
    // Without an endpoint it goes nowhere, and not to the sandbox of a service with the same path.
    const nowhere = await commandLine(['run', 'a.http', '--line', '1'], { cwd: folderOf(at({})) });
    expect(nowhere.error).toContain('it has no known endpoint');
  });

  it('reports mistakes of the description in its own files', async () => {
    const models = shop['api/shop-models.yaml'].replace('type: number', "$ref: '#/Money'");
    const cwd = folderOf({ ...shop, 'api/shop-models.yaml': models, 'rulebook.json': rulebook(), 'a.http': requests });
    const line = 'api/shop-models.yaml:15:7 error `#/Money` does not exist';
    for (const path of ['.', 'rulebook.json', 'api/shop.yaml', 'api/shop-models.yaml']) {
      const { code, out } = await commandLine(['check', path], { cwd });
      expect(out, path).toContain(line);
      expect(out.split(line), path).toHaveLength(2);
      expect(code, path).toBe(1);
    }
    // A request file alone does not answer for its description.
    expect(await commandLine(['check', 'a.http'], { cwd })).toMatchObject({ code: 0, error: '' });
  });

  it('reports a description that cannot be read, and checks the rest', async () => {
    const cwd = folderOf({
      'rulebook.json': rulebook(),
      'a.http': `${requests}\n###\n\n# @endpoint sandbox-cluster\nPUT /_security/api_key\n\n{ "nam": 1 }\n`,
    });
    const whole = await commandLine(['check', 'a.http'], { cwd });
    expect(whole.error).toBe(
      'rulebook: api/shop.yaml, the description of shop, cannot be read: there is no such file\n',
    );
    expect(whole.out).toContain('`nam`');
    const configuration = await commandLine(['check', 'rulebook.json'], { cwd });
    expect(configuration.out).toContain('rulebook.json:1:36 error The description `api/shop.yaml` cannot be read');
    expect(configuration.error).toBe('');
    const broken = folderOf({ 'api/shop.yaml': 'openapi: [', 'rulebook.json': rulebook(), 'a.http': requests });
    const { error } = await commandLine(['check', 'a.http'], { cwd: broken });
    expect(error).toContain('cannot be used; run `rulebook describe api/shop.yaml` to see why');
  });

  it.each([
    [
      'refers to itself',
      { 'api/shop.yaml': shop['api/shop.yaml'].replace('./shop-models.yaml#/Pet', '#/paths/~1pets/post') },
    ],
    [
      'refers in a circle over files',
      {
        'api/shop.yaml': shop['api/shop.yaml'].replace('shop-models.yaml#/Pet', 'one.yaml'),
        'api/one.yaml': "$ref: './two.yaml'\n",
        'api/two.yaml': "$ref: './one.yaml'\n",
      },
    ],
    [
      'has recursive models',
      {
        ...shop,
        'api/shop-models.yaml': `${shop['api/shop-models.yaml']}    parent:\n      $ref: '#/Pet'\n    young:\n      type: array\n      items: { $ref: './shop.yaml#/paths/~1pets/post/requestBody/content/application~1json/schema' }\n`,
      },
    ],
    ['is nested deeply', { 'api/shop.yaml': `openapi: 3.1.0\nx-deep: ${'['.repeat(100_000)}` }],
    [
      'is nested deeply in JSON',
      { 'api/shop.yaml': `{"openapi":"3.1.0","x-deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
    ],
    [
      'has deep schemas',
      {
        'api/shop.yaml': shop['api/shop.yaml'].replace(
          "$ref: './shop-models.yaml#/Pet'",
          `{ "type": "array", "items": `.repeat(3000) + '{}' + ' }'.repeat(3000),
        ),
      },
    ],
    [
      'repeats itself by aliases',
      {
        'api/shop.yaml': `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}\nopenapi: 3.1.0\n`,
      },
    ],
    ['is larger than 32 million bytes', { 'api/shop.yaml': `openapi: 3.1.0\nx: ${'a'.repeat(40_000_000)}\n` }],
  ])('ends, and the documents go on working, when a description %s', async (_, files) => {
    const document = 'PUT https://es.test/_security/api_key\nContent-Type: application/json\n\n{ "nam": 1 }\n';
    const cwd = folderOf({ ...files, 'rulebook.json': rulebook(), 'a.http': `${requests}\n###\n\n${document}` });
    const { code, out, error } = await commandLine(['check', 'a.http'], { cwd });
    expect(out).toContain('`nam`');
    expect(error).not.toContain('internal error');
    expect(code).toBe(0);
  });

  it('says what a file is that no rulebook.json names', async () => {
    const cwd = folderOf(shop);
    const { code, error } = await commandLine(['check', 'api/shop.yaml'], { cwd });
    expect(error).toContain('no rulebook.json names this file as a description');
    expect(code).toBe(2);
  });
});

describe('rulebook describe', () => {
  it('shows a description by its file, by its service, and as JSON', async () => {
    const cwd = folderOf({ ...shop, 'rulebook.json': rulebook() });
    const byFile = await commandLine(['describe', 'api/shop.yaml'], { cwd });
    expect(byFile).toMatchObject({ code: 0, error: '' });
    expect(byFile.out).toContain('3 operations:\n  GET     /pets          List the pets\n');
    expect(await commandLine(['describe', 'shop'], { cwd })).toEqual(byFile);
    const { out } = await commandLine(['describe', 'shop', '--format', 'json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      description: {
        title: 'Pet shop',
        version: '1.4.0',
        baseUrls: ['https://pets.example.org/v1'],
        credentials: ['key (header X-Shop-Key)'],
        operations: [{ method: 'GET', path: '/pets' }, { method: 'POST' }, { path: '/pets/{petId}' }],
        problems: [],
      },
    });
  });

  it('shows a service as its overlays make it, and what is wrong with them', async () => {
    const overlay = JSON.stringify({
      overlay: '1.0.0',
      actions: [
        { target: "$.paths['/pets'].post", remove: true },
        { target: '$.nothing', remove: true },
      ],
    });
    const cwd = folderOf({
      ...shop,
      'overlay.json': overlay,
      'rulebook.json': rulebook({ overlays: ['overlay.json'] }),
    });
    const { out } = await commandLine(['describe', 'shop'], { cwd });
    expect(out).toContain('2 operations:');
    expect(out).toContain('overlay.json#/actions/1/target\n    The target matches nothing');
    expect((await commandLine(['describe', 'api/shop.yaml'], { cwd })).out).toContain('3 operations:');
  });

  it('names every part that is wrong or not understood, by its pointer', async () => {
    const models = shop['api/shop-models.yaml'].replace('type: number', "$ref: '#/Money'");
    const cwd = folderOf({ ...shop, 'api/shop-models.yaml': models, 'broken.yaml': 'openapi: [' });
    const { code, out } = await commandLine(['describe', 'api/shop.yaml'], { cwd });
    expect(out).toContain('error api/shop-models.yaml#/Pet/properties/price/$ref\n    `#/Money` does not exist');
    expect(code).toBe(1);
    expect(await commandLine(['describe', 'broken.yaml'], { cwd })).toMatchObject({
      code: 1,
      out: expect.stringContaining('cannot be read from here on') as string,
    });
  });

  it('says what a file of another format is, and what to do with it', async () => {
    const cwd = folderOf({ 'events.yaml': 'asyncapi: 3.0.0\ninfo: { title: Events }\n' });
    const { code, out } = await commandLine(['describe', 'events.yaml'], { cwd });
    expect(out).toMatch(
      /^events\.yaml cannot be read as a description of an HTTP interface:\n {2}This file is an AsyncAPI document.*OpenAPI file\.\n$/,
    );
    expect(code).toBe(1);
  });

  it('counts the operations of a documented service by their layers, and shows the published description', async () => {
    const { code, out } = await commandLine(['describe', 'search-cluster']);
    expect(out).toMatch(/^Layers: +\d+ documented, \d+ reference, \d{3} described$/m);
    expect(code).toBe(0);
    expect((await commandLine(['describe', 'elasticsearch'])).out).toMatch(/^Elasticsearch \d+\.\d+\.\d+\n/);
  });

  it('refuses a name that is nothing', async () => {
    const { code, error } = await commandLine(['describe', 'nothing-of-this-name']);
    expect(error).toContain('there is no such file, and no service of this name');
    expect(code).toBe(2);
  });
});
