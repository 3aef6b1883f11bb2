import { Client } from '@elastic/elasticsearch';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { crossedClients } from '../../tools/oracle/crossed.mjs';
import { startSandbox } from '../cli/command-line';

// What real servers came to with this client, as `npm run oracle -- crossed` plays it. The pages list the other clients.

const servers = {
  'Elasticsearch 8.19': ['--version', '8.19'],
  'Elasticsearch 9.5': ['--version', '9.5'],
  OpenSearch: ['--product', 'opensearch'],
} as const;

const index = 'crossed';
const isRefused = 'ProductNotSupportedError 200';
const isUnreadable = 'ResponseError 406';

/** What each step comes to at servers of the client's own vendor, and at OpenSearch. */
const steps: readonly (readonly [string, (client: Client) => Promise<unknown>, own: string, other: string])[] = [
  ['who it is', (client) => client.info(), 'ok', isRefused],
  ['create an index', (client) => client.indices.create({ index }), 'ok', isRefused],
  ['create it again', (client) => client.indices.create({ index }), 'ResponseError 400', 'ResponseError 400'],
  ['index a document', (client) => client.index({ index, id: '1', document: { count: 1 } }), 'ok', isUnreadable],
  ['get a missing one', (client) => client.get({ index, id: 'none' }), 'ResponseError 404', 'ResponseError 404'],
  ['several', (client) => client.bulk({ index, operations: [{ index: {} }, { count: 2 }] }), 'ok', isUnreadable],
  ['create a key', (client) => client.security.createApiKey({ name: index }), 'ok', 'ResponseError 400'],
  ['delete the index', (client) => client.indices.delete({ index }), 'ok', isRefused],
  // The client refuses the product when the server has done what it asked.
  ['delete it again', (client) => client.indices.delete({ index }), 'ResponseError 404', 'ResponseError 404'],
];

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    ({ name, meta }: { readonly name: string; readonly meta?: { readonly statusCode: number | null } }) =>
      `${name} ${String(meta?.statusCode)}`,
  );
}

describe.each(Object.entries(servers))('the client of Elasticsearch at the sandbox as %s', (name, args) => {
  const started = startSandbox(['--free-ports', '--unlisted', ...args]);
  afterAll(async () => (await started).end());

  it('fails where it fails at the server, in the same way', async () => {
    const { ready } = await started;
    const [{ baseUrl, credential } = { baseUrl: '', credential: '' }] = ready.endpoints;
    const client = new Client({ node: baseUrl, auth: { bearer: credential.replace('Bearer ', '') } });
    const came: string[] = [];
    for (const [step, play] of steps) came.push(`${step}: ${await outcome(play(client))}`);
    await client.close();
    expect(came).toEqual(steps.map(([step, , own, other]) => `${step}: ${name === 'OpenSearch' ? other : own}`));
  });
});

it('has a row in the pages for each version of a client that is crossed with servers', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/truth.md'), 'utf8');
  const [, part = ''] = page.split('### Crossed with servers');
  const rows = part.split('\n## ')[0]?.match(/^\| \S+ \d[\d.]*/gm) ?? [];
  const crossed = crossedClients.filter(({ version }) => version !== '');
  expect(rows.toSorted()).toEqual(
    crossed.map(({ title, version }) => `| ${title.split(',')[0]} ${version}`).toSorted(),
  );
});
