import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import {
  describedAuthentication,
  describedRequests,
  offeredBaseUrls,
  versionOfDescription,
} from '../../../packages/exchange/src/index';
import { createDescribedService } from '../../../packages/services/src/index';
import { compileOwnDescription } from '../../../packages/description/src/index';

const engine = createEngine({ rules: [] });
const options = { context: { endpoints: [], defaults: {} }, severities: {} };
const planOf = (text: string) => {
  const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
  return others.length === 0 ? first : undefined;
};

function compiledFrom(text: string) {
  const { compiled } = compileOwnDescription({ name: 'a.yaml', text, read: () => ({ cause: 'there is none' }) });
  if (compiled === undefined) throw new Error('not a description');
  return compiled;
}

function requestsFrom(text: string, more: object = { baseUrl: 'https://h.test/v1' }): string {
  const service = createDescribedService(compiledFrom(text), { id: 'own' });
  const written = describedRequests(service, { planOf, ...more });
  return 'problem' in written ? written.problem : written.text;
}

const head = 'openapi: 3.0.3\ninfo: { title: Museum, version: "1" }\n';
const museum = `${head}security: [ { token: [] } ]
paths:
  /tickets:
    post:
      tags: [Tickets]
      summary: Buy a ticket
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [date, kind, seats, owner]
              properties:
                id: { type: string, readOnly: true }
                date: { type: string, format: date }
                kind: { type: string, enum: [adult, child] }
                seats: { type: array, items: { type: integer, minimum: 3 } }
                owner: { type: object, properties: { email: { type: string, format: email } } }
                note: { type: string, example: by the window }
                password: { type: string, example: s3cret-word-abc }
                other: { type: string }
  /hours:
    get:
      tags: [Hours]
      summary: Opening hours
      security: []
      parameters:
        - { name: start, in: query, required: true, example: '2030-01-31', schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
  /tickets/{id}:
    delete:
      tags: [Tickets]
      summary: Give a ticket back
      parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

describe('describedRequests', () => {
  it('writes a request for each operation, grouped by tags, with examples', () => {
    expect(requestsFrom(museum)).toBe(`@baseUrl = https://h.test/v1
# Secrets of the description of Museum:
# {{password}}: the value of password. Its value is left out; add it to an environment.

### Tickets / Buy a ticket
POST {{baseUrl}}/tickets
Authorization: Bearer {{token}}
Content-Type: application/json

{
  "date": "2030-01-31",
  "kind": "adult",
  "seats": [
    3
  ],
  "owner": {
    "email": "name@example.com"
  },
  "note": "by the window",
  "password": "{{password}}"
}

### Tickets / Give a ticket back
DELETE {{baseUrl}}/tickets/{{id}}
Authorization: Bearer {{token}}

### Hours / Opening hours
GET {{baseUrl}}/hours?start=2030-01-31
`);
  });

  it('writes a few requests to an endpoint, which has their credential', () => {
    const text = requestsFrom(museum, { isStart: true, endpoint: 'museum', goesThere: () => false });
    expect(text.match(/^(?:GET|POST|DELETE).*/gm)).toEqual(['GET /hours?start=2030-01-31', 'POST /tickets']);
    expect(text.match(/^# @endpoint museum$/gm)).toHaveLength(2);
    expect(text).not.toContain('Authorization');
    expect(requestsFrom(museum, { isStart: true, endpoint: 'museum', goesThere: () => true })).not.toContain(
      '@endpoint',
    );
  });

  it('ends with schemas that refer to themselves', () => {
    const text = requestsFrom(`${head}paths:
  /nodes:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } }
components:
  schemas:
    Node:
      type: object
      required: [name, next]
      properties: { name: { type: string }, next: { $ref: '#/components/schemas/Node' } }
