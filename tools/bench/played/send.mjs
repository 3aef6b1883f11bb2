// Sends one request as a description says, and judges the response by it.
import { sampleOf } from './make-sample.mjs';

/**
 * @typedef {import('./read-description.mjs').Description} Description
 * @typedef {import('./read-description.mjs').Operation} Operation
 * @typedef {{ status: number, type: string, value: any, location: string, problem?: string }} Received
 * @typedef {(operation: Operation, ids: Readonly<Record<string, string>>, body?: unknown) => Promise<Received>} Call
 */

const longest = 20_000;

/**
 * Returns what sends a request of an operation. The response of a call has a problem where it does not succeed, or is not as it is described.
 * @param {Description} description
 * @param {string} baseUrl
 * @returns {Call}
 */
export function callerOf(description, baseUrl) {
  return async (operation, ids, body) => {
    const { path, query, headers } = partsOf(description, operation, ids);
    const type = operation.body?.type;
    const sent = body === undefined ? undefined : bodyText(type, body);
    const init = {
      method: operation.method.toUpperCase(),
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...headers,
        ...(sent !== undefined && { 'content-type': type }),
      },
      redirect: /** @type {const} */ ('manual'),
      ...(sent !== undefined && { body: sent }),
    };
    try {
      const url = `${baseUrl}${path}${query.length === 0 ? '' : `?${new URLSearchParams(query)}`}`;
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(longest) });
      const received = {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        value: valueOf(await response.text()),
        location: response.headers.get('location') ?? '',
      };
      const problem = problemOf(description, operation, received);
      return { ...received, ...(problem !== undefined && { problem }) };
    } catch (error) {
      return { status: 0, type: '', value: undefined, location: '', problem: `no response: ${error.message}` };
    }
  };
}

/**
 * @param {Description} description
 * @param {Operation} operation
 * @param {Received} received
 */
function problemOf({ matches }, { responses }, { status, type, value }) {
  if (status < 200 || status >= 400) return `status ${status}`;
  const described = [String(status), `${String(status)[0]}XX`, 'default'].find((name) => responses.has(name));
  if (described === undefined) return `status ${status} is not described`;
  const contents = responses.get(described) ?? [];
  const plain = (one) => one.split(';')[0].trim().toLowerCase();
  const content = contents.find((one) => plain(one.type) === plain(type)) ?? contents[0];
  // A response with the status 204 has no body, whatever is described.
  if (status === 204 || content === undefined || !/json/i.test(content.type) || matches(content.schema, value))
    return undefined;
  return `the response ${status} has not the described form`;
}

function partsOf(description, { path, parameters, security }, ids) {
  const textOf = ({ schema, example }) => {
    const value = sampleOf(description, schema, example === undefined ? [] : [example]);
    return Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(ids[name] ?? (parameter === undefined ? 'text' : textOf(parameter)));
  });
  const required = (place) =>
    parameters.filter((one) => one.in === place && one.required).map((one) => [one.name, textOf(one)]);
  const credentials = credentialsFor(description, security);
  return {
    path: filled,
    query: [...required('query'), ...credentials.query],
    headers: { ...Object.fromEntries(required('header').filter(([name]) => isOwn(name))), ...credentials.headers },
  };
}

function isOwn(name) {
  return !/^(?:accept|content-type|authorization)$/i.test(name);
}

/** Sends any credential of each kind that the first alternative asks for. */
function credentialsFor({ schemes }, security) {
  /** @type {{ headers: Record<string, string>, query: [string, string][] }} */
  const found = { headers: {}, query: [] };
  const chosen = security.find((one) => Object.keys(one).length > 0) ?? {};
  for (const name of Object.keys(chosen)) {
    const { type, scheme = '', in: place, name: field = '' } = schemes[name] ?? {};
    if (type === 'apiKey' && place === 'header') found.headers[field] = 'secret';
    else if (type === 'apiKey' && place === 'query') found.query.push([field, 'secret']);
    else if (type === 'apiKey') found.headers.cookie = `${field}=secret`;
    else found.headers.authorization = /basic/i.test(scheme) ? `Basic ${btoa('user:secret')}` : 'Bearer secret';
  }
  return found;
}

function bodyText(type, body) {
  if (/json/i.test(type)) return JSON.stringify(body);
  if (!/urlencoded/i.test(type)) return typeof body === 'string' ? body : JSON.stringify(body);
  const members = Object.entries(body ?? {});
  return new URLSearchParams(
    members.map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  ).toString();
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
