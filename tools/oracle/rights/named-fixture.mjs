// What a server has before each request with a name in one of the forms: indices, aliases and a data stream; made anew when a request changed them.

const settings = { number_of_replicas: 0 };
const mappings = { properties: { a: { type: 'long' } } };

/** @type {readonly (readonly [method: string, path: string, body?: object])[]} */
const making = [
  ['DELETE', '/logs-*,day-*,.hidden,copied,missing,new-name?ignore_unavailable=true&expand_wildcards=all'],
  [
    'PUT',
    '/_index_template/streams',
    { index_patterns: ['stream*'], data_stream: {}, template: { settings, mappings } },
  ],
  [
    'PUT',
    '/logs-1',
    { settings, mappings, aliases: { 'one-alias': {}, both: {}, filtered: { filter: { term: { a: 1 } } } } },
  ],
  ['PUT', '/logs-2', { settings, mappings, aliases: { both: {} } }],
  ['PUT', '/%3Cday-%7Bnow%2Fd%7D%3E', { settings, mappings }],
  ['PUT', '/.hidden', { settings: { ...settings, 'index.hidden': true }, mappings }],
];

/** What a response says of things of the fixture, whatever the order. */
const words = [
  'logs-1',
  'logs-2',
  'day-',
  'one-alias',
  'both',
  'filtered',
  'stream',
  '.ds-stream',
  '.hidden',
  '.security',
  'missing',
];
const numbers =
  /"_index":"[^"]+"|"total":\d+,"successful"|"value":\d+,"relation"|^\{"count":\d+|"(?:updated|deleted|created)":\d+|^\d+\n$/g;

/**
 * Makes the things, and returns what resets them, what reads their state, and the name of the backing index.
 * @param {(method: string, path: string, body?: object | string) => Promise<{ status: number, text: string }>} ask
 */
export async function createNamed(ask) {
  await build(ask);
  const { text } = await ask('GET', '/.ds-stream-*?expand_wildcards=all');
  const [backing] = Object.keys(JSON.parse(text));
  if (backing === undefined) throw new Error('The server made no data stream.');
  const state = () => stateOf(ask);
  const first = await state();
  const reset = async () => {
    if ((await state()) !== first) await build(ask);
  };
  return { backing, reset, effect: state, seen };
}

async function build(ask) {
  for (const [method, path, body] of making) await ask(method, path, body);
  const { text } = await ask('GET', '/_resolve/index/logs-*,day-*,.hidden?expand_wildcards=all');
  const plain = JSON.parse(text).indices.map(({ name }) => name);
  for (const name of plain) await ask('PUT', `/${name}/_doc/1?refresh=true`, { a: 1 });
  // The operations on data streams are of a module that is not published, but a write makes one. It stays until the server ends.
  await ask('POST', '/.ds-stream-*/_open');
  await ask('POST', '/stream/_delete_by_query?refresh=true', { query: { match_all: {} } });
  await ask('PUT', '/stream/_create/1?refresh=true', { '@timestamp': 1, a: 1 });
}

/** The indices with their aliases, mappings, settings and documents, without what is new each time. */
async function stateOf(ask) {
  await ask('POST', '/_all/_refresh?expand_wildcards=all');
  const indices = await ask('GET', '/_all?expand_wildcards=all');
  const documents = await ask(
    'GET',
    '/_all/_search?expand_wildcards=all&ignore_unavailable=true&size=100&sort=_index&filter_path=hits.hits._index,hits.hits._id,hits.hits._version,hits.hits._source&version=true',
  );
  const plain = (value, at) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .filter(
              ([name]) =>
                !/^(?:uuid|creation_date|provided_name|version|history)$/.test(name) &&
                !(at === 0 && name.startsWith('.security')),
            )
            .map(([name, inner]) => [name, plain(inner, at + 1)]),
        );
  const hits = JSON.parse(documents.text).hits?.hits ?? [];
  const ownHits = hits
    .filter(({ _index }) => !_index.startsWith('.security'))
    // A document of a data stream is made again after it was removed, with a version that goes on.
    .map(({ _id, _version, ...hit }) =>
      JSON.stringify({
        ...hit,
        _id: _id.length > 10 ? 'made' : _id,
        ...(!hit._index.startsWith('.ds-') && { _version }),
      }),
    )
    .toSorted();
  return JSON.stringify([plain(JSON.parse(indices.text), 0), ownHits]);
}

function seen(text) {
  const named = words.filter((word) => text.includes(word));
  return [...named, ...[...text.matchAll(numbers)].map(([found]) => found).toSorted()].join(' ');
}
