import { describe, expect, it } from 'vitest';
import type { DocumentHighlight, Location, WorkspaceSymbol } from 'vscode-languageserver-protocol';
import { highlightsIn, places, shown, startNames, uriOf } from '../names/name-client';

const user = 'GET /_snapshot/backup\n\n###\nDELETE /_snapshot/other\n\n###\nPOST /_snapshot/backup/_verify\n';
const files = {
  'set-up.http': 'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/a" } }\n',
  'several.http': 'GET /_snapshot/back*\n\n###\nGET /_snapshot/{{name}}\n\n###\nPUT /_cluster/settings\n',
  'use.http': user,
  'hooks.http': 'GET /repos/Octocat/Hello/hooks/12\n\n###\nDELETE /repos/octocat/hello/hooks/12\n',
};

const everywhere = { context: { includeDeclaration: true } };

describe('resources that requests name', () => {
  it('lead to the request that creates them, in any file of the workspace', async () => {
    const client = await startNames(files);
    const created = await client.ask<Location[]>('definition', 'use.http', user.replace('backup', 'back<|>up'));
    expect(places(client, created)).toEqual(['set-up.http 0:15-21 backup']);
    expect(await client.ask('definition', 'use.http', user.replace('other', 'ot<|>her'))).toEqual([]);
    expect(await client.ask('definition', 'use.http', user.replace('_snap', '_sn<|>ap'))).toBeNull();
    expect(await client.ask('definition', 'several.http', files['several.http'].replace('ck*', 'ck<|>*'))).toBeNull();
  });

  it('are found wherever requests name them, as their files are now', async () => {
    const client = await startNames(files);
    client.open('set-up.http', `\n${files['set-up.http']}`);
    const texts = { 'set-up.http': `\n${files['set-up.http']}` };
    const ask = async (params = everywhere) =>
      places(
        client,
        await client.ask<Location[]>('references', 'use.http', user.replace('backup', '<|>backup'), params),
        texts,
      );
    const uses = ['use.http 0:15-21 backup', 'use.http 6:16-22 backup'];
    expect(await ask()).toEqual([...uses, 'set-up.http 1:15-21 backup']);
    expect(await ask({ context: { includeDeclaration: false } })).toEqual(uses);
    client.files.set(uriOf('more.http'), user);
    client.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf('more.http'), type: 1 }] });
    await client.server.settled();
    expect(await ask({ context: { includeDeclaration: false } })).toEqual([
      ...uses,
      'more.http 0:15-21 backup',
      'more.http 6:16-22 backup',
    ]);
  });

  it('are one where only the case of their owner differs', async () => {
    const client = await startNames(files);
    const found = await client.ask<Location[]>(
      'references',
      'hooks.http',
      files['hooks.http'].replace('hooks/12', 'hooks/1<|>2'),
      everywhere,
    );
    expect(places(client, found)).toEqual(['hooks.http 0:31-33 12', 'hooks.http 3:34-36 12']);
  });

  it('are marked in their document', async () => {
    const text = `${files['set-up.http']}\n###\n${user}`;
    const client = await startNames({});
    const found = await client.ask<DocumentHighlight[]>(
      'documentHighlight',
      'a.http',
      text.replace('GET /_snapshot/b', 'GET /_snapshot/b<|>'),
    );
    expect(highlightsIn(text, found)).toEqual(['0:15-21 backup =', '5:15-21 backup', '11:16-22 backup']);
  });

  it('are symbols of the workspace where they are created', async () => {
    const client = await startNames(files);
    const found = await client.request<WorkspaceSymbol[]>('workspace/symbol', { query: 'backup snapshot repo' });
    expect(
      found.map(({ name, containerName, location }) => [
        name,
        containerName,
        'range' in location ? shown(files['set-up.http'], location.range) : '',
      ]),
    ).toEqual([['backup', 'snapshot repository', '0:15-21 backup']]);
  });
});
