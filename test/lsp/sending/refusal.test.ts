import { afterEach, describe, expect, it } from 'vitest';
import { refusalRequest } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

let client: LanguageClient | undefined;

afterEach(async () => {
  expect(await client?.stop()).toBe(0);
});

const uri = 'untitled:one.http';
const text =
  '# @name a\nGET /_cluster/health\n\n###\nPOST /_security/api_key\n\n{ "name": "a", "expiration": "1d", "nme": 1 }\n';
const body = JSON.stringify({ error: { root_cause: [{ type: 't', reason: 'unknown field [nme]' }] } });

async function ask(params: object): Promise<unknown> {
  client = await startClient({ rootUri: null });
  await client.open(uri, text);
  return client.connection.sendRequest(refusalRequest, { uri, line: 4, status: 400, body, ...params });
}

describe('rulebook/explainRefusal', () => {
  it('says where the problem is, with its rule, and which lines it holds for', async () => {
    expect(await ask({})).toEqual({
      problems: [
        {
          range: { start: { line: 6, character: 35 }, end: { line: 6, character: 40 } },
          message: 'The service responded with 400: unknown field [nme]',
          rule: 'unknown-field',
        },
      ],
      lines: { first: 3, last: 6 },
    });
  });

  it.each([
    ['another version', { version: 99 }],
    ['another file', { uri: 'untitled:other.http' }],
    ['bad parameters', { status: '400', body: 5 }],
    ['a long body', { body: `"${'x'.repeat(300_000)}"` }],
  ])('says nothing about %s', async (_, params) => {
    expect(await ask(params)).toHaveProperty('problems', []);
  });
});
