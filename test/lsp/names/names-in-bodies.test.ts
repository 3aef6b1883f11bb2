import { describe, expect, it } from 'vitest';
import type { Location, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { edited, places, startNames } from './name-client';

const request = '@user = a\n\nPUT http://h/x\nContent-Type: application/json\n\n<@ ./body.json\n';
const body = '{ "name": "{{user}}", "host": "{{host}}" }\n';
const files = {
  'a.http': request,
  'b.http': 'import ./a.http\n###\nGET http://h/{{user}}\n',
  'plain.http': '@user = b\n\nPUT http://h/x\n\n< ./plain.json\n',
  'body.json': body,
  'plain.json': body,
  'http-client.env.json': '{ "dev": { "host": "x" } }',
};
const everywhere = { context: { includeDeclaration: true } };
const user = ['a.http 0:1-5 user', 'b.http 2:15-19 user', 'body.json 0:13-17 user'];

describe('names in body files', () => {
  it('are found from the request files that fill them in, and the other way round', async () => {
    const client = await startNames(files);
    const found = await client.ask<Location[]>('references', 'a.http', request.replace('@us', '@us<|>'), everywhere);
    expect([...(places(client, found) ?? [])].sort()).toEqual(user);
    const marked = body.replace('{{us', '{{us<|>');
    const fromBody = await client.ask<Location[]>('references', 'body.json', marked, everywhere);
    expect([...(places(client, fromBody) ?? [])].sort()).toEqual(user);
    const definition = await client.ask<Location[]>('definition', 'body.json', marked);
    expect(places(client, definition)).toEqual(['a.http 0:1-5 user']);
    expect(client.server.log).toEqual([]);
  });

  it('are renamed with the others, but not where a file is taken as it is', async () => {
    const client = await startNames(files);
    const edit = await client.ask<WorkspaceEdit>('rename', 'a.http', request.replace('@us', '@us<|>'), {
      newName: 'who',
    });
    expect(edited(client, edit)).toEqual({
      'a.http': request.replace('@user', '@who'),
      'b.http': files['b.http'].replace('user', 'who'),
      'body.json': body.replace('{{user', '{{who'),
    });
    const plain = await client.ask<Location[]>(
      'references',
      'plain.http',
      files['plain.http'].replace('@us', '@us<|>'),
      everywhere,
    );
    expect(places(client, plain)).toEqual(['plain.http 0:1-5 user']);
  });

  it('are uses of what environments define', async () => {
    const client = await startNames(files);
    const marked = files['http-client.env.json'].replace('ho', 'ho<|>');
    const found = await client.ask<Location[]>('references', 'http-client.env.json', marked, everywhere);
    expect(places(client, found)).toEqual(['http-client.env.json 0:12-16 host', 'body.json 0:33-37 host']);
  });
});
