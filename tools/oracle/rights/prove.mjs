// Proves the rights that Rulebook derives on a real server: a user with just these sends the request, and again without each of them.
import { request as send } from 'node:http';

/** The role and the users that try requests. */
const tried = 'tried';
const powerlessUser = 'tried-powerless';
const password = 'password-of-tried';

/**
 * @typedef {{ baseUrl: string, authorization: string, agent: import("node:http").Agent, reset: () => Promise<void>, effect?: () => Promise<string>,
 *   seen?: (text: string) => string }} Server
 *   effect: what a writing request left behind, as a text; seen: what of a response depends on who asks
 * @typedef {{ id: string, method: string, path: string, text: string }} Request
 * @typedef {{ cluster?: readonly string[], indices?: readonly { names: readonly string[], privileges: readonly string[], allow_restricted_indices?: boolean }[] }} Role
 * @typedef {'absent' | 'unproved' | 'free' | 'right' | 'few' | 'many' | 'unknown' | 'unnamed'} Verdict
 *   absent: the server does not have the operation; unproved: whoever sends it gets the same refusal; free: nothing is needed; right: exactly
 *   these rights are needed; few: they are not enough; many: it works without one of them; unknown: no rights are derived, and some are needed;
 *   unnamed: the server does not know one of the privileges
 */

/**
 * Proves the rights of one request.
 * @param {Server} server
 * @param {Request} request
 * @param {Role | undefined} role undefined where nothing is known
 * @param {readonly string[]} conditional privileges that are needed in some cases only
 * @returns {Promise<{ verdict: Verdict, role: Role | undefined, admin: string, own: string, needless: readonly string[] }>}
 */
export async function prove(server, request, role, conditional = []) {
  const isReading = ['GET', 'HEAD'].includes(request.method) && !/scroll|_search\b/.test(request.path);
  const attempt = async (/** @type {string} */ authorization) => {
    if (!isReading) await server.reset();
    const answer = await ask(server, authorization, request);
    if (isReading || server.effect === undefined) return answer;
    return { ...answer, effect: await server.effect() };
  };
  const isAlike = (own, other) => areAlike(own, other, server.seen ?? namesIn);
  const admin = await attempt(server.authorization);
  const result = { role, admin: brief(admin), own: '', needless: /** @type {string[]} */ ([]) };
  if (isAbsent(admin)) return { ...result, verdict: 'absent' };
  const as = async (/** @type {Role} */ given) => {
    await setRole(server, given);
    return attempt(credential);
  };
  const powerless = await attempt(credentialOfPowerless);
  if (role === undefined) {
    if (isAlike(powerless, admin)) return { ...result, verdict: isSame(powerless, admin) ? 'unproved' : 'free' };
    return { ...result, own: brief(powerless), verdict: 'unknown' };
  }
  if (isAlike(powerless, admin)) {
    if (entriesOf(role).length === 0) return { ...result, verdict: 'free' };
    return {
      ...result,
      verdict: isParsing(admin) || isRefused(admin) ? 'unproved' : 'many',
      needless: entriesOf(role).map(([name]) => name),
    };
  }
  const refused = await setRole(server, role);
  // The privilege is of another version of the server, and so is the operation.
  if (refused !== undefined) return { ...result, own: refused, verdict: 'unnamed' };
  const own = await attempt(credential);
  result.own = brief(own);
  if (!isAlike(own, admin)) return { ...result, verdict: 'few' };
  for (const [name, without, privilege] of entriesOf(role)) {
    if (conditional.includes(privilege)) continue;
    if (isAlike(await as(without), admin)) result.needless.push(name);
  }
  return { ...result, verdict: result.needless.length > 0 ? 'many' : 'right' };
}

const credentialOf = (name) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const credential = credentialOf(tried);
const credentialOfPowerless = credentialOf(powerlessUser);

/** Makes the user who tries, and one without any right. */
export async function createTried(server) {
  await setRole(server, {});
  for (const [name, roles] of [
    [tried, [tried]],
    [powerlessUser, []],
  ]) {
    const text = JSON.stringify({ password, roles });
    await ask(server, server.authorization, { method: 'PUT', path: `/_security/user/${name}`, text });
  }
}