`);
    expect(text).toContain('"name": "name"');
  });

  it.each([
    ['apiKey, in: header, name: X-Key', 'GET {{baseUrl}}/a\nX-Key: {{X-Key}}\n'],
    ['apiKey, in: query, name: key', 'GET {{baseUrl}}/a?key={{key}}\n'],
    ['apiKey, in: cookie, name: sid', 'GET {{baseUrl}}/a\nCookie: sid={{sid}}\n'],
    ['http, scheme: basic', 'GET {{baseUrl}}/a\nAuthorization: Basic {{user}}:{{password}}\n'],
  ])('names the credential of a scheme of type %s', (scheme, expected) => {
    const text = `${head}paths: { /a: { get: { security: [ { s: [] } ] } } }\ncomponents: { securitySchemes: { s: { type: ${scheme} } } }\n`;
    expect(requestsFrom(text)).toContain(expected);
  });

  it('takes Swagger 2.0, forms and files in lines', () => {
    const text = requestsFrom(`swagger: '2.0'
info: { title: Old, version: '1' }
paths:
  /form:
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters: [ { name: a b, in: formData, type: string, required: true } ]
`);
    expect(text).toContain('Content-Type: application/x-www-form-urlencoded\n\na%20b=a%20b\n');
  });

  it('says that there is nothing to write', () => {
    expect(requestsFrom(`${head}paths: {}\n`)).toBe('it describes no operation');
  });
});

describe('a description', () => {
  it('offers its servers, and relative ones on this computer', () => {
    const servers =
      'servers: [ { url: "https://{region}.h.test/v1/", variables: { region: { default: eu } } }, { url: /v2 }, { url: ./ } ]\n';
    expect(offeredBaseUrls(compiledFrom(`${head}${servers}paths: {}\n`))).toEqual([
      'https://eu.h.test/v1',
      'http://localhost:8080/v2',
      'http://localhost:8080',
    ]);
    expect(offeredBaseUrls(compiledFrom(`${head}paths: {}\n`))).toEqual(['http://localhost:8080']);
  });

  it('says how its requests usually authenticate', () => {
    expect(describedAuthentication(compiledFrom(museum))).toEqual({ type: 'bearer' });
    expect(describedAuthentication(compiledFrom(museum.replace(/^security.*\n/m, '')))).toBeUndefined();
  });

  it.each([
    ['# ours\nopenapi: 3.1.0\n', 'openapi: 3.1.0'],
    ["swagger: '2.0'\r\n", "swagger: '2.0'"],
    ['{\n  "info": { "a": 1 },\n  "openapi": "3.0.3" }', '"openapi": "3.0.3"'],
    ['{"swagger":"2.0"}', '"swagger":"2.0"'],
  ])('is known by its version: %j', (text, line) => {
    const found = versionOfDescription(text);
    expect(text.slice(found?.start, found?.end)).toBe(line);
  });

  it.each([
    'tools:\n  openapi: 3.1.0\n',
    '{ "tools": { "openapi": "3.0.3" } }',
    '{ "note": "{ \\"openapi\\": \\"3.0.3\\"" }',
    'openapi: true\n',
    'openapi: ./api.yaml\n',
    'asyncapi: 3.0.0\n',
  ])('is not another text: %j', (text) => {
    expect(versionOfDescription(text)).toBeUndefined();
  });
});

it('writes the deletions of a tag last, the inner ones first', () => {
  const operations = (path: string, methods: string) =>
    `  ${path}:\n${methods
      .split(' ')
      .map((method) => `    ${method}: { tags: [T], responses: { "200": { description: Done } } }\n`)
      .join('')}`;
  const text = `${head}paths:\n${operations('/pets', 'get post')}${operations('/pets/{pet}', 'delete get')}${operations('/pets/{pet}/toys/{toy}', 'get delete')}`;
  const lines = [...requestsFrom(text).matchAll(/^(?:GET|POST|DELETE) \{\{baseUrl\}\}(\S*)/gm)].map(([line]) => line);
  expect(lines.map((line) => line.replace(/\{\{baseUrl\}\}/, '')).map((line) => line.split(' ')[0])).toEqual([
    ...['GET', 'POST', 'GET', 'GET', 'DELETE', 'DELETE'],
  ]);
  expect(lines.at(-2)).toContain('/toys/');
});

describe('bodies of a description', () => {
  const operation = (schema: string, example = '') =>
    requestsFrom(
      `${head}paths: { /a: { post: { requestBody: { content: { application/json: { schema: ${schema}${example} } } }, responses: { '200': { description: ok } } } } }\n`,
    );
  const bodyIn = (text: string): unknown => JSON.parse(text.slice(text.indexOf('{\n'))) as unknown;

  it('keep patterns and limits', () => {
    const schema = `{ type: object, required: [id, ids, size], properties: {
      id: { type: string, pattern: '^(0|[1-9][0-9]*)$' }, ids: { type: array, minItems: 2, items: { type: integer } },
      size: { type: number, exclusiveMaximum: 1 } } }`.replaceAll('exclusiveMaximum: 1', 'maximum: 0.5');
    const body = bodyIn(operation(schema)) as { id: string; ids: number[]; size: number };
    expect(body.id).toMatch(/^(0|[1-9][0-9]*)$/);
    expect(body.ids).toHaveLength(2);
    expect(body.size).toBeLessThanOrEqual(0.5);
  });

  it('are made where the example is text, and the schema wants an object', () => {
    const schema = '{ type: object, properties: { n: { type: string } } }';
    expect(bodyIn(operation(schema, ", example: '{ n: x }'"))).toEqual({ n: 'n' });
  });

  it('are the example with what it lacks', () => {
    const schema =
      '{ type: object, required: [n, m], properties: { n: { type: string, maxLength: 3 }, m: { type: integer } } }';
    expect(bodyIn(operation(schema, ', example: { n: own }'))).toEqual({ n: 'own', m: 1 });
  });
});

describe('lists and objects outside of JSON', () => {
  const list = 'schema: { type: array, items: { type: integer } }';
  const object = 'schema: { type: object, properties: { a: { type: integer }, b: { type: string } } }';
  const withParameters = (path: string, ...parameters: readonly string[]) =>
    requestsFrom(
      `${head}paths: { '${path}': { get: { parameters: [ ${parameters.map((one) => `{ required: true, ${one} }`).join(', ')} ] } } }\n`,
    );
  const withBody = (media: string) =>
    requestsFrom(`${head}paths: { /a: { post: { requestBody: { content: { ${media} } } } } }\n`);

  it.each([
    ['', '?p=1&p=2'],
    ['explode: false, ', '?p=1,2'],
    ['style: pipeDelimited, explode: false, ', '?p=1%7C2'],
    ['style: spaceDelimited, explode: false, ', '?p=1%202'],
  ])('writes a list in the query, %s', (form, query) => {
    expect(withParameters('/a', `name: p, in: query, ${form}example: [1, 2], ${list}`)).toContain(`/a${query}\n`);
    const ofSchema = list.replace('type: array', 'type: array, example: [1, 2]');
    expect(withParameters('/a', `name: p, in: query, ${form}${ofSchema}`)).toContain(`/a${query}\n`);
    const standard = list.replace('type: array', 'type: array, default: [1, 2]');
    expect(withParameters('/a', `name: p, in: query, ${form}${standard}`)).toContain(`/a${query}\n`);
  });

  it.each([
    ['', '?a=1&b=x'],
    ['explode: false, ', '?p=a,1,b,x'],
    ['style: deepObject, ', '?p%5Ba%5D=1&p%5Bb%5D=x'],
  ])('writes an object in the query, %s', (form, query) => {
    const required = object.replace('properties', 'required: [a, b], properties');
    expect(withParameters('/a', `name: p, in: query, ${form}example: { a: 1, b: x }, ${required}`)).toContain(
      `/a${query}\n`,
    );
  });

  it.each([
    ['', '1,2', 'a,1,b,x'],
    ['style: label, ', '.1,2', '.a,1,b,x'],
    ['style: matrix, explode: true, ', ';p=1;p=2', ';a=1;b=x'],
  ])('writes both in the path, %s', (form, items, members) => {
    expect(withParameters('/a/{p}', `name: p, in: path, ${form}example: [1, 2], ${list}`)).toContain(`/a/${items}\n`);
    expect(withParameters('/a/{p}', `name: p, in: path, ${form}example: { a: 1, b: x }, ${object}`)).toContain(
      `/a/${members}\n`,
    );
  });

  it('writes both in header fields', () => {
    expect(withParameters('/a', `name: X-Ids, in: header, example: [1, 2], ${list}`)).toContain('\nX-Ids: 1,2\n');
    expect(withParameters('/a', `name: X-Of, in: header, explode: true, example: { a: 1, b: x }, ${object}`)).toContain(
      '\nX-Of: a=1,b=x\n',
    );
  });

  it('writes both in forms', () => {
    const schema =
      'schema: { type: object, required: [ids, of], properties: { ids: { type: array, items: { type: integer }, example: [1, 2] }, of: { type: object, example: { a: 1 } } } }';
    const media = (encoding: string) => withBody(`application/x-www-form-urlencoded: { ${schema}${encoding} }`);
    expect(media('')).toContain('\nids=1&ids=2&of=%7B%22a%22%3A1%7D\n');
    expect(media(', encoding: { ids: { explode: false }, of: { style: deepObject } }')).toContain(
      '\nids=1,2&of%5Ba%5D=1\n',
    );
    expect(withBody(`multipart/form-data: { ${schema} }`).match(/name="ids"\n\n[12]\n/g)).toHaveLength(2);
  });

  it('writes lines for a body of lines that is described as a text', () => {
    const text = withBody('application/x-ndjson: { schema: { type: string } }');
    expect(text).toContain('\nContent-Type: application/x-ndjson\n\n{}\n{}\n');
    expect(text).toContain('# Note: the description does not say what a line of the body holds.\n');
    const example = '"{\\"a\\":1}\\n{\\"a\\":2}"';
    expect(withBody(`application/jsonl: { schema: { type: string }, example: ${example} }`)).toContain(
      '\n{"a":1}\n{"a":2}\n',
    );
    expect(withBody(`text/csv: { schema: { type: string, example: ${example} } }`)).toContain('\n{"a":1}\n{"a":2}\n');
  });

  it.each([
    ['', 'application/json', ''],
    [
      ', encoding: { of: { contentType: application/vnd.a+json }, n: { contentType: text/markdown } }',
      'application/vnd.a+json',
      'Content-Type: text/markdown\n',
    ],
    [', encoding: { of: { contentType: "image/png, image/jpeg" } }', 'application/json', ''],
  ])('announces the media type of a part%s', (encoding, type, ofText) => {
    const schema =
      'schema: { type: object, required: [of, n], properties: { of: { type: object, example: { a: 1 } }, n: { type: string } } }';
    const text = withBody(`multipart/form-data: { ${schema}${encoding} }`);
    expect(text).toContain(`name="of"\nContent-Type: ${type}\n\n{"a":1}\n`);
    expect(text).toContain(`name="n"\n${ofText}\nn\n`);
  });

  it.each([
    ['', 'f=1,2'],
    [', collectionFormat: multi', 'f=1&f=2'],
    [', collectionFormat: pipes', 'f=1%7C2'],
  ])('writes a list in a form of Swagger 2.0%s', (form, body) => {
    const text = requestsFrom(`swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { parameters: [
        { name: f, in: formData, required: true, type: array, items: { type: integer }, x-example: 1, default: [1, 2]${form} } ] } } }\n`);
    expect(text).toContain(`\n${body}\n`);
  });
});
