import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import {
  importableIn,
  importFolder,
  importRequests,
  placeOfCollection,
  workspaceOf,
} from '../../../packages/exchange/src/index';
import { importLibraries } from '../../../packages/exchange/src/import/libraries/index';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function planOf(text: string) {
  const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
  return others.length === 0 ? first : undefined;
}

const how = { planOf, libraries: importLibraries, name: 'Shop' };

function imported(files: Readonly<Record<string, string>>) {
  const written = importFolder(new Map(Object.entries(files)), how);
  if ('problem' in written) throw new Error(written.problem);
  return written;
}

function requestOf(lines: string): string {
  return `$kind: http-request\nmethod: GET\nurl: 'https://h/a'\n${lines}`;
}

describe('a collection of Postman in files', () => {
  it('has requests, folders, authorization, scripts and environments', () => {
    const written = imported({
      '.resources/definition.yaml': [
        '$kind: collection',
        'name: Corner shop',
        'variables:',
        '  - { key: base, value: "https://h" }',
        '  - { key: off, value: x, disabled: true }',
        'auth: { type: bearer, credentials: [{ key: token, value: "{{token}}" }] }',
        'scripts:',
        "  - { type: 'http:afterResponse', language: text/javascript, code: 'pm.test(\"ok\", () => pm.response.to.have.status(200));' }",
        "  - { type: 'grpc:beforeInvoke', code: 'x()' }",
      ].join('\n'),
      'second.request.yaml': [
        '$kind: http-request',
        'name: Second one',
        'order: 2000',
        'method: POST',
        "url: '{{base}}/orders/:id?draft=1'",
        'queryParams:',
        '  - { key: draft, value: "1" }',
        '  - { key: page, value: a b }',
        '  - { key: old, value: "2", disabled: true }',
        'pathVariables: [{ key: id, value: "7" }]',
        'headers: { X-Client: shop }',
        'body:',
        '  type: json',
        '  content: |-',
        '    { "n": 1 }',
        'scripts:',
        '  - type: beforeRequest',
        '    code: [ "pm.environment.set(\'n\', 1);" ]',
      ].join('\n'),
      'first.request.yaml': requestOf('order: 1000\nauth: { type: noauth }\nsettings: { followRedirects: false }\n'),
      'Items/.resources/definition.yaml': "$kind: collection\nname: All items\nvariables: { size: '3' }\norder: 3000\n",
      'Items/List.request.yaml': requestOf(
        'auth: { type: apikey, credentials: { key: X-Key, value: "{{key}}", in: header } }\nheaders: [{ key: X-Size, value: "{{size}}" }]\n',
      ),
      '.resources/first.resources/examples/200.example.yaml': '$kind: http-example\nresponse: {}\n',
      '../environments/Local.environment.yaml':
        'name: Local\nvalues:\n  - { key: base, value: "http://l", enabled: true }\n  - { key: token, value: s, enabled: true, type: secret }\n  - { key: vault, secret: true, enabled: true }\n  - { key: old, value: x, enabled: false }\n',
      '../globals/Globals.globals.yaml': 'name: Globals\nvalues:\n  - { key: everywhere, value: "1", enabled: true }\n',
    });
    expect(written.text).toMatchInlineSnapshot(`
      "# Note: left out: 1 example of a response.
      # Note: the variable old is left out, because it is disabled.
      # Note: a script of the folder Corner shop is not taken over: it is of the kind \`grpc:beforeInvoke\`.
      # Note: the variable off is left out, because it is disabled.
      @base = https://h

      ### Shared each
      > {%
      pm.test("ok", () => pm.response.to.have.status(200));
      %}

      ### first
      # Note: the setting followRedirects is not taken over.
      GET https://h/a

      ### Second one
      # Note: the query parameter old is left out, because it is disabled.
      < {%
      pm.environment.set('n', 1);
      %}
      POST {{base}}/orders/7?draft=1&page=a%20b
      X-Client: shop
      Authorization: Bearer {{token}}
      Content-Type: application/json

      { "n": 1 }

      ### All items / List
      @size = 3
      GET https://h/a
      X-Size: {{size}}
      X-Key: {{key}}
      "
    `);
    expect(written.notes).toMatchInlineSnapshot(`
      [
        "left out: 1 example of a response",
        "the variable old is left out, because it is disabled",
        "a script of the folder Corner shop is not taken over: it is of the kind \`grpc:beforeInvoke\`",
        "the variable off is left out, because it is disabled",
        "the setting followRedirects is not taken over",
        "the query parameter old is left out, because it is disabled",
      ]
    `);
    expect(written.environments).toMatchInlineSnapshot(`
      [
        {
          "environment": "Local",
          "name": "base",
          "value": "http://l",
        },
        {
          "environment": "Local",
          "isSecret": true,
          "name": "token",
          "value": "s",
        },
        {
          "environment": "Local",
          "isSecret": true,
          "name": "vault",
          "value": "",
        },
        {
          "environment": "$shared",
          "name": "everywhere",
          "value": "1",
        },
      ]
    `);
    expect(written.missing).toBe(0);
    expect(written.files?.map(({ path }) => path)).toEqual(['Corner shop.http', 'All items.http']);
  });

  it('has all kinds of bodies', () => {
    const body = (content: string) => imported({ 'a.request.yaml': requestOf(`body:\n${content}`) });
    expect(body('  type: urlencoded\n  content: { a: b c, d: "{{e}}" }').text).toContain('\n\na=b%20c&d={{e}}\n');
    expect(
      body('  type: urlencoded\n  content: [{ key: a, value: b, disabled: true }, { key: c, value: d }]').text,
    ).toContain('\n\nc=d\n');
    const form = body(
      '  type: formdata\n  content:\n    - { key: note, type: text, value: hello }\n    - { key: f, type: file, src: ./a.txt }',
    ).text;
    expect(form).toContain('name="note"\n\nhello\n');
    expect(form).toContain('name="f"; filename="a.txt"');
    expect(form).toContain('< ./a.txt');
    expect(body('  type: file\n  content: { src: ./a.bin }').text).toContain('\n\n< ./a.bin\n');
    expect(body('  type: xml\n  content: <a/>').text).toContain('Content-Type: application/xml\n\n<a/>\n');
    expect(body('  type: none').text).toBe('### a\nGET https://h/a\n');
    const unknown = body('  mode: raw\n  raw: x');
    expect(unknown.notes).toEqual(['the body is left out, because it does not say its `type`']);
  });

  it('keeps the order, and puts requests without one behind, by their names', () => {
    const { text } = imported({
      'b 10.request.yaml': requestOf(''),
      'b 2.request.yaml': requestOf(''),
      'z.request.yaml': requestOf('order: 440185489721936'),
      'y.request.yaml': requestOf('order: 1.5'),
      'c/x.request.yaml': requestOf('order: text'),
    });
    expect(text.match(/^### .*$/gm)).toEqual(['### y', '### z', '### b 2', '### b 10', '### c / x']);
  });

  it('says which files cannot be read, without their text', () => {
    const written = imported({
      'good.request.yaml': requestOf(''),
      'broken.request.yaml': '$kind: http-request\nmethod: GET\nurl: {{secretHost}}/x\n',
      'open.request.yaml': '$kind: http-request\nheaders: [\n',
      'x/.resources/definition.yaml': 'auth: [',
      'x/good.request.yaml': requestOf(''),
      'Local.environment.yaml': 'values: [',
    });
    expect(written.notes).toMatchInlineSnapshot(`
      [
        "the file broken.request.yaml is left out, because it is not valid YAML: see line 3",
        "the file open.request.yaml is left out, because it is not valid YAML: see line 3",
        "the file x/.resources/definition.yaml is left out, because it is not valid YAML: see line 1",
        "the file Local.environment.yaml is left out, because it is not valid YAML: see line 1",
      ]
    `);
    expect(written.requests).toBe(2);
    expect(written.missing).toBe(2);
    expect(written.notes.join()).not.toContain('secretHost');
  });

  it.each(['graphql-request', 'grpc-request', 'websocket-request', 'socket.io-request', 'mcp-request', 'new-request'])(
    'leaves out a %s, and says so',
    (kind) => {
      const written = imported({
        'a.request.yaml': requestOf(''),
        'b/c.request.yaml': `$kind: ${kind}\nurl: 'https://h'\n`,
      });
      expect(written.notes).toEqual([
        `the request b/c.request.yaml is left out, because it is of the kind \`${kind}\``,
      ]);
      expect(written).toMatchObject({ requests: 1, missing: 1 });
    },
  );

  it('is not a collection where no file says so', () => {
    expect(importFolder(new Map([['a.request.yaml', 'url: x\n']]), how)).toEqual({
      problem: 'it holds no collection of Postman, Bruno or Thunder Client',
    });
    expect(importFolder(new Map([['.resources/a.request.yaml', requestOf('')]]), how)).toHaveProperty('problem');
  });

  it('takes its name from the folder where it does not say it', () => {
    expect(imported({ 'a.request.yaml': requestOf('') }).files?.map(({ path }) => path)).toEqual(['Shop.http']);
    const two = imported({ 'Users/Log in.request.yaml': requestOf("name: 'Log in / out'") });
    expect(two.text).toContain('### Users / Log in / out\n');
    expect(two.files?.map(({ path, text }) => [path, text.split('\n')[0]])).toEqual([
      ['Users.http', '### Log in / out'],
    ]);
  });

  it('never names a file outside of the folder', () => {
    const name = (text: string) => `$kind: collection\nname: '${text}'\n`;
    const written = imported({
      '.resources/definition.yaml': name('../../../root'),
      'a.request.yaml': requestOf("name: '../../a'"),
      'x/.resources/definition.yaml': name('../../../etc/cron.d'),
      'x/y/.resources/definition.yaml': name('C:\\Windows'),
      'x/y/a.request.yaml': requestOf(''),
      'z/.resources/definition.yaml': name('/'),
      'z/a.request.yaml': requestOf(''),
      '../v/.resources/definition.yaml': name('..'),
      '../v/a.request.yaml': requestOf(''),
    });
    for (const { path } of written.files ?? [])
      for (const part of path.split('/')) expect(part).toMatch(/^[^./\\:][^/\\:]*$/);
    expect(written.files).toHaveLength(4);
  });

  it('shares its folder with others', () => {
    const of = (name: string, base: string) => ({
      [`postman/collections/${name}/.resources/definition.yaml`]: `$kind: collection\nvariables: { base: '${base}', same: '1' }\nauth: { type: basic, credentials: { username: ${name}, password: '{{password}}' } }\n`,
      [`postman/collections/${name}/get.request.yaml`]: requestOf('').replace('https://h', '{{base}}'),
    });
    const { text, files } = imported({
      ...of('one', 'https://one'),
      ...of('two', 'https://two'),
      'other.yaml': 'a: 1',
    });
    expect(files?.map(({ path }) => path)).toEqual(['one.http', 'two.http']);
    expect(text).toMatchInlineSnapshot(`
      "@same = 1

      ### one / get
      @base = https://one
      GET {{base}}/a
      Authorization: Basic one:{{password}}

      ### two / get
      @base = https://two
      GET {{base}}/a
      Authorization: Basic two:{{password}}
      "
    `);
    const env = { 'postman/environments/e.environment.yaml': 'values: [{ key: base, value: "https://e" }]' };
    const { notes, environments } = imported({ ...of('one', 'https://one'), ...of('two', 'https://two'), ...env });
    expect(environments).toEqual([{ environment: 'e', name: 'base', value: 'https://e' }]);
    expect(notes).toEqual([
      'the variable base has other values in other collections; those of the environments are taken',
    ]);
  });
});

it('a single request is imported, and says what is missing', () => {
  const written = importRequests(requestOf(''), { ...how, name: 'Get it' });
  expect(written).toMatchObject({
    requests: 1,
    notes: ['what its collection says is not here: authorization, variables, scripts; import the folder for them'],
  });
  expect(importRequests('$kind: collection\nname: x\n', how)).toEqual({
    problem:
      'it belongs to a collection of Postman, whose requests are in files of their own; import the folder of the collection',
  });
  expect(importRequests('$kind: http-request\nurl: {{a}}/b\n', { ...how, name: 'Get' })).toEqual({
    problem: 'it is not valid YAML: see line 2',
  });
  expect(importRequests(requestOf(''), { ...how, format: 'postman' })).toMatchObject({ requests: 1 });
  expect(importRequests('{"item":[]}', { ...how, format: 'postman' })).toEqual({ problem: 'it contains no request' });
});

it('an environment is imported', () => {
  expect(importRequests('name: Local\nvalues:\n  - key: a\n    value: b\n', how)).toMatchObject({
    environments: [{ environment: 'Local', name: 'a', value: 'b' }],
  });
});

it.each<[string, string, object | undefined]>([
  ['a request', requestOf(''), { kind: 'folder', requests: 0 }],
  ['a definition', "$kind: 'collection'\n", { kind: 'folder', requests: 0 }],
  ['a gRPC request', '$kind: grpc-request\n', { kind: 'folder', requests: 0 }],
  ['an environment', 'name: a\nvalues:\n  - key: a\n', { kind: 'environment', requests: 0 }],
  ['an environment on lines', 'values:\n  - { key: a }\nname: a\n', { kind: 'environment', requests: 0 }],
  ['an example', '$kind: http-example\n', undefined],
  ['values of something else', 'name: a\nvalues:\n  - a\n', undefined],
  ['values of a selector', 'name: a\nspec:\n  values:\n    - key: a\n', undefined],
])('%s is known by its text', (_, text, expected) => {
  expect(importableIn(text)).toEqual(expected);
});

it.each<[string, number, number]>([
  ['/p/postman/collections/Shop/Users/Get.request.yaml', 2, 5],
  ['/p/postman/collections/Shop/Get.request.yaml', 1, 4],
  ['/p/postman/collections/Shop/.resources/definition.yaml', 2, 5],
  ['/p/postman/collections/Get.request.yaml', 1, 3],
  ['/p/postman/collections/.resources/definition.yaml', 2, 4],
  ['/p/Shop/Get.request.yaml', 1, 2],
  ['/p/Shop/.resources/definition.yaml', 2, 3],
  ['/p/bruno.json', 1, 1],
])('the collection of %s begins %i above', (path, levels, outside) => {
  expect(placeOfCollection(path)).toEqual({ levels, outside });
});

it('what belongs to a collection is found by its place', () => {
  expect(workspaceOf('/p/postman/collections/Shop')).toEqual({ prefix: '', workspace: '/p/postman', files: '/p' });
  expect(workspaceOf('/p/postman/collections')).toEqual({
    ...{ prefix: 'collections/', workspace: '/p/postman', files: '/p' },
  });
  expect(workspaceOf('/p/postman')).toEqual({ prefix: '', files: '/p' });
  expect(workspaceOf('/p')).toEqual({ prefix: '', files: '/p' });
});
