import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { importableIn, importFolder, importRequests } from '../../../packages/exchange/src/index';
import { importLibraries } from '../../../packages/exchange/src/import/libraries/index';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function planOf(text: string) {
  const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
  return others.length === 0 ? first : undefined;
}

const how = { planOf, libraries: importLibraries };

function imported(text: string) {
  const written = importRequests(text, how);
  if ('problem' in written) throw new Error(written.problem);
  return written;
}

const request = `meta {
  name: Create
  type: http
  seq: 2
}

post {
  url: {{base}}/orders/:id?x=1
  body: json
  auth: inherit
}

params:query {
  x: 1
  ~y: 2
}

params:path {
  id: 7
}

headers {
  X-A: {{process.env.A}}
  ~X-Old: c
}

body:json {
  {
    "n": 1
  }
}

vars:post-response {
  token: res.body.token
}

assert {
  res.status: eq 201
  res.body.items[0].id: isNumber
  res.headers.x: eq 1
}

script:pre-request {
  bru.setVar('a', 1);
  req.setHeader('X', 'y');
}

tests {
  test("is created", function() {
    expect(res.getStatus()).to.equal(201);
    expect(res.body.id).to.be.a('number');
  });
}
`;

describe('Bruno', () => {
  it('has requests with scripts, asserts and variables', () => {
    const { text, notes } = imported(request);
    expect(text).toMatchInlineSnapshot(`
      "### Create
      # Note: the assertion about res.headers.x is not taken over.
      # Note: the header field X-Old is left out, because it is disabled.
      < {%
      pm.environment.set('a', 1);
      pm.variables.set("header_x", 'y');
      %}
      POST {{base}}/orders/7?x=1
      X-A: {{$processEnv A}}
      X: {{header_x}}
      Content-Type: application/json

      {
        "n": 1
      }

      ?? status == 201
      ?? $.items[0].id isNumber

      > {%
      pm.environment.set("token", pm.response.json().token);
      pm.test("is created", function() {
        pm.expect((() => pm.response.code)()).to.equal(201);
        pm.expect(pm.response.json().id).to.be.a('number');
      });
      %}
      "
    `);
    expect(notes).toMatchInlineSnapshot(`
      [
        "the assertion about res.headers.x is not taken over",
        "the header field X-Old is left out, because it is disabled",
      ]
    `);
  });

  const login = 'meta {\n  name: Log in\n  seq: 1\n}\n\nget {\n  url: {{base}}/login\n  auth: none\n}\n';

  it('is a folder with a collection, folders and environments', () => {
    const written = importFolder(
      new Map([
        ['bruno.json', '{ "version": "1", "name": "Shop", "type": "collection" }'],
        ['collection.bru', 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n'],
        ['environments/dev.bru', 'vars {\n  base: http://own\n  ~old: 1\n}\nvars:secret [\n  token\n]\n'],
        ['log-in.bru', login],
        ['Orders/folder.bru', 'meta {\n  name: All orders\n}\n'],
        ['Orders/create.bru', request],
        ['Orders/broken.bru', 'get {'],
      ]),
      how,
    );
    if ('problem' in written) throw new Error(written.problem);
    expect(written.environments).toEqual([
      { environment: 'dev', name: 'base', value: 'http://own' },
      { environment: 'dev', name: 'token', value: '', isSecret: true },
    ]);
    expect(written.files?.map(({ path }) => path)).toEqual(['Shop.http', 'All orders.http']);
    expect(written.files?.[0]?.text).toBe('### Log in\nGET {{base}}/login\n');
    expect(written.files?.[1]?.text).toContain('\nAuthorization: Bearer {{token}}\n');
    expect(written.notes[0]).toBe('the file Orders/broken.bru is left out, because it cannot be read');
  });

  it('is YAML, too', () => {
    const { text } = imported(`info:
  name: Get users
  type: http
  seq: 1
http:
  method: POST
  url: https://api.example/users/:id?page=2
  params:
    - name: page
      value: "2"
      type: query
    - name: id
      value: "5"
      type: path
  headers:
    - name: X-Off
      value: a
      disabled: true
  body:
    type: form-urlencoded
    data:
      - name: a
        value: b c
  auth:
    type: basic
    username: ann
    password: "{{password}}"
runtime:
  scripts:
    - type: tests
      code: |-
        test("is there", () => expect(res.status).to.equal(200));
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
`);
    expect(text).toMatchInlineSnapshot(`
      "### Get users
      # Note: the header field X-Off is left out, because it is disabled.
      POST https://api.example/users/5?page=2
      Authorization: Basic ann:{{password}}
      Content-Type: application/x-www-form-urlencoded

      a=b%20c

      ?? status == 200

      > {%
      pm.test("is there", () => pm.expect(pm.response.code).to.equal(200));
      %}
      "
    `);
  });
});

describe('Insomnia 5', () => {
  const file = `type: collection.insomnia.rest/5.0
schema_version: "5.1"
name: Shop
collection:
  - name: Orders
    meta:
      id: fld_1
      sortKey: -1
    authentication:
      type: bearer
      token: "{{ _.token }}"
    children:
      - name: Second
        url: "{{ _.base_url }}/orders"
        method: GET
        meta:
          sortKey: 2
        parameters:
          - name: q
            value: a b
          - name: off
            value: "1"
            disabled: true
      - name: First
        url: "{{ _.base_url }}/orders"
        method: POST
        meta:
          sortKey: 1
        body:
          mimeType: application/json
          text: '{ "id": "{% uuid ''v4'' %}" }'
        headers:
          - name: Content-Type
            value: application/json
        scripts:
          afterResponse: |-
            insomnia.test('ok', () => insomnia.response.to.have.status(201));
            insomnia.environment.set('id', insomnia.response.json().id);
  - name: Live
    url: wss://h/live
    meta:
      id: ws-req_1
environments:
  name: Base Environment
  data:
    base_url: https://own
  subEnvironments:
    - name: Staging
      data:
        token: canary
`;

  it('has requests in their order, folders, scripts and environments', () => {
    const { text, notes, environments } = imported(file);
    expect(text).toMatchInlineSnapshot(`
      "# Note: Live is left out, because it is not an HTTP request.

      ### Orders / First
      # Note: the template tag \`uuid\` is not taken over.
      POST {{base_url}}/orders
      Content-Type: application/json
      Authorization: Bearer {{token}}

      { "id": "{% uuid 'v4' %}" }

      > {%
      pm.test('ok', () => pm.response.to.have.status(201));
      pm.environment.set('id', pm.response.json().id);
      %}

      ### Orders / Second
      GET {{base_url}}/orders?q=a%20b
      Authorization: Bearer {{token}}
      "
    `);
    expect(notes).toEqual([
      'Live is left out, because it is not an HTTP request',
      'the template tag `uuid` is not taken over',
    ]);
    expect(environments).toEqual([
      { environment: '$shared', name: 'base_url', value: 'https://own' },
      { environment: 'Staging', name: 'token', value: 'canary' },
    ]);
  });

  it.each([
    ['application/vnd.api+json', '', 'Content-Type: application/vnd.api+json'],
    ['application/x-ndjson', '', 'Content-Type: application/x-ndjson'],
    ['text/csv', '', 'Content-Type: text/csv'],
    ['application/json', '', 'Content-Type: application/json'],
    ['application/graphql', '', 'Content-Type: application/json'],
    ['application/vnd.api+json', 'text/x-own', 'content-type: text/x-own'],
  ])('has a body of %s with its media type', (mimeType, own, expected) => {
    const headers = own === '' ? [] : [{ name: 'content-type', value: own }];
    const one = { name: 'a', url: 'https://own/a', method: 'POST', headers, body: { mimeType, text: '{}' } };
    const { text } = imported(`type: collection.insomnia.rest/5.0\ncollection:\n  - ${JSON.stringify(one)}\n`);
    expect(text.match(/^content-type: .*$/gim)).toEqual([expected]);
  });

  it.each([
    ['', 'Bearer {{token}}'],
    ['Bearer', 'Bearer {{token}}'],
    ['Token', 'Token {{token}}'],
    ['NO_PREFIX', '{{token}}'],
  ])('has a token with the scheme `%s`', (prefix, expected) => {
    const authentication = { type: 'bearer', token: '{{ _.token }}', prefix };
    const one = { name: 'a', url: 'https://own/a', method: 'GET', authentication };
    const { text } = imported(`type: collection.insomnia.rest/5.0\ncollection:\n  - ${JSON.stringify(one)}\n`);
    expect(text).toContain(`\nAuthorization: ${expected}\n`);
  });
});

describe('Hurl', () => {
  it('has entries with sections, bodies, captures and asserts', () => {
    const { text, notes } = imported(`# The login
POST https://own/login # here
X-A: b
[QueryStringParams]
debug: true
[BasicAuth]
ann: {{password}}
{
  "user": "ann",
  "tags": ["a"]
}
HTTP 200
Content-Type: application/json
[Captures]
token: jsonpath "$.token"
csrf: xpath "string(//meta)"
[Asserts]
jsonpath "$.id" == 7
header "X-Id" exists
jsonpath "$.items" count == 3
jsonpath "$.error" not exists
xpath "string(//title)" == "Hi"
md5 == hex,d41d8cd98f00b204e9800998ecf8427e;
jsonpath "$.at" isIsoDate
certificate "Subject" == "CN=own"

GET https://own/me
Authorization: Bearer {{token}}
HTTP *

POST https://own/form
[FormParams]
a: b c

PUT https://own/text
\`\`\`
one
two
\`\`\`
`);
    expect(text).toMatchInlineSnapshot(`
      "### POST /login
      # Note: the capture csrf is not taken over.
      # Note: an assert is not taken over; it is in the file of Hurl.
      POST https://own/login?debug=true
      X-A: b
      Authorization: Basic ann:{{password}}
      Content-Type: application/json

      {
        "user": "ann",
        "tags": ["a"]
      }

      ?? status == 200
      ?? header Content-Type == application/json
      ?? $.id == 7
      ?? header X-Id exists
      ?? $.items count == 3
      ?? $.error not exists
      ?? xpath "string(//title)" == "Hi"
      ?? body md5 == hex,d41d8cd98f00b204e9800998ecf8427e;
      ?? $.at isDate

      > {%
      client.global.set("token", jsonPath(response.json, "$.token"));
      %}

      ### GET /me
      GET https://own/me
      Authorization: Bearer {{token}}

      ### POST /form
      POST https://own/form
      Content-Type: application/x-www-form-urlencoded

      a=b%20c

      ### PUT /text
      # Note: the line end at the end of the body is not sent.
      PUT https://own/text

      one
      two

      "
    `);
    expect(notes).toEqual([
      'the capture csrf is not taken over',
      'an assert is not taken over; it is in the file of Hurl',
      'the line end at the end of the body is not sent',
    ]);
  });

  it('is refused where it cannot be read', () => {
    expect(importRequests('GET https://own/\nHTTP 200\nwhat is this\n', how)).toEqual({
      problem: 'it is not a file of Hurl that can be read',
    });
  });
});

describe('Thunder Client', () => {
  it('has requests in folders, tests and shared fields', () => {
    const { text, notes } = imported(
      JSON.stringify({
        clientName: 'Thunder Client',
        collectionName: 'Shop',
        version: '1.2',
        folders: [{ _id: 'f', name: 'Orders', containerId: '', sortNum: 1 }],
        requests: [
          {
            ...{ _id: 'b', containerId: 'f', name: 'Read', url: '{{base}}/orders/{id}', method: 'GET', sortNum: 2 },
            params: [
              { name: 'id', value: '7', isPath: true },
              { name: 'q', value: 'a', isPath: false },
            ],
            tests: [
              { type: 'res-code', custom: '', action: 'equal', value: '200' },
              { type: 'json-query', custom: 'json.items[0].id', action: 'equal', value: '3' },
              { type: 'set-env-var', custom: 'json.token', action: 'setto', value: '{{token}}' },
              { type: 'res-body', custom: '', action: 'contains', value: 'x' },
            ],
          },
          {
            ...{ _id: 'a', containerId: 'f', name: 'Create', url: '{{base}}/orders', method: 'POST', sortNum: 1 },
            headers: [{ name: 'Accept', value: 'text/plain' }],
            body: { type: 'json', raw: '{ "n": 1 }', form: [] },
            auth: { type: 'bearer', bearer: '{{token}}' },
          },
        ],
        settings: { headers: [{ name: 'Accept', value: '*/*' }], tests: [] },
      }),
    );
    expect(text).toMatchInlineSnapshot(`
      "### Orders / Create
      POST {{base}}/orders
      Accept: text/plain
      Authorization: Bearer {{token}}
      Content-Type: application/json

      { "n": 1 }

      ### Orders / Read
      # Note: a test of the kind \`res-body\` is not taken over.
      GET {{base}}/orders/7?q=a
      Accept: */*

      ?? status == 200
      ?? $.items[0].id == 3

      > {%
      pm.environment.set("token", pm.response.json().token);
      %}
      "
    `);
    expect(notes).toEqual(['a test of the kind `res-body` is not taken over']);
  });

  it('has environments', () => {
    const { environments } = imported(
      '{ "clientName": "Thunder Client", "environmentName": "dev", "data": [{ "name": "base", "value": "http://own" }] }',
    );
    expect(environments).toEqual([{ environment: 'dev', name: 'base', value: 'http://own' }]);
  });
});

it.each<[string, string, object | undefined]>([
  [
    'a folder of Bruno',
    '{\n  "version": "1",\n  "name": "Shop",\n  "type": "collection"\n}',
    { kind: 'folder', requests: 0 },
  ],
  ['a folder in YAML', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n', { kind: 'folder', requests: 0 }],
  ['a request of Bruno', request, { kind: 'requests', requests: 1 }],
  ['a request file', '### a\nGET http://h/\n\n?? status == 200\n', undefined],
  ['a request file with a response', 'GET http://h/\n\n###\nHTTP 200\n', undefined],
  ['other YAML', 'info:\n  name: x\n', undefined],
])('%s is known by its text', (_, text, expected) => {
  expect(importableIn(text)).toEqual(expected);
});

describe('the tags of a request of Bruno', () => {
  it.each([
    [
      'bru',
      'meta {\n  name: One\n  tags: [\n    smoke\n    slow\n  ]\n  seq: 1\n}\n\nget {\n  url: http://h.example/\n}\n',
    ],
    ['yml', 'info:\n  name: One\n  tags: [smoke, slow]\nhttp:\n  method: GET\n  url: http://h.example/\n'],
  ])('are tags by which a run chooses: %s', (ending, text) => {
    const settings: readonly (readonly [string, string])[] =
      ending === 'bru'
        ? [['bruno.json', '{ "version": "1", "name": "Shop", "type": "collection" }']]
        : [['opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n']];
    const written = importFolder(new Map([...settings, [`one.${ending}`, text]]), how);
    if ('problem' in written) throw new Error(written.problem);
    expect(written.text).toContain('### One\n# @tag smoke, slow\nGET http://h.example/');
    expect(planOf(written.text)?.tags).toEqual(['smoke', 'slow']);
  });
});
