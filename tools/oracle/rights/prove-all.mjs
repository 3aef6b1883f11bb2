// `npm run oracle -- rights`: the rights that Rulebook derives for each operation, tried on a real server.
import { Agent, request as send } from 'node:http';
import { loadJudgingEngine } from '../engine.mjs';
import { loadEngine } from '../../lib/load-engine.mjs';
import { reasonAgainst } from '../jars.mjs';
import { startRealNode } from '../real-node.mjs';
import { reset, restore } from './fixture.mjs';
import { listedRights } from './listed-rights.mjs';
import { createTried, prove } from './prove.mjs';
import { requestsOf } from './requests.mjs';

/** Operations that take from the server what the proof needs, such as all users. */
const endsTheServer = new Set([
  'search-cluster.security.change_password/1',
  'search-cluster.features.reset_features',
  'search-cluster.shutdown.put_node',
]);

/** What our own plugin answers in place of a module that is not published: it does not ask who sends a request. */
const ofOurPlugin = /^search-cluster\.(?:ilm|slm|ccr|follower|auto-follow)\./;

/**
 * Proves the rights of all operations on a server. Returns a row for each.
 * @param {import('../servers.mjs').Server} server
 * @param {{ words?: readonly string[], log: (line: string) => void }} options
 */
export async function proveRights(server, { words = [], log }) {
  const reason = await reasonAgainst(server);
  if (reason !== undefined) return { rows: [], version: '', skipped: reason };
  const node = await startRealNode(server, { log });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const derive = await deriver(server, node);
    const place = { ...node, agent, reset: () => reset(admin) };
    const admin = (method, path, body) => ask(node, agent, method, path, body);
    await restore(admin);
    await createTried(place);
    const findListed = await listedRights(server.name);
    const rows = [];
    for (const request of derive.requests) {
      if (endsTheServer.has(request.id) || ofOurPlugin.test(request.id)) continue;
      if (words.length > 0 && !words.some((word) => request.id.includes(word))) continue;
      const { role, conditional } = derive.roleOf(request);
      const row = { ...request, ...(await prove(place, request, role, conditional)) };
      rows.push({ ...row, isListed: findListed(row) !== undefined });
      if (rows.length % 50 === 0) log(`${rows.length} of ${derive.requests.length}`);
    }
    return { rows, version: node.version };
  } finally {
    agent.destroy();
    await node.stop();
  }
}

/** What each verdict says, in the order of the table. */
const titles = {
  right: 'exactly the derived rights are needed',
  free: 'nothing is needed, and nothing derived',
  unknown: 'not known what is needed, and said so',
  few: 'the derived rights are not enough',
  many: 'it works without one of the derived rights',
  unproved: 'refused for what it says, before anyone asks who sent it',
  unnamed: 'the server does not know a derived privilege',
  absent: 'the server does not have the operation',
};

/**
 * Returns the table of proved rights: what is right by numbers, and each request whose rights are wrong.
 * @param {readonly any[]} rows
 */
export function rightsTable(rows) {
  const counts = Object.entries(titles).map(([verdict, title]) => {
    const number = rows.filter((row) => row.verdict === verdict).length;
    return `${String(number).padStart(5)}  ${title}`;
  });
  const wrong = rows.filter(({ verdict, isListed }) => (verdict === 'few' || verdict === 'many') && isListed !== true);
  const lines = wrong.map(({ verdict, id, method, path, role, own, needless }) =>
    [
      `${titles[verdict]}: ${id} (${method} ${path})`,
      `    derived: ${JSON.stringify(role)}`,
      verdict === 'few' ? `    answered: ${own}` : `    not needed: ${needless.join(', ')}`,
    ].join('\n'),
  );
  return { lines: [...counts, '', ...lines], isGood: wrong.length === 0 };
}

/** What derives a role from a request, as `rulebook privileges --format descriptor` does. */
export async function deriver(server, node) {
  const engine = await loadJudgingEngine();
  const { rightsOfRequests, needyRequest, roleDescriptorOf } = await loadEngine(
    'packages/checker/src/privileges/index',
  );
  const { rightsOfService } = await loadEngine('packages/services/src/index');
  const endpoint = {
    name: 'node',
    service: 'search-cluster',
    vendor: server.vendor,
    version: node.version,
    baseUrl: node.baseUrl,
  };
  const context = { endpoints: [endpoint], defaults: { 'search-cluster': 'node' } };
  const roleOf = ({ method, path, text }) => {
    const head = `# @endpoint node\n${method} ${path}\n`;
    const file = engine.openFile(text === '' ? head : `${head}Content-Type: application/json\n\n${text}\n`);
    const [plan] = engine.planAll(file, { context, severities: {} });
    if (plan?.needs === undefined) return { role: undefined, conditional: [] };
    const [derived] = rightsOfRequests([needyRequest({ ...plan, endpoint }, 'one.http')], rightsOfService);
    if (derived === undefined || derived.unknown.length > 0) return { role: undefined, conditional: [] };
    const conditional = derived.rights.filter(({ isConditional }) => isConditional).map(({ name }) => name);
    return { role: roleDescriptorOf(derived), conditional };
  };
  return { requests: requestsOf(engine, context), roleOf };
}

/** Asks a node as an administrator. */
export function ask({ baseUrl, authorization }, agent, method, path, body) {
  const { hostname, port } = new URL(baseUrl);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { authorization, ...(text !== undefined && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, agent, method, path, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    request.on('error', reject);
    request.end(text);
  });
}
