// Plays one short story against each server of a list, by the JavaScript client that is named, and prints what came of each step.
// Each step is a line of JSON: {"server", "step", "outcome"}.
import { readFileSync } from 'node:fs';

const [name, list] = process.argv.slice(2);
const isOpenSearch = name.startsWith('@opensearch');
const { Client } = await import(name);

const plain = (answer) => (isOpenSearch ? answer.body : answer);
/** The body as the client takes it: whole, or its members among the options. */
const withBody = (body, options) => (isOpenSearch ? { ...options, body } : { ...options, ...body });
const document = (value, options) => ({ ...options, [isOpenSearch ? 'body' : 'document']: value });
const lines = (value, options) => ({ ...options, [isOpenSearch ? 'body' : 'operations']: value });

const index = 'crossed';
const mappings = { properties: { title: { type: 'text' }, count: { type: 'integer' } } };

const steps = {
  'who it is': async (client) => {
    const { version } = plain(await client.info());
    return [
      version.number.split('.').slice(0, 2).join('.'),
      version.build_flavor ?? '-',
      version.distribution ?? '-',
    ].join(' ');
  },
  'is it there': async (client) => plain(await client.ping()),
  'create an index': async (client) => plain(await client.indices.create(withBody({ mappings }, { index }))).index,
  'create it again': (client) => client.indices.create({ index }),
  'index a document': async (client) =>
    plain(await client.index(document({ title: 'one', count: 1 }, { index, id: '1' }))).result,
  'index a wrong one': (client) => client.index(document({ count: 'many' }, { index, id: '2' })),
  'get it': async (client) => plain(await client.get({ index, id: '1' }))._source.title,
  'get a missing one': (client) => client.get({ index, id: 'none' }),
  'is a missing one there': async (client) => plain(await client.exists({ index, id: 'none' })),
  search: async (client) => {
    await client.indices.refresh({ index });
    const found = plain(await client.search(withBody({ query: { match: { title: 'one' } } }, { index })));
    return `${found.hits.total.value} found`;
  },
  'search wrongly': (client) => client.search(withBody({ query: { matches: {} } }, { index })),
  'several at once': async (client) => {
    const actions = [
      { index: { _id: '7' } },
      { count: 7 },
      { create: { _id: '1' } },
      { count: 1 },
      { delete: { _id: '0' } },
    ];
    const { items } = plain(await client.bulk(lines(actions, { index, refresh: true })));
    return items.flatMap((item) => Object.values(item).map(({ status }) => status)).join(', ');
  },
  'several by the helper': async (client) => {
    const dropped = [];
    const { successful } = await client.helpers.bulk({
      datasource: [
        ['index', '8', { count: 8 }],
        ['index', '9', { count: 'many' }],
        ['create', '1', {}],
      ],
      onDocument: ([action, id, value]) => [{ [action]: { _index: index, _id: id } }, value],
      onDrop: ({ status, error }) => dropped.push(`${status} ${error?.type}`),
    });
    return [`done ${successful}`, ...dropped].join(', ');
  },
  'page by page': async (client) => {
    await client.indices.refresh({ index });
    let count = 0;
    const search = withBody({ query: { match_all: {} } }, { index, size: 1 });
    for await (const page of client.helpers.scrollSearch(search)) count += page.documents.length;
    return `${count} found`;
  },
  'create a key': async (client) => {
    const body = { name: 'crossed' };
    if (isOpenSearch) await client.transport.request({ method: 'POST', path: '/_security/api_key', body });
    else await client.security.createApiKey(body);
    return 'made';
  },
  'delete it': async (client) => plain(await client.delete({ index, id: '1' })).result,
  'delete the index': async (client) => plain(await client.indices.delete({ index })).acknowledged,
};

/** The type of the error that the server named, wherever the client keeps it. */
function errorType({ meta }) {
  const body = meta?.body;
  if (typeof body !== 'object' || body === null) return body ? String(body).slice(0, 40) : '';
  if (body.error === undefined) return 'no error';
  return typeof body.error === 'string' ? 'text' : (body.error.type ?? '?');
}

async function outcome(client, step) {
  try {
    const value = await step(client);
    return typeof value === 'object' ? 'ok' : `ok: ${value}`;
  } catch (error) {
    return [error.name, error.meta?.statusCode, errorType(error)].filter(Boolean).join(' ');
  }
}

for (const { name: server, baseUrl, user, password } of JSON.parse(readFileSync(list, 'utf8'))) {
  const client = new Client({ node: baseUrl, auth: { username: user, password } });
  for (const [step, play] of Object.entries(steps))
    console.log(JSON.stringify({ server, step, outcome: await outcome(client, play) }));
  await client.close();
}
