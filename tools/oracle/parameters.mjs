// `npm run oracle -- parameters`: which parameters of the query a real server takes, asked for each operation, and what the checker says of them.
import { Agent, request as send } from 'node:http';
import { loadJudgingEngine } from './engine.mjs';
import { reasonAgainst } from './jars.mjs';
import { startRealNode } from './real-node.mjs';
import { restore } from './rights/fixture.mjs';
import { requestsOf } from './rights/requests.mjs';

/** A name that no server knows. An answer that names it has looked at all names, and nothing was done. */
const control = 'rulebook_unknown';

/** How many names are asked at once. An answer that is about a value of one of them says nothing of the others, so these are asked again. */
const together = 40;

/** Rules that say that a parameter is not taken. */
const refusing = new Set(['unknown-query-parameter', 'unsupported-version', 'unavailable-element']);

/**
 * Asks a server for each operation which parameters it takes. Returns a row for each operation that answers.
 * @param {import('./servers.mjs').Server} server
 * @param {{ words?: readonly string[], log: (line: string) => void }} options
 */
export async function askParameters(server, { words = [], log }) {
  const reason = await reasonAgainst(server);
  if (reason !== undefined) return { rows: [], version: '', skipped: reason };
  const node = await startRealNode(server, { log });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const ask = (method, path, text) => answerOf(node, agent, method, path, text);
    await restore((method, path, body) => ask(method, path, body === undefined ? '' : JSON.stringify(body)));
    const judge = await judgeOf(server, node.version);
    const rows = [];
    for (const request of judge.requests) {
      if (words.length > 0 && !words.some((word) => request.id.includes(word))) continue;
      const row = await askOperation(ask, request, judge);
      if (row !== undefined) rows.push(row);
      if (rows.length % 50 === 0) log(`${rows.length} of ${judge.requests.length}`);
    }
    return { rows: withoutAbsent(rows), version: node.version };
  } finally {
    agent.destroy();
    await node.stop();
  }
}

/** Returns what is taken and what is said of one operation; undefined where the server does not say which names it does not know. */
async function askOperation(ask, request, judge) {
  const [path = '', query = ''] = request.path.split('?', 2);
  const needed = query === '' ? [] : query.split('&');
  const own = new Set(needed.map((part) => part.split('=')[0]));
  const names = [...judge.names.keys()].filter((name) => !own.has(name));
  const textFor = async (asked) => {
    const parts = [...needed, ...asked.map((name) => `${name}=${judge.names.get(name)}`), `${control}=1`];
    const answer = await ask(request.method, `${path}?${parts.join('&')}`, request.text);
    // Behind a name that is not known, the answer may say another one that is.
    return answer.text.replace(/ -> did you mean [^?]*\?/g, '');
  };
  const refusedIn = (text, asked) =>
    text.includes(`[${control}]`) ? asked.filter((name) => text.includes(`[${name}]`)) : undefined;
  const refused = async (asked) => refusedIn(await textFor(asked), asked);
  if ((await refused([])) === undefined) return undefined;
  const unknown = new Set();
  const open = [];
  for (let at = 0; at < names.length; at += together) {
    const some = names.slice(at, at + together);
    const found = await refused(some);
    if (found === undefined) open.push(...some);
    else for (const name of found) unknown.add(name);
  }
  // What is asked alone and is in an answer of another kind is known: the answer is about its value, or about what it needs.
  const unasked = new Set();
  for (const name of open) {
    const text = await textFor([name]);
    const found = refusedIn(text, [name]);
    if (found?.length === 1) unknown.add(name);
    else if (found === undefined && !text.includes(name)) unasked.add(name);
  }
  // A name may only be read without another one, such as `help`.
  for (const name of [...unknown])
    if (request.parameters.has(name) && (await refused([name]))?.length !== 1) unknown.delete(name);
  for (const name of unasked) names.splice(names.indexOf(name), 1);
  const said = judge.refusedBy(request, path, needed, names);
  const isDescribed = (name) => request.parameters.has(name);
  return {
    id: request.id,
    method: request.method,
    path: request.template,
    asked: names.length,
    taken: names.filter((name) => !unknown.has(name)),
    // The server takes it and the checker says that it does not.
    falselyRefused: names.filter((name) => !unknown.has(name) && said.has(name)),
    // The server refuses it, the description has it, and the checker is silent.
    notFound: names.filter((name) => unknown.has(name) && !said.has(name) && isDescribed(name)),
    // The server refuses it, no description has it, and the checker is silent nevertheless.
    notFoundOther: names.filter((name) => unknown.has(name) && !said.has(name) && !isDescribed(name)),
  };
}

