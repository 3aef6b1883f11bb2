import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importRequest,
  requestSnippetRequest,
  requestsRequest,
  type ImportResult,
  type RequestSnippetResult,
  type RequestsResult,
} from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

const uri = 'untitled:a.http';
let client: LanguageClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

describe('requests that a client inserts', () => {
  it('are those of all services, documented ones first', async () => {
    const found = await client.connection.sendRequest<RequestsResult>(requestsRequest, { uri });
    const requests = 'requests' in found ? found.requests : [];
    expect(requests.length).toBeGreaterThan(1900);
    expect(requests[0]).toMatchObject({
      id: 'search-cluster.api-key.create',
      method: 'PUT',
      path: '/_security/api_key',
    });
    const { id, method } = requests.find(({ path }) => path === '/repos/{owner}/{repo}/hooks')!;
    const one = await client.connection.sendRequest<RequestSnippetResult>(requestSnippetRequest, { uri, id, method });
    expect(one).toEqual({ snippet: 'GET /repos/${1:owner}/${2:repo}/hooks\n' });
  });

  it('are not there for an unknown operation', async () => {
    const params = { uri, id: 'none', method: 'GET' };
    expect(await client.connection.sendRequest(requestSnippetRequest, params)).toHaveProperty('reason');
  });

  it('come from a curl command', async () => {
    const params = { text: 'curl -u me:pass -X DELETE https://a.b -o x', taken: ['authorization'] };
    const read = await client.connection.sendRequest<ImportResult>(importRequest, params);
    expect(read).toMatchObject({ requests: 1, notes: ['`--output` is not taken over'] });
    expect(read).toHaveProperty('text', expect.stringContaining('@authorization_2 = me:pass\n'));
    expect(client.log.join()).not.toContain('me:pass');
  });

  it('do not come from another text', async () => {
    const read = await client.connection.sendRequest<ImportResult>(importRequest, { text: 'hello' });
    expect(read).toEqual({
      reason:
        'The text cannot be imported: it is not a curl command, a HAR recording, an OpenAPI description or a collection of Postman, Bruno, Insomnia, Hurl or Thunder Client.',
    });
  });
});
