// What is applied to a server and compared with it: resources of the corpus, of the product's own templates, and our own.
import { ownMappings, ownPipelines } from '../stories/own-mappings.mjs';
import { corpusRequests } from './corpus-requests.mjs';
import { generatedRequests } from './generated-requests.mjs';
import { productTemplates } from './product-templates.mjs';

/** Settings of a repository that every type has. */
const commonSettings = [
  'compress',
  'chunk_size',
  'max_restore_bytes_per_sec',
  'max_snapshot_bytes_per_sec',
  'readonly',
];

/** Where resources are that a name in the path leads to, and that a body of the corpus declares. */
const named = {
  role: '/_security/role/',
  'role mapping': '/_security/role_mapping/',
  user: '/_security/user/',
  'index template': '/_index_template/',
  'component template': '/_component_template/',
  'legacy index template': '/_template/',
  'ingest pipeline': '/_ingest/pipeline/',
  'lifecycle policy': '/_ilm/policy/',
  'snapshot lifecycle policy': '/_slm/policy/',
  'stored script': '/_scripts/',
};

/**
 * @typedef {object} Trip
 * @property {string} kind
 * @property {'PUT' | 'POST'} method
 * @property {string} path
 * @property {string} body
 * @property {'corpus' | 'field' | 'product' | 'own' | 'generated'} from `field` is one field of a mapping of the corpus
 * @property {boolean} isRewritten
 * @property {readonly { path: string, body?: string }[]} removals what `DELETE` takes
 */

/** What trips are made of. */
export class Trips {
  /** @type {Trip[]} */
  all = [];
  #bodies = new Set();
  #place;

  /** @param {{ repositories: string, isSandbox: boolean }} place */
  constructor(place) {
    this.#place = place;
  }

