// Removes API keys for good: what is invalidated stays visible to the stories behind.

/**
 * Makes a user who may change what is internal, and removes the keys that are there.
 * @param {{ baseUrl: string, authorization: string }} node
 * @param {string} password
 * @returns {Promise<string>} the credential of the user
 */
export async function createKeeper(node, password) {
  const entry = { names: ['*'], privileges: ['all'], allow_restricted_indices: true };
  await ask(node, 'PUT', '/_security/role/keeper', { cluster: ['all'], indices: [entry] });
  await ask(node, 'PUT', '/_security/user/keeper', { password, roles: ['superuser', 'keeper'] });
  const keeper = `Basic ${Buffer.from(`keeper:${password}`).toString('base64')}`;
  await removeKeys({ ...node, keeper });
  return keeper;
}

/**
 * Removes all keys.
 * @param {{ baseUrl: string, authorization: string, keeper: string }} node
 */
export async function removeKeys({ baseUrl, keeper }) {
  const node = { baseUrl, authorization: keeper };
  const { api_keys: keys } = await ask(node, 'GET', '/_security/api_key');
  if (keys.length === 0) return;
  const lines = keys.map(({ id }) => `${JSON.stringify({ delete: { _id: id } })}\n`).join('');
  await ask(node, 'POST', '/.security/_bulk?refresh=true', lines);
  await ask(node, 'POST', '/_security/api_key/*/_clear_cache');
}

async function ask({ baseUrl, authorization }, method, path, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  const headers = { authorization, ...(body !== undefined && { 'content-type': type }) };
  const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body !== undefined && { body: text }) });
  const answer = await response.json();
  if (!response.ok || answer.errors) throw new Error(`${method} ${path}: ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
}
