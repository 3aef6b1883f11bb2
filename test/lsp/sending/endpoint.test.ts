import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens } from 'vscode-languageserver-protocol';
import {
  configurationNotification,
  endpointRequest,
  environmentsNotification,
  planRequest,
  resourceScheme,
  type ConfigurationParams,
  type EndpointResult,
  type PlanResult,
} from '../../../server/src/protocol';
import { parseConfiguration } from '../../../packages/sender/src/configuration/index';
import { startClient, type LanguageClient } from '../language-client';

const endpoints = {
  dev: { service: 'search-cluster', baseUrl: 'https://dev.example' },
  prod: { service: 'search-cluster', baseUrl: 'https://prod.example', protected: true },
};
const { configuration } = parseConfiguration(JSON.stringify({ endpoints, defaults: { 'search-cluster': 'dev' } }));
const params: ConfigurationParams = { configuration, codeLens: true };
const first = 'file:///w/a%3A1.http';
const second = 'file:///w/b.http';
const text = 'GET /_security/api_key\n\n###\n# @endpoint dev\nGET /_security/api_key\n\n###\n# nothing\n';

let client: LanguageClient;
beforeAll(async () => {
  client = await startClient({ initializationOptions: { ...params, sends: true } });
  await client.open(first, text);
  await client.open(second, text);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

const at = async (uri: string, line: number) =>
  (await client.connection.sendRequest<EndpointResult>(endpointRequest, { uri, line })).endpoint;

describe('the endpoint of a request', () => {
  it('is that of its directive, and else the default', async () => {
    expect([await at(first, 0), await at(first, 4), await at(first, 7)]).toEqual(['dev', 'dev', undefined]);
    expect(await at('file:///w/closed.http', 0)).toBeUndefined();
  });

  it('is what was chosen for the file, for lens, plan and question alike, and in no other file', async () => {
    // Clients escape differently.
    const documents = [{ uri: 'file:///w/a:1.http', defaults: { 'search-cluster': 'prod' } }];
    await client.connection.sendNotification(configurationNotification, { ...params, documents });
    expect([await at(first, 0), await at(first, 4), await at(second, 0)]).toEqual(['prod', 'dev', 'dev']);
    const planned = await client.connection.sendRequest<PlanResult>(planRequest, { uri: first, line: 0 });
    expect(planned).toMatchObject({ plan: { endpoint: 'prod', endpointBy: 'default' } });
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: first },
    });
    const lens = await client.connection.sendRequest<CodeLens>('codeLens/resolve', lenses[0]);
    expect(lens.command?.title).toBe('Send to prod (protected)');
    await client.connection.sendNotification(configurationNotification, params);
    expect(await at(first, 0)).toBe('dev');
  });

  it('is in the lens next to the environment, and whether one of them is protected', async () => {
    const title = async () => {
      const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
        textDocument: { uri: second },
      });
      return (await client.connection.sendRequest<CodeLens>('codeLens/resolve', lenses[0])).command?.title;
    };
    const tables = { 'rulebook.environments': { live: { host: 'a' }, test: { host: 'b' } } };
    const use = (environment: string) =>
      client.connection.sendNotification(environmentsNotification, { environment, folders: [{ tables }] });
    const guarded = { ...configuration, protectedEnvironments: ['live'] };
    await client.connection.sendNotification(configurationNotification, { ...params, configuration: guarded });
    await use('test');
    expect(await title()).toBe('Send to dev (test)');
    await use('live');
    expect(await title()).toBe('Send to dev (live, protected)');
    await use('gone');
    expect(await title()).toBe('Send to dev');
    await client.connection.sendNotification(configurationNotification, params);
  });

  it('is that of the folder that the document of a view names', async () => {
    const folder = 'file:///second%20one';
    const own = { own: { service: 'search-cluster', baseUrl: 'https://own.example' } };
    const { configuration: others } = parseConfiguration(JSON.stringify({ endpoints: own }));
    const folders = [
      { uri: 'file:///w', configuration, codeLens: true },
      { uri: folder, configuration: others, codeLens: true },
    ];
    await client.connection.sendNotification(configurationNotification, { ...params, folders });
    const uri = `${resourceScheme}:/own/x.http?GET%20%23#${encodeURIComponent(`${folder}/`)}`;
    await client.open(uri, '# @endpoint own\nGET /_security/api_key\n');
    expect(await at(uri, 1)).toBe('own');
    const planned = await client.connection.sendRequest<PlanResult>(planRequest, { uri, line: 1 });
    expect(planned).toMatchObject({ plan: { endpoint: 'own' } });
    await client.connection.sendNotification(configurationNotification, params);
  });

  it('is not affected by choices that cannot be read', async () => {
    await client.connection.sendNotification(configurationNotification, { ...params, documents: 'x' });
    expect(await at(first, 0)).toBe('dev');
  });
});
