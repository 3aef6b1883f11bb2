import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { concernedRequest, type ConcernedResult } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

const description = (parameters: string) => `openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /boxes:
    get: { parameters: [${parameters}], responses: { '200': { description: a } } }
`;
const former = description('{ name: size, in: query, schema: { type: integer } }');
const next = description('{ name: length, in: query, required: true, schema: { type: string, enum: [short] } }');
const folder = mkdtempSync(join(tmpdir(), 'concerned-'));
const uri = (name: string) => pathToFileURL(join(folder, name)).href;
const configuration = {
  services: { depot: { description: './depot.yaml' } },
  endpoints: { here: { service: 'depot', baseUrl: 'http://127.0.0.1:9' } },
};

let client: LanguageClient;
beforeAll(async () => {
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify(configuration));
  writeFileSync(join(folder, 'depot.yaml'), former);
  writeFileSync(join(folder, 'a.http'), '# first\nGET /boxes\n\n###\nGET /boxes?length=short\n');
  // What the editor has counts, not what is on the disk.
  writeFileSync(join(folder, 'b.http'), '');
  client = await startClient({ rootUri: pathToFileURL(folder).href });
  await client.open(uri('b.http'), 'GET /boxes?size=3\n');
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

it('says which requests of closed and open files another version of a description concerns', async () => {
  const params = { folder: pathToFileURL(folder).href, service: 'depot', versions: { former, next } };
  let result = await client.connection.sendRequest<ConcernedResult>(concernedRequest, params);
  // The description is read once a file of its folder is open.
  for (let turn = 0; turn < 100 && result.requests < 3; turn++) {
    await new Promise((done) => setTimeout(done, 50));
    result = await client.connection.sendRequest<ConcernedResult>(concernedRequest, params);
  }
  const { requests, concerned, places, repaired, page } = result;
  expect({ requests, concerned }).toEqual({ requests: 3, concerned: 2 });
  expect(places.map((place) => `${place.uri.slice(uri('').length)}:${place.line}`)).toEqual(
    expect.arrayContaining(['/a.http:1', '/b.http:0']),
  );
  expect(repaired.find((one) => one.uri === uri('a.http'))?.text).toBe(
    '# first\nGET /boxes?length=short\n\n###\nGET /boxes?length=short\n',
  );
  expect(page).toContain('**2 of 3 requests are concerned.**');
});

it('says nothing of what is not a description', async () => {
  const params = { folder: pathToFileURL(folder).href, service: 'depot', versions: { former, next: 'a: 1' } };
  const { requests, places } = await client.connection.sendRequest<ConcernedResult>(concernedRequest, params);
  expect({ requests, places }).toEqual({ requests: 0, places: [] });
});
