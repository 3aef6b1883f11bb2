import { afterEach, describe, expect, it } from 'vitest';
import { judgeRequest } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

let client: LanguageClient | undefined;

afterEach(async () => {
  expect(await client?.stop()).toBe(0);
});

const place = { name: 'sandbox-cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' };
const request = { method: 'POST', url: 'http://127.0.0.1:9200/logs/_delete_by_query', place, headers: [], body: '{}' };

async function ask(params: unknown): Promise<unknown> {
  client = await startClient({ rootUri: null });
  return client.connection.sendRequest(judgeRequest, params);
}

describe('rulebook/judge', () => {
  it('says which operation a filled request is, and what it destroys', async () => {
    expect(await ask({ uri: 'untitled:one.http', request })).toMatchObject({
      judgement: {
        template: '/{index}/_delete_by_query',
        losses: [{ kind: 'loss', message: expect.stringContaining('logs') as string }],
      },
    });
  });

  it('says what the lines of a body destroy', async () => {
    const body = '{"delete":{"_index":"logs","_id":"1"}}\n';
    const bulk = { ...request, url: 'http://127.0.0.1:9200/_bulk', body };
    expect(await ask({ uri: 'untitled:one.http', request: bulk })).toMatchObject({
      judgement: { lossesOfBody: [{ message: expect.stringContaining('Deletes') as string }] },
    });
  });

  it.each([
    ['without a request', { uri: 'untitled:one.http' }],
    ['without a file', { request }],
    ['with bad parts', { uri: 'untitled:one.http', request: { ...request, url: 5 } }],
    ['with bad header fields', { uri: 'untitled:one.http', request: { ...request, headers: [['a', 1]] } }],
    ['with a bad endpoint', { uri: 'untitled:one.http', request: { ...request, place: {} } }],
  ])('judges nothing %s', async (_, params) => {
    expect(await ask(params)).toEqual({ reason: 'The request could not be read.' });
  });
});
