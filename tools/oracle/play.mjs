// Plays stories on a server and returns what it answered.
import { request as send } from 'node:http';
import { removeKeys } from './remove-keys.mjs';

/** @typedef {{ method: string, path: string, body?: unknown, headers?: Record<string, string> }} Step */
/** @typedef {{ status: number, type: string, text: string, oracle?: string }} Answer */

/**
 * Plays the steps of a story, then removes what they made.
 * @param {{ baseUrl: string, authorization: string, repositories: string, agent: import('node:http').Agent }} server
 * @param {{ steps: readonly Step[] }} story
 * @returns {Promise<Answer[]>}
 */
export async function play(server, { steps }) {
  const answers = [];
  let [id, encoded] = ['no-id', 'no-key'];
  for (const step of steps) {
    const answer = await call(
      server,
      filled(step, { '{{repo}}': server.repositories, '{{id}}': id, '{{encoded}}': encoded }),
    );
    const made = /"id":"([\w-]+)".*"encoded":"([^"]+)"/s.exec(answer.text);
    if (made) [, id, encoded] = made;
    answers.push(answer);
  }
  await cleanUp(server, steps);
  return answers;
}

/** Returns a step with the values of this server in the places of the placeholders. */
export function filled(step, values) {
  const fill = (text) =>
    Object.entries(values).reduce((filledOnes, [name, value]) => filledOnes.replaceAll(name, value), text);
  const headers = Object.entries(step.headers ?? {}).map(([name, value]) => [name, fill(value)]);
  return {
    ...step,
    headers: Object.fromEntries(headers),
    path: fill(step.path),
    text: fill(textOf(step.body)),
    type: typeOf(step),
  };
}

/** The body as it is sent: an object as JSON, a list as lines of it. */
export function textOf(body) {
  if (body === undefined) return '';
  if (typeof body === 'string') return body;
  if (!Array.isArray(body)) return JSON.stringify(body);
  return body.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

/** The media type of a step's body. */
export function typeOf({ body, headers = {} }) {
  const own = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (own !== undefined || body === undefined) return own;
  return Array.isArray(body) ? 'application/x-ndjson' : 'application/json';
}

/** Settings that keep all others as they are. OpenSearch lets them go one at a time only. */
const blocks = ['cluster.blocks.read_only', 'cluster.blocks.read_only_allow_delete'];

async function resetSettings(server) {
  const reset = (body) =>
    call(server, { method: 'PUT', path: '/_cluster/settings', text: JSON.stringify(body), type: 'application/json' });
  for (const scope of ['persistent', 'transient'])
    for (const name of blocks) await reset({ [scope]: { [name]: null } });
  await reset({ persistent: { '*': null }, transient: { '*': null } });
}

/** Removes indices, repositories, keys and settings, so that the next story finds nothing. */
async function cleanUp(server, steps) {
  if (server.isSandbox === true) {
    await call({ ...server, authorization: server.control }, { method: 'POST', path: '/_sandbox/reset', text: '' });
    return;
  }
  const paths = steps.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ path }) => path);
  const has = (part) => paths.some((path) => path.includes(part));
  if (has('_cluster/settings')) await resetSettings(server);
  if (has('_snapshot')) {
    // Snapshots outlive their repository.
    if (has('wait_for_completion')) {
      const { text } = await call(server, { method: 'GET', path: '/_snapshot', text: '' });
      for (const name of Object.keys(JSON.parse(text)))
        await call(server, { method: 'DELETE', path: `/_snapshot/${encodeURIComponent(name)}/*`, text: '' });
    }
    await call(server, { method: 'DELETE', path: '/_snapshot/*', text: '' });
  }
  if (has('_security/') && server.keeper) await removeKeys(server);
  if (has('_template')) await call(server, { method: 'DELETE', path: '/_index_template/*', text: '' });
  if (paths.some((path) => /^\/[^_]/.test(path) || path === '/' || /^\/_(bulk|aliases)/.test(path)))
    await call(server, { method: 'DELETE', path: '/*,-.security*?expand_wildcards=all', text: '' });
}

/**
 * @param {any} server
 * @param {{ method: string, path: string, text: string, type?: string | undefined, headers?: Record<string, string> }} step
 * @returns {Promise<Answer>}
 */
function call(server, step) {
  const { baseUrl, authorization, agent } = server;
  const { method, path, text, type, headers = {} } = step;
  return new Promise((resolve) => {
    const { hostname, port } = new URL(baseUrl);
    const body = Buffer.from(text);
    const fields = { authorization, ...headers, ...(type === undefined ? {} : { 'content-type': type }) };
    if (body.length > 0) fields['content-length'] = body.length;
    const request = send({ hostname, port, agent, method, path, headers: fields, timeout: 60_000 }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', (error) => resolve({ status: 0, type: '', text: error.message }));
      response.on('end', () => {
        const { 'content-type': given = '', 'x-oracle': oracle } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          type: given,
          text: Buffer.concat(parts).toString('utf8'),
          ...(oracle === undefined ? {} : { oracle: String(oracle) }),
        });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`no response within a minute: ${method} ${path}`)));
    request.on('error', (error) => {
      // A server may close a connection that was idle.
      if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(call(server, step));
      else resolve({ status: 0, type: '', text: error.message });
    });
    request.end(body.length > 0 ? body : undefined);
  });
}