/** Operations whose module is missing, so that their paths are those of others. */
const absent = /^search-cluster\.(?:repository\.(?:analyze|verify-integrity)|snapshot\.repository_|shutdown\.)/;

/** Leaves out operations whose module is missing: a path such as `/_transform` is then that of an index. */
function withoutAbsent(rows) {
  const takenBy = ({ taken }) => taken.join(' ');
  const index = rows.find(({ method, path }) => method === 'GET' && path === '/{index}');
  return rows
    .filter(({ id }) => !absent.test(id))
    .filter((row) => !/^\/_[a-z_]+$/.test(row.path) || index === undefined || takenBy(row) !== takenBy(index));
}

/** What the checker says of parameters for a server: the requests of all operations, all names with a value of their kind, and what is refused. */
async function judgeOf(server, version) {
  const engine = await loadJudgingEngine();
  const { vendor } = server;
  const endpoint = { name: 'node', service: 'search-cluster', vendor, version, baseUrl: 'http://127.0.0.1:9200' };
  const context = { endpoints: [endpoint], defaults: { 'search-cluster': 'node' } };
  const names = new Map();
  // A server reads what is in the path and in the query alike, so that the name of a part of a path is always taken.
  const inPaths = new Set();
  const requests = requestsOf(engine, context).map((request) => {
    const { parameters, path } = engine.operation(request.id, context);
    for (const { name } of parameters.path) inPaths.add(name);
    for (const field of parameters.query) if (!names.has(field.name)) names.set(field.name, valueOf(field));
    return { ...request, template: path, parameters: new Set(parameters.query.map(({ name }) => name)) };
  });
  for (const name of inPaths) names.delete(name);
  const refusedBy = ({ method, text }, path, needed, asked) => {
    const blocks = asked.map((name) => {
      const head = `# @endpoint node\n${method} ${path}?${[...needed, `${name}=${names.get(name)}`].join('&')}\n`;
      return text === '' ? head : `${head}Content-Type: application/json\n\n${text}\n`;
    });
    const { findings } = engine.check(engine.openFile(blocks.join('\n###\n')), { context, severities: {} });
    return new Set(
      asked.filter((name, index) =>
        (findings[index] ?? []).some(({ rule, message }) => refusing.has(rule) && message.includes(`\`${name}\``)),
      ),
    );
  };
  return { requests, names, refusedBy };
}

/** A value that most servers read for a parameter. */
function valueOf({ shape }) {
  if (shape.type === 'boolean') return 'true';
  if (shape.type === 'integer' || shape.type === 'number') return '1';
  const [first] = shape.values?.values ?? [];
  return first === undefined ? 'a' : encodeURIComponent(String(first.value));
}

/**
 * Returns the table of what was asked.
 * @param {readonly any[]} rows
 */
export function parametersTable(rows) {
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  const lines = rows.flatMap(({ method, path, falselyRefused, notFound }) => [
    ...(falselyRefused.length > 0
      ? [`taken, and said not to be: ${method} ${path}: ${falselyRefused.join(', ')}`]
      : []),
    ...(notFound.length > 0 ? [`refused, and not said: ${method} ${path}: ${notFound.join(', ')}`] : []),
  ]);
  return [
    `${rows.length} operations, ${sum(({ asked }) => asked)} questions`,
    `taken: ${sum(({ taken }) => taken.length)}`,
    `taken, and said not to be: ${sum(({ falselyRefused }) => falselyRefused.length)}`,
    `refused, described, and not said: ${sum(({ notFound }) => notFound.length)}`,
    `refused, described nowhere, and not said: ${sum(({ notFoundOther }) => notFoundOther.length)}`,
    '',
    ...lines,
  ];
}

function answerOf({ baseUrl, authorization }, agent, method, path, text) {
  const { hostname, port } = new URL(baseUrl);
  const headers = { authorization, ...(text !== '' && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, agent, method, path, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    request.on('error', reject);
    request.end(text === '' ? undefined : text);
  });
}
