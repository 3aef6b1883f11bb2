import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const isText = request.url === '/text';
    response.setHeader('Content-Type', isText ? 'text/plain' : 'application/json');
    response.end(isText ? 'hello' : '{"id": 1, "lines": [{"article": "a"}]}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

const lines = { $defs: { line: { type: 'object', required: ['article'] } } };
const order = (id: string) => ({
  type: 'object',
  properties: { id: { type: id }, lines: { type: 'array', items: { $ref: 'lines.json#/$defs/line' } } },
});

const referringTo = ($ref: string) => JSON.stringify({ type: 'object', properties: { id: { $ref } } });

async function run(assert: string, path = '/', files: Readonly<Record<string, string>> = {}) {
  const cwd = folderOf({
    'rulebook.json': '{}',
    'requests/a.http': `GET ${origin}${path}\n\n?? ${assert}\n`,
    'requests/order.json': JSON.stringify(order('integer')),
    'requests/text-id.json': JSON.stringify(order('string')),
    'requests/lines.json': JSON.stringify(lines),
    'shared.json': '{ "type": "object" }',
    ...files,
  });
  const { code, out, error } = await commandLine(['run', 'requests/a.http'], { cwd });
  return { code, all: out + error };
}

describe('the assert `schema`', () => {
  it.each([
    'body matches ./order.json',
    '$.lines[*] matches ./lines.json#/$defs/line',
    'schema ./order.json',
    'schema ../shared.json',
    'schema shared.json',
  ])('holds: %s', async (assert) => {
    expect(await run(assert)).toMatchObject({ code: 0 });
  });

  it.each([
    ['another type', 'schema ./text-id.json', '/', /`?id`? is described as a string/],
    ['a limit that is not kept', 'body matches ./limited.json', '/', /`\$\.id` must keep to .*"minimum":5/],
    ['a part of a schema', 'body matches ./parts.json#/$defs/text', '/', /`\$\.id`|`id`/],
    ['no value at a path', '$.none matches ./order.json', '/', /no value/],
    ['no JSON', 'schema ./order.json', '/text', /no JSON/],
    ['a file that is not there', 'schema ./no.json', '/', /no\.json.* cannot be read: there is no such file/],
    ['a file outside of the folder', 'schema ../../outside.json', '/', /cannot be read|lies outside/],
    ['a broken file', 'schema ./broken.json', '/', /cannot be used: A JSON Schema must be an object/],
    ['a part on the network', 'schema ./url.json', '/', /part of the schema .*url\.json.* cannot be read.*is a URL/],
    ['a part by a path of the machine', 'schema ./machine.json', '/', /part of the schema .* cannot be read/],
    ['a part outside of the folder', 'schema ./outside.json', '/', /part of the schema .* cannot be read/],
    ['a part that is not there', 'schema ./nowhere.json', '/', /part of the schema .* does not exist/],
  ])('fails with %s', async (_what, assert, path, message) => {
    const { code, all } = await run(assert, path, {
      'requests/limited.json': '{ "type": "object", "properties": { "id": { "type": "integer", "minimum": 5 } } }',
      'requests/parts.json':
        '{ "$defs": { "text": { "type": "object", "properties": { "id": { "type": "string" } } } } }',
      'requests/broken.json': '[]',
      'requests/url.json': referringTo('https://schemas.example/id.json'),
      'requests/machine.json': referringTo('file:///etc/hosts'),
      'requests/outside.json': referringTo('../../../outside.json'),
      'requests/nowhere.json': referringTo('#/$defs/none'),
    });
    expect(all).toMatch(message);
    expect(code).toBe(1);
  });
});
