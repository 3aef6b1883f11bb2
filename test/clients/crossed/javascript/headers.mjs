// Sends what clients put into the header, without a client, and prints what each server answers: status, type of the error, media type and product.
// Each step is a line of JSON: {"server", "step", "outcome"}.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const own = 'application/vnd.elasticsearch+json';
const lines = 'application/vnd.elasticsearch+x-ndjson';
const compatible = (type, version) => `${type}; compatible-with=${version}`;
const document = '{"count":1}';
const bulk = '{"index":{"_index":"headers"}}\n{"count":1}\n';

/** The name of each step with the method, the path, the body and the header fields. */
const steps = [
  ['no media type', 'GET', '/_cluster/health'],
  ['any type', 'GET', '/_cluster/health', '', { accept: '*/*' }],
  ['JSON', 'GET', '/_cluster/health', '', { accept: 'application/json' }],
  ['own type without a version', 'GET', '/_cluster/health', '', { accept: own }],
  ...[6, 7, 8, 9, 10].map((version) => [
    `own type of ${version}`,
    'GET',
    '/_cluster/health',
    '',
    { accept: compatible(own, version) },
  ]),
  ['JSON with a version', 'GET', '/_cluster/health', '', { accept: 'application/json; compatible-with=8' }],
  ['plain text', 'GET', '/_cluster/health', '', { accept: 'text/plain' }],
  ['a page', 'GET', '/_cluster/health', '', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
  ['a picture', 'GET', '/_cluster/health', '', { accept: 'image/png' }],
  ['own type or JSON', 'GET', '/_cluster/health', '', { accept: `${compatible(own, 8)}, application/json` }],
  ['HEAD', 'HEAD', '/_cluster/health'],
  ['body as JSON', 'POST', '/headers/_doc', document, { 'content-type': 'application/json' }],
  ['body without a type', 'POST', '/headers/_doc', document],
  ['body as text', 'POST', '/headers/_doc', document, { 'content-type': 'text/plain' }],
  ['body as a form', 'POST', '/headers/_doc', document, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['body as its own type without a version', 'POST', '/headers/_doc', document, { 'content-type': own }],
  ...[7, 8, 9, 10].flatMap((version) => {
    const type = compatible(own, version);
    return [
      [`body of ${version}`, 'POST', '/headers/_doc', document, { 'content-type': type }],
      [`body and answer of ${version}`, 'POST', '/headers/_doc', document, { 'content-type': type, accept: type }],
      [
        `body of ${version}, answer as JSON`,
        'POST',
        '/headers/_doc',
        document,
        { 'content-type': type, accept: 'application/json' },
      ],
    ];
  }),
  [
    'body of 8, answer of 9',
    'POST',
    '/headers/_doc',
    document,
    { 'content-type': compatible(own, 8), accept: compatible(own, 9) },
  ],
  [
    'body of 9, answer of 8',
    'POST',
    '/headers/_doc',
    document,
    { 'content-type': compatible(own, 9), accept: compatible(own, 8) },
  ],
  [
    'body as JSON, answer of 8',
    'POST',
    '/headers/_doc',
    document,
    { 'content-type': 'application/json', accept: compatible(own, 8) },
  ],
  ['type of 9 without a body', 'GET', '/_cluster/health', '', { 'content-type': compatible(own, 9) }],
  ['lines as lines', 'POST', '/_bulk', bulk, { 'content-type': 'application/x-ndjson' }],
  ['lines as JSON', 'POST', '/_bulk', bulk, { 'content-type': 'application/json' }],
  [
    'lines as its own type of 8',
    'POST',
    '/_bulk',
    bulk,
    { 'content-type': compatible(lines, 8), accept: compatible(own, 8) },
  ],
  [
    'lines as its own type of 9',
    'POST',
    '/_bulk',
    bulk,
    { 'content-type': compatible(lines, 9), accept: compatible(own, 9) },
  ],
  ['a document as lines', 'POST', '/headers/_doc', document, { 'content-type': 'application/x-ndjson' }],
  ['lines that do not end', 'POST', '/_bulk', bulk.trimEnd(), { 'content-type': 'application/x-ndjson' }],
  ['a missing index', 'GET', '/nowhere', '', { accept: compatible(own, 8) }],
  ['a missing document', 'GET', '/headers/_doc/none'],
  ['a path of nothing', 'GET', '/_nothing/at/all'],
  ['a method of nothing', 'PATCH', '/headers'],
  ['a wrong method', 'POST', '/_cat/indices'],
  ['a parameter of nothing', 'GET', '/_cluster/health?nothing=1'],
  ['a table', 'GET', '/_cat/indices?h=index'],
  ['a table as JSON', 'GET', '/_cat/indices?h=index', '', { accept: 'application/json' }],
  ['a table as its own type', 'GET', '/_cat/indices?h=index', '', { accept: compatible(own, 8) }],
  ['a path with two slashes', 'GET', '//_search'],
  ['it is deleted', 'DELETE', '/headers'],
];

function send({ baseUrl, user, password }, [, method, path, body = '', fields = {}]) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    ...(body !== '' && { 'content-length': Buffer.byteLength(body) }),
    ...fields,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function outcome({ status, headers, text }) {
  const type = headers['content-type'];
  const product = headers['x-elastic-product'];
  return [status, kindOf(text), type ?? 'no type', ...(product === undefined ? [] : [`product ${product}`])].join('; ');
}

function noAnswer({ code }) {
  return `no answer; ${code}`;
}

/** The type of the error of an answer, or what it is without one. */
function kindOf(text) {
  if (text === '') return 'empty';
  if (!text.startsWith('{')) return 'text';
  try {
    const { error } = JSON.parse(text);
    if (error === undefined) return 'object';
    return typeof error === 'string' ? `error: ${error.split(/[[(/]/)[0].trim()}` : error.type;
  } catch {
    return 'text';
  }
}

for (const server of JSON.parse(readFileSync(process.argv[2], 'utf8')))
  for (const step of steps)
    console.log(
      JSON.stringify({ server: server.name, step: step[0], outcome: await send(server, step).then(outcome, noAnswer) }),
    );