/** Returns why the server refuses the role, or undefined. */
async function setRole(server, role) {
  const text = JSON.stringify(role);
  const answer = await ask(server, server.authorization, { method: 'PUT', path: `/_security/role/${tried}`, text });
  return answer.status === 200 ? undefined : answer.text.slice(0, 200);
}

/** Each privilege of a role, with where it is, and the role without it; and each of several names, and what says that names are restricted. */
function entriesOf(role) {
  const found = [];
  const { cluster = [], indices = [] } = role;
  for (const name of cluster)
    found.push([`${name} on the cluster`, { ...role, cluster: cluster.filter((one) => one !== name) }, name]);
  for (const [at, entry] of indices.entries())
    for (const name of entry.privileges) {
      const privileges = entry.privileges.filter((one) => one !== name);
      const others = indices.filter((_, index) => index !== at);
      found.push([
        `${name} on ${entry.names.join(', ')}`,
        { ...role, indices: privileges.length === 0 ? others : [...others, { ...entry, privileges }] },
        name,
      ]);
    }
  for (const [at, entry] of indices.entries()) {
    const others = indices.filter((_, index) => index !== at);
    const { allow_restricted_indices: isForRestricted, ...plain } = entry;
    if (isForRestricted === true)
      found.push(['allow_restricted_indices', { ...role, indices: [...others, plain] }, '']);
    if (entry.names.length < 2) continue;
    for (const name of entry.names) {
      const names = entry.names.filter((one) => one !== name);
      found.push([`the name ${name}`, { ...role, indices: [...others, { ...entry, names }] }, entry.privileges.join()]);
    }
  }
  return found;
}

const isRefused = ({ status, text }) => status === 401 || status === 403 || text.includes('security_exception');

/** Whether a server does not have the operation. */
function isAbsent({ status, text, isOurs }) {
  // What our own plugin answers is not the server's.
  if (isOurs || status === 405) return true;
  // A path that a module would answer is taken for the name of an index.
  return status === 400 && /no handler found for uri|Feature is not enabled|must not start with '_'/.test(text);
}

/** Whether a request is refused for what it says, before anyone asks who sent it; a missing licence refuses all callers, too. */
const isParsing = ({ status }) => status === 400;

/** Whether a response is what the administrator gets: not refused, with the same status and the same names. */
function areAlike(own, admin, seen) {
  if (isRefused(own) !== isRefused(admin) || own.effect !== admin.effect) return false;
  return own.status === admin.status && seen(own.text) === seen(admin.text);
}

const isSame = (own, admin) => own.status === admin.status && admin.status >= 400;

/** Which things of the fixture a response names: without a right, lists are shorter. */
function namesIn(text) {
  return ['one', 'other-name', 'repo', 'first', 'some-'].filter((name) => text.includes(name)).join(' ');
}

function brief({ status, text }) {
  const type = /"type"\s*:\s*"(\w+)"/.exec(text)?.[1];
  const reason = /"reason"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return status >= 400 ? `${status} ${type ?? ''} ${(reason ?? '').slice(0, 200)}` : String(status);
}

/** Asks as `node:http` does: `fetch` sends no body with GET. */
function ask({ baseUrl, agent }, authorization, { method, path, text = '' }) {
  const { hostname, port } = new URL(baseUrl);
  const isLines = /_bulk|_msearch/.test(path);
  const body = Buffer.from(isLines && !text.endsWith('\n') ? `${text}\n` : text);
  const headers = {
    authorization,
    ...(text !== '' && {
      'content-type': isLines ? 'application/x-ndjson' : 'application/json',
      'content-length': body.length,
    }),
  };
  return new Promise((resolve) => {
    const request = send({ hostname, port, agent, method, path, headers, timeout: 20_000 }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', (error) => resolve({ status: 0, text: error.message }));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString('utf8'),
          isOurs: response.headers['x-oracle'] !== undefined,
        }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('no response')));
    request.on('error', (error) => resolve({ status: 0, text: error.message }));
    request.end(text === '' ? undefined : body);
  });
}
