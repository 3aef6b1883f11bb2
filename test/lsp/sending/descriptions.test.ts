import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describedRequestsRequest,
  descriptionRequest,
  endpointRequest,
  type DescribedRequestsParams,
  type DescriptionResult,
  type EndpointResult,
  type ImportResult,
} from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

const folder = pathToFileURL(join(import.meta.dirname, '../../descriptions')).href;
const params = { folder, path: 'shop.yaml' };
let client: LanguageClient;
beforeAll(async () => {
  client = await startClient();
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

const requestsFor = (more: Partial<DescribedRequestsParams>) =>
  client.connection.sendRequest<ImportResult>(describedRequestsRequest, { ...params, ...more });

describe('a description', () => {
  it('says what it offers', async () => {
    expect(await client.connection.sendRequest<DescriptionResult>(descriptionRequest, params)).toEqual({
      title: 'Pet shop',
      operations: 3,
      baseUrls: ['https://pets.example.org/v1'],
      authentication: { type: 'api-key', field: 'X-Shop-Key' },
    });
    const missing = await client.connection.sendRequest<DescriptionResult>(descriptionRequest, {
      ...params,
      path: 'none.yaml',
    });
    expect(missing).toMatchObject({ reason: expect.stringMatching(/^The description cannot be read: /) });
  });

  it('becomes a few requests to an endpoint that the session does not know yet', async () => {
    const endpoint = { name: 'shop', service: 'shop', baseUrl: 'http://127.0.0.1:1' };
    const read = await requestsFor({ endpoint });
    const text = 'text' in read ? read.text : read.reason;
    expect(text).toContain('### List the pets\nGET /pets\n');
    expect(text).toContain('POST /pets\nContent-Type: application/json\n');
    expect(text).not.toContain('X-Shop-Key');
  });

  it('becomes a request for each operation', async () => {
    const read = await requestsFor({ baseUrl: 'http://127.0.0.1:1' });
    expect('text' in read ? read.text : read.reason).toMatch(/^@baseUrl = http:\/\/127\.0\.0\.1:1\n[^]*X-Shop-Key/);
  });
});

describe('where a request goes', () => {
  it.each<[string, EndpointResult]>([
    ['GET https://me:secret@a.example:8443/b?c=1', { origin: 'https://a.example:8443' }],
    ['@host = http://b.example\n\nGET {{host}}/a', { origin: 'http://b.example' }],
    ['GET {{base}}/a', { written: '{{base}}' }],
    ['GET /of/nobody', { isNowhere: true }],
    ['GET /_search', { endpoint: 'sandbox-cluster', hasRights: true }],
  ])('is known of %j', async (text, expected) => {
    const uri = `untitled:${encodeURIComponent(text)}.http`;
    await client.open(uri, `${text}\n`);
    const line = text.split('\n').length - 1;
    expect(await client.connection.sendRequest<EndpointResult>(endpointRequest, { uri, line })).toEqual(expected);
  });
});
