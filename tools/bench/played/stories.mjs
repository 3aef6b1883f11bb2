// The story of a resource: it is created, read, listed, changed and removed, and is no longer there.
import { flatOf, sampleOf, typeOf } from './make-sample.mjs';

/**
 * @typedef {import('./read-description.mjs').Description} Description
 * @typedef {import('./read-description.mjs').Operation} Operation
 * @typedef {Record<string, Operation>} ByMethod
 * @typedef {{ path: string, words: string[], parameter: string, byMethod: ByMethod, ofList: ByMethod }} Item
 */

/**
 * Returns the paths that end with a parameter, by their form.
 * @param {Description} description
 * @returns {Map<string, Item>}
 */
export function itemsOf({ operations }) {
  const paths = new Map();
  for (const operation of operations) {
    const form = formOf(operation.words);
    paths.set(form, { ...paths.get(form), [operation.method]: operation });
  }
  const items = new Map();
  for (const [form, byMethod] of paths) {
    const [{ path, words }] = Object.values(byMethod);
    const [, parameter] = /^\{([^{}]+)\}$/.exec(words.at(-1) ?? '') ?? [];
    if (parameter === undefined || words.length < 2) continue;
    items.set(form, { path, words, parameter, byMethod, ofList: paths.get(formOf(words.slice(0, -1))) ?? {} });
  }
  return items;
}

function formOf(words) {
  return words.map((word) => word.replace(/\{[^{}]*\}/g, '{}')).join('/');
}

/** Returns the operation that creates an item: a POST to the list, otherwise a PUT. */
export function createsOf({ byMethod, ofList }) {
  return [ofList.post, byMethod.put].find((operation) => operation?.body !== undefined);
}

let made = 0;

/** Creates what is around a path, and returns the ids by the names of the parameters; `isNew`: the path's own item need not be there. */
export async function createAround(description, call, items, words, isNew = false) {
  /** @type {Record<string, string>} */
  const ids = {};
  for (let length = 2; length <= words.length; length++) {
    const item = items.get(formOf(words.slice(0, length)));
    const create = item && createsOf(item);
    if (create === undefined || (isNew && length === words.length && create.method === 'put')) continue;
    const { id } = await createItem(description, call, item, ids);
    const [, name] = /^\{([^{}]+)\}$/.exec(words[length - 1]) ?? [];
    if (id !== undefined) ids[name] = id;
  }
  return ids;
}

/** Creates an item, and finds its id: in `Location`, or as a member of the response or of what was sent. */
async function createItem(description, call, item, around) {
  const create = createsOf(item);
  const mark = markOf(description, create, item.byMethod.get, item.parameter);
  const body = marked(uniqueBody(description, create), mark);
  if (create.method === 'put') {
    const parameter = create.parameters.find(({ name, in: place }) => place === 'path' && name === item.parameter);
    const id = String(
      sampleOf(description, parameter?.schema ?? true, parameter?.example === undefined ? [] : [parameter.example]),
    );
    const response = await call(create, { ...around, [item.parameter]: id }, body.value);
    return { id, response, body, isShown: true };
  }
  const response = await call(create, around, body.value);
  const candidates = idsIn(response, body.value, item);
  const [first] = candidates;
  for (const { id, isShown } of candidates.slice(0, candidates.length > 1 && item.byMethod.get ? 6 : 0)) {
    const read = await call(item.byMethod.get, { ...around, [item.parameter]: id });
    if (read.status >= 200 && read.status < 300) return { id, isShown, response, body };
  }
  return { ...first, response, body };
}

/** Returns a body whose names and keys are not likely to be taken. */
export function uniqueBody(description, { words, body: { schema, examples } }) {
  const value = sampleOf(description, schema, examples);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [, parent = ''] = /^\{([^{}]+)\}$/.exec(words.at(-1)) ?? [];
  const isName = (name) =>
    /^(?:key|name|slug)$|[a-z_](?:Key|_key|Name|_name|Slug|_slug)$/.test(name) && name !== parent;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    typeof one === 'string' && isName(name) ? `${one}-${++made}` : one,
  ]);
  const unique = Object.fromEntries(entries);
  return description.allows(schema, unique) ? unique : value;
}

/** Returns what could be the id of an item that was created, the likeliest first. */
function idsIn({ value, location }, sent, { parameter, words }) {
  const plain = (name) => name.replace(/[_-]/g, '').toLowerCase();
  const usual = ['id', '_id', 'uuid', 'uid', 'name', 'slug', 'key', 'ip'];
  const isNamed = (name) =>
    usual.includes(plain(name)) || plain(parameter).endsWith(plain(name)) || plain(name).endsWith(plain(parameter));
  const found = [];
  const search = (part, depth) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
    const members = Object.entries(part);
    const near = members.filter(
      ([name, one]) => ['string', 'number'].includes(typeof one) && isNamed(name) && one !== '',
    );
    const rank = (/** @type {[string, unknown]} */ [name]) => {
      if (plain(name) === plain(parameter)) return 0;
      return plain(parameter).endsWith(plain(name)) ? 1 : name === 'id' ? 2 : 3;
    };
    found.push(
      ...near.sort((one, other) => rank(one) - rank(other)).map(([, one]) => ({ id: String(one), isShown: true })),
    );
    if (depth < 1) for (const [, inner] of members) search(inner, depth + 1);
  };
  const [, last] = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location) ?? [];
  const isBelow = last !== undefined && decodeURIComponent(location).includes(`${words.at(-2)}/`);
  search(value, 0);
  search(sent, 0);
  if (isBelow) {
    const id = decodeURIComponent(last);
    found.unshift({ id, isShown: found.some((one) => one.id === id) });
  }
  const seen = new Set();
  return found.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Returns the name of a text that can be sent, and is shown where the item is read; undefined for none. */