  /**
   * @param {string} kind
   * @param {any} body
   * @param {Trip['from']} from
   * @param {{ name?: string, original?: any, method?: Trip['method'] }} [more]
   */
  add(kind, body, from, { name = `trip-${this.all.length + 1}`, original = body, method = 'PUT' } = {}) {
    const key = `${kind} ${JSON.stringify(original)}`;
    if (this.#bodies.has(key)) return;
    this.#bodies.add(key);
    const text = JSON.stringify(body).replaceAll('{trip}', name);
    const isRewritten = original.type !== body.type;
    const path = pathOf(kind, name);
    this.all.push({ kind, method, path, body: text, from, isRewritten, removals: removalsOf(kind, path, text) });
  }

  /** @param {readonly { method: string, path: string, body: any }[]} requests */
  addCorpus(requests) {
    for (const { method, path, body } of requests) {
      if (!/^(?:PUT|POST)$/.test(method)) continue;
      if (/^\/_snapshot\/[^/]+$/.test(path) && typeof body?.type === 'string')
        this.add('repository', repositoryFor(body, this.#place), 'corpus', { original: body });
      else if (path === '/_security/api_key') this.#addKey(body);
      else if (path === '/_security/privilege') this.#addPrivileges(body);
      const [kind, start] = Object.entries(named).find(([, start]) => path.startsWith(start)) ?? [];
      if (kind !== undefined && !path.slice(start?.length).includes('/'))
        this.add(kind, body, 'corpus', { method: /** @type {Trip['method']} */ (method) });
    }
    const mappings = requests.flatMap(mappingsIn);
    for (const body of mappings) this.add('mapping', body, 'corpus');
    for (const {
      mappings: { properties = {} },
    } of mappings)
      for (const [name, field] of Object.entries(properties))
        this.add('mapping', { mappings: { properties: { [name]: field } } }, 'field');
  }

  #addKey(body) {
    this.add('API key', { ...body, name: '{trip}' }, 'corpus', { original: { ...body, name: '' }, method: 'POST' });
    // What a key is limited to is written as a role is.
    for (const role of Object.values(body.role_descriptors ?? {})) this.add('role', role, 'corpus');
  }

  /** No two requests are about the same application. */
  #addPrivileges(body) {
    const renamed = Object.entries(body).map(([application, privileges], index) => {
      const name = index === 0 ? '{trip}' : `{trip}-${application}`;
      const own = Object.entries(privileges).map(([key, value]) => [
        key,
        value.application === undefined ? value : { ...value, application: name },
      ]);
      return [name, Object.fromEntries(own)];
    });
    this.add('privileges', Object.fromEntries(renamed), 'corpus', { original: body });
  }

  /** @param {readonly { kind: string, body: any }[]} requests */
  addGenerated(requests) {
    for (const { kind, body } of requests) {
      if (kind === 'API key')
        this.add(kind, { ...body, name: '{trip}' }, 'generated', { original: { ...body, name: '' }, method: 'POST' });
      else if (kind === 'repository')
        this.add(
          kind,
          { ...body, settings: { ...body.settings, location: `${this.#place.repositories}/{trip}` } },
          'generated',
          { original: body },
        );
      else this.add(kind, body, 'generated');
    }
  }

  /** @param {readonly import('./product-templates.mjs').ProductBody[]} bodies */
  addProduct(bodies) {
    const isPart = (/** @type {{ kind: string }} */ { kind }) => kind !== 'index template';
    // Index templates name component templates.
    for (const { kind, name, body } of [...bodies.filter(isPart), ...bodies.filter((one) => !isPart(one))])
      this.add(kind, body, 'product', kind === 'mapping' ? {} : { name });
  }
}

/**
 * Returns the trips of all sources.
 * @param {{ corpus: string, templates?: string, version?: string, vendor?: 'elasticsearch' | 'opensearch', seeds?: readonly number[], repositories: string, isSandbox: boolean }} sources
 */
export async function tripsOf({ corpus, templates, version, vendor, seeds = [1], ...place }) {
  const trips = new Trips(place);
  trips.addCorpus(await corpusRequests(corpus));
  if (templates !== undefined) trips.addProduct(productTemplates(templates));
  for (const body of ownMappings) trips.add('mapping', body, 'own');
  for (const body of ownPipelines) trips.add('ingest pipeline', body, 'own');
  if (version !== undefined)
    for (const seed of seeds) trips.addGenerated(await generatedRequests(seed, version, vendor));
  return trips.all;
}

/** @param {string} kind */
function pathOf(kind, name) {
  if (kind === 'repository') return `/_snapshot/${name}?verify=false`;
  if (kind === 'API key') return '/_security/api_key';
  if (kind === 'privileges') return '/_security/privilege';
  return `${named[/** @type {keyof typeof named} */ (kind)] ?? '/'}${name}`;
}

/** Returns the requests that remove what a request has applied. */
function removalsOf(kind, path, text) {
  if (kind === 'API key') return [{ path, body: JSON.stringify({ name: JSON.parse(text).name }) }];
  if (kind === 'privileges')
    return Object.entries(JSON.parse(text)).map(([application, own]) => ({
      path: `${path}/${application}/${Object.keys(own).join()}`,
    }));
  return [{ path: path.split('?', 1)[0] }];
}

/** Returns the bodies that create an index with the mappings of a request. */
function mappingsIn({ path, body }) {
  if (/\/_mappings?$/.test(path)) return [{ mappings: body }];
  if (/^\/[^_/][^/]*$/.test(path)) return body?.mappings === undefined ? [] : [body];
  return mappingsBelow(body).map((mappings) => ({ mappings }));
}

/** Returns the mappings of templates, wherever a body has them. */
function mappingsBelow(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'mappings' && typeof member === 'object' ? [member] : mappingsBelow(member),
  );
}

/** A node without plugins has only repositories in folders; the settings that all types have stay. */
function repositoryFor({ type, settings = {} }, { repositories, isSandbox }) {
  const location = `${repositories}/{trip}`;
  if (type === 'fs') return { type, settings: { ...settings, location } };
  if (isSandbox) return { type, settings: type === 'url' ? { ...settings, url: `file://${location}` } : settings };
  const common = Object.fromEntries(Object.entries(settings).filter(([name]) => commonSettings.includes(name)));
  return { type: 'fs', settings: { ...common, location } };
}

/**
 * Returns a body with another value in the place of its last one; undefined for a body without values but its name.
 * @param {string} body
 */
export function alteredBody(body) {
  const { name, ...value } = JSON.parse(body);
  /** @type {(() => void) | undefined} */
  let alter;
  const walk = (/** @type {any} */ at) => {
    for (const [key, member] of Object.entries(at)) {
      if (typeof member === 'object' && member !== null) walk(member);
      else if (member !== null) alter = () => (at[key] = otherValue(member));
    }
  };
  walk(value);
  if (alter === undefined) return undefined;
  alter();
  return JSON.stringify(name === undefined ? value : { name, ...value });
}

/** A time with a unit stays one. */
function otherValue(value) {
  if (typeof value === 'boolean') return !value;
  // What is shorter than a second may be cut off.
  if (/^\d+(?:ms|micros|nanos)$/.test(String(value))) return '9d';
  return /^\d+[a-z]+$/.test(String(value)) ? `9${value}` : `${value}9`;
}
