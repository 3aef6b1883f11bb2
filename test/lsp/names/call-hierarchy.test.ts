import { describe, expect, it } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
} from 'vscode-languageserver-protocol';
import { cursorIn, root, shown, startNames, type NameClient } from './name-client';

const file = [
  '@token = {{login.response.body.$.token}}',
  '@auth = Bearer {{token}}',
  '',
  '### login',
  'POST /login',
  '',
  '### me',
  'GET /me',
  'Authorization: {{auth}}',
  '',
  '###',
  '# @ref me',
  'DELETE /me/{{me.response.body.$.id}}/{{me.response.body.$.name}}',
  'Authorization: {{auth}}',
  '',
].join('\n');

async function hierarchy(client: NameClient, name: string, marked: string) {
  const [item] = (await client.ask<CallHierarchyItem[] | null>('prepareCallHierarchy', name, marked)) ?? [];
  if (!item) return undefined;
  const incoming = await client.request<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item });
  const outgoing = await client.request<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', { item });
  const text = cursorIn(marked).text;
  const textOf = (uri: string) => (uri.endsWith(`/${name}`) ? text : (client.files.get(uri) ?? ''));
  return {
    item: [item.name, item.detail, item.uri.slice(root.length + 1)].join(' · '),
    incoming: incoming.map(({ from, fromRanges }) =>
      [from.name, ...fromRanges.map((range) => shown(textOf(from.uri), range))].join(', '),
    ),
    outgoing: outgoing.map(({ to, fromRanges }) =>
      [to.name, ...fromRanges.map((range) => shown(textOf(item.uri), range))].join(', '),
    ),
  };
}

describe('the hierarchy of requests', () => {
  it('goes from a request to those that it needs, also through variables, and to those that need it', async () => {
    const client = await startNames();
    expect(await hierarchy(client, 'a.http', file.replace('GET /me', 'GET <|>/me'))).toEqual({
      item: 'me · GET /me · a.http',
      incoming: [
        'DELETE /me/{{me.response.body.$.id}}/{{me.response.body.$.name}}, 11:7-9 me, 12:13-15 me, 12:39-41 me',
      ],
      outgoing: ['login, 8:17-21 auth'],
    });
    expect(await hierarchy(client, 'a.http', file.replace('POST /login', 'POST /lo<|>gin'))).toEqual({
      item: 'login · POST /login · a.http',
      incoming: ['me, 8:17-21 auth', 'DELETE /me/{{me.response.body.$.id}}/{{me.response.body.$.name}}, 13:17-21 auth'],
      outgoing: [],
    });
  });

  it('begins at the request that a name means', async () => {
    const client = await startNames();
    const found = await hierarchy(client, 'a.http', file.replace('{{login', '{{lo<|>gin'));
    expect(found?.item).toBe('login · POST /login · a.http');
  });

  it('goes from a line that runs a file to all of its requests, and back', async () => {
    const client = await startNames({
      'b.http': '### login\nPOST /login\n\n###\nGET /me\n',
      'a.http': 'run ./b.http (@x=1)\n',
      'c.http': '### login\nGET /c\n\n###\nrun #login\n',
    });
    expect(await hierarchy(client, 'a.http', 'ru<|>n ./b.http (@x=1)\n')).toEqual({
      item: 'run ./b.http (@x=1) ·  · a.http',
      incoming: [],
      outgoing: ['login, 0:4-12 ./b.http', 'GET /me, 0:4-12 ./b.http'],
    });
    const called = await hierarchy(client, 'b.http', '### login\nPOST /login\n\n###\nGET <|>/me\n');
    expect(called?.incoming).toEqual(['run ./b.http (@x=1), 0:4-12 ./b.http']);
    expect(client.server.log).toEqual([]);
  });

  it('goes through files that import each other', async () => {
    const shared = '@token = {{login.response.body.$.token}}\n\n### login\nPOST /login\n';
    const client = await startNames({
      'shared.http': shared,
      'b.http': 'import ./shared.http\n###\nGET /b\nAuthorization: {{token}}\n',
      'c.http': 'import ./shared.http\n### twice\nrun #login\n',
    });
    const incoming = await hierarchy(client, 'shared.http', shared.replace('### login', '### lo<|>gin'));
    expect(incoming?.incoming).toEqual(['twice (run #login), 2:5-10 login', 'GET /b, 3:17-22 token']);
    const outgoing = await hierarchy(
      client,
      'b.http',
      'import ./shared.http\n###\nGET /<|>b\nAuthorization: {{token}}\n',
    );
    expect(outgoing?.outgoing).toEqual(['login, 3:17-22 token']);
  });

  it('names only requests of the same name that are meant, and survives circles', async () => {
    const text =
      '@a = {{b}}\n@b = {{a}}\n### x\nGET /1\n### y\nGET /{{x.response.body.id}}/{{a}}\n### x\nGET /2\n### z\nGET /{{x.response.body.id}}/{{z.response.body.id}}\n';
    const client = await startNames();
    expect((await hierarchy(client, 'a.http', text.replace('/1', '/<|>1')))?.incoming).toEqual(['y, 5:7-8 x']);
    expect((await hierarchy(client, 'a.http', text.replace('/2', '/<|>2')))?.incoming).toEqual(['z, 9:7-8 x']);
    const last = await hierarchy(client, 'a.http', text.replace('### z', '### z<|>'));
    expect(last?.outgoing).toEqual(['x, 9:7-8 x', 'z, 9:30-31 z']);
    expect(client.server.log).toEqual([]);
  });

  it('does not hold the lists of sequences', async () => {
    const text = '### b\nGET /\n### a\n# @sequence all: a, b\nGET /\n';
    const client = await startNames();
    expect(await hierarchy(client, 'a.http', text.replace('### a', '### a<|>'))).toMatchObject({
      incoming: [],
      outgoing: [],
    });
    expect((await hierarchy(client, 'a.http', text.replace('### b', '### b<|>')))?.incoming).toEqual([]);
  });

  it('has nothing where no request is', async () => {
    const client = await startNames();
    expect(await hierarchy(client, 'a.http', '@x = <|>1\n')).toBeUndefined();
    expect(
      await client.request('callHierarchy/incomingCalls', {
        item: { name: 'x', kind: 12, uri: `${root}/gone.http`, range: nowhere, selectionRange: nowhere },
      }),
    ).toEqual([]);
  });
});

const nowhere = { start: { line: 9, character: 0 }, end: { line: 9, character: 0 } };