function markOf({ at }, operation, read, parameter) {
  const content = read && successOf(read);
  if (content === undefined || operation.body === undefined) return undefined;
  const { properties = {} } = flatOf(at, operation.body.schema);
  const shown = (schema, name, depth) => {
    const { properties: inner = {} } = flatOf(at, schema);
    return (
      (name in inner && typeOf(flatOf(at, inner[name])) === 'string') ||
      (depth < 1 && Object.values(inner).some((one) => shown(one, name, depth + 1)))
    );
  };
  return Object.keys(properties).find((name) => {
    const flat = flatOf(at, properties[name]);
    const isFree =
      flat.enum === undefined && flat.const === undefined && flat.format === undefined && flat.pattern === undefined;
    const isId = /^_?id$|uuid$/i.test(name) || name === parameter;
    return (
      typeOf(flat) === 'string' && isFree && !isId && (flat.maxLength ?? 99) >= 12 && shown(content.schema, name, 0)
    );
  });
}

function marked(value, mark) {
  const text = `mark${String(++made).padStart(6, '0')}`;
  const isPut = mark !== undefined && typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPut ? { value: { ...value, [mark]: text }, text } : { value, text: '' };
}

/**
 * Plays the story of an item. `problem` is where it broke, and `removal` says whether the item was no longer there once it was removed.
 * @param {Description} description
 * @param {import('./send.mjs').Call} call
 * @param {Map<string, Item>} items
 * @param {Item} item
 * @returns {Promise<{ problem?: string, removal?: string }>}
 */
export async function playStory(description, call, items, item) {
  /** @type {string | undefined} */
  let problem;
  const expect = (what, /** @type {{ problem?: string }} */ { problem: wrong }, isTrue = () => true) => {
    problem ??= wrong === undefined ? (isTrue() ? undefined : what) : `${what}: ${wrong}`;
  };
  const around = await createAround(description, call, items, item.words.slice(0, -1));
  const { id = 'none', isShown, response, body } = await createItem(description, call, item, around);
  expect('it is not created', response, () => id !== 'none');
  const ids = { ...around, [item.parameter]: id };
  const { get: read, put, patch, delete: remove } = item.byMethod;
  const found = await call(read, ids);
  expect('it is not read as it was sent', found, () => has(found, body.text));
  const { get: list } = item.ofList;
  if (list !== undefined && hasList(description, list)) {
    const listed = await call(list, around);
    expect('it is not listed', listed, () =>
      isShown ? has(listed, id) || (body.text !== '' && has(listed, body.text)) : hasItems(listed.value),
    );
  }
  const update = [put, patch].find((operation) => operation?.body !== undefined && /json/i.test(operation.body.type));
  if (update?.body !== undefined) {
    const mark = markOf(description, update, read, item.parameter);
    const isNameOfIt = mark !== undefined && body.value?.[mark] === id;
    const sample = sampleOf(description, update.body.schema, update.body.examples);
    const changed = marked(sample, isNameOfIt ? undefined : mark);
    expect('it is not changed', await call(update, ids, withIds(changed.value, ids)));
    const after = await call(read, ids);
    expect('it is not read as it was changed', after, () => has(after, changed.text));
  }
  if (remove === undefined) return { problem };
  const sent = remove.body && sampleOf(description, remove.body.schema, remove.body.examples);
  const removed = await call(remove, ids, sent);
  expect('it is not removed', removed);
  const after = await call(read, ids);
  const isRemoved = removed.status < 300 && (after.status === 404 || after.status === 410);
  expect('it is there after it was removed', {}, () => isRemoved);
  return { problem, removal: isRemoved ? 'removed' : `removed with ${removed.status}, then read with ${after.status}` };
}

/** An id in a body is that of the path. */
function withIds(value, ids) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name in ids && typeof one === 'string' ? ids[name] : one]),
  );
}

function successOf({ responses }) {
  return [...responses].find(([status]) => status.startsWith('2'))?.[1][0];
}

function has({ value }, text) {
  return (JSON.stringify(value) ?? '').includes(text);
}

function hasItems(value) {
  return Array.isArray(value)
    ? value.length > 0
    : Object.values(value ?? {}).some((one) => Array.isArray(one) && one.length > 0);
}

/** A GET at the path of a list may show something else, such as settings. */
function hasList({ at }, list) {
  const content = successOf(list);
  const flat = content === undefined ? {} : flatOf(at, content.schema);
  const isList = (one) => typeOf(flatOf(at, one)) === 'array';
  return typeOf(flat) === 'array' || Object.values(flat.properties ?? {}).some(isList);
}
