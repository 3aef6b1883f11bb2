import { afterEach, describe, expect, it } from 'vitest';
import { differencesRequest, testsRequest } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

let client: LanguageClient | undefined;

afterEach(async () => {
  expect(await client?.stop()).toBe(0);
});

const uri = 'untitled:one.http';
const text = [
  '### create',
  'PUT /_security/api_key',
  '',
  '{ "name": "a", "expiration": "1d" }',
  '',
  '?? status == 200',
  '### no asserts',
  'GET /_cluster/health',
  '### ',
  '# @name second',
  'GET /_cluster/health',
  '',
  '?? $.id exists',
  '?? duration < 1 s',
  '### scripted',
  'GET /_cluster/health',
  '',
  '> {%',
  '  client.test("status", () => client.assert(response.status === 200));',
  '  // client.test("later", () => {});',
  '%}',
  '### a script without tests',
  'GET /_cluster/health',
  '',
  '> {% client.log("latest (1)") %}',
  '',
].join('\n');

async function ask(request: string, params: object): Promise<unknown> {
  client = await startClient({ rootUri: null });
  await client.open(uri, text);
  return client.connection.sendRequest(request, params);
}

describe('rulebook/tests', () => {
  it('names the requests with asserts or tests of scripts, and their lines', async () => {
    expect(await ask(testsRequest, { text })).toEqual({
      requests: [
        { label: 'create', line: 1, asserts: 1, scriptTests: 0 },
        { label: 'second', line: 10, asserts: 2, scriptTests: 0 },
        { label: 'scripted', line: 15, asserts: 0, scriptTests: 1 },
      ],
    });
  });

  it('says nothing about bad parameters', async () => {
    expect(await ask(testsRequest, { text: 5 })).toEqual({ requests: [] });
  });
});

describe('rulebook/differences', () => {
  const operation = 'search-cluster.api-key.create';

  it('says in what a response differs from the description of its operation', async () => {
    const shown = 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{ "id": 5, "name": "a", "api_key": "***" }\n';
    expect(await ask(differencesRequest, { uri, operation, text: shown })).toMatchObject({
      differences: [
        { message: "The recorded response lacks 'encoded'." },
        { message: "'id' is documented as a string." },
      ],
    });
  });

  it.each([
    ['an unknown operation', { operation: 'none' }],
    ['an unknown file', { uri: 'untitled:other.http' }],
    ['bad parameters', { text: 5 }],
  ])('knows nothing about %s', async (_, params) => {
    expect(await ask(differencesRequest, { uri, operation, text: 'HTTP/1.1 200 OK\n\n{}\n', ...params })).toEqual({});
  });
});
