// How true the checks are: requests that real services accepted must pass, and slips put into them must be found.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOfAbsence } from './removed-paths.mjs';

const services = {
  elasticsearch: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' },
  opensearch: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200', version: '3.9' },
  github: { service: 'code-hosting', baseUrl: 'https://api.github.com' },
};

/** Returns the names of the files in the folder `described` of a corpus. */
export function corporaIn(corpus) {
  const folder = join(corpus, 'described');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
}

/** Reads a file of requests, one JSON object a line. */
export function readRequests(corpus, name) {
  const lines = readFileSync(join(corpus, 'described', name), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}

/**
 * Checks the requests as a user with an endpoint of the service sees them, then again with slips. `engine` is an engine with the published
 * descriptions; `mutations` says of which requests, by their numbers.
 */
export function measureTruth(
  engine,
  requests,
  { mutations = /** @type {(index: number) => boolean} */ (() => true) } = {},
) {
  const category = new Map(engine.rules.map(({ id, category: own }) => [id, own]));
  const contexts = new Map();
  const check = (request) => {
    const endpoint = { name: 'truth', vendor: request.service, ...services[request.service] };
    const known = contexts.get(request.service) ?? {
      context: { endpoints: [endpoint], defaults: { [endpoint.service]: 'truth' } },
      severities: {},
    };
    contexts.set(request.service, known);
    const file = engine.openFile(fileOf(request));
    const findings = engine.check(file, known).findings.flat();
    const counted = findings.filter(({ severity, rule, tag }) => {
      if (severity !== 'error' && severity !== 'warning') return false;
      return category.get(rule) !== 'style' && tag !== 'deprecated' && !rule.startsWith('deprecated-');
    });
    return { counted, all: findings, bind: () => engine.bind(file, file.blocks.size - 1, known.context) };
  };

  /**
   * `removed`: unmatched requests that no description can have, by reason; `unmatched`: all others. `broken`: requests whose body is not JSON.
   * @type {{ requests: number, unmatched: string[], removed: Map<string, string[]>, broken: string[], errors: string[], warned: string[], causes: Map<string, string[]>,
   *   found: Record<string, { tried: number, found: number, weakly: number, missed: { id: string, operation: string, slip: string }[] }> }}
   */
  const result = {
    requests: 0,
    unmatched: [],
    removed: new Map(),
    broken: [],
    errors: [],
    warned: [],
    causes: new Map(),
    found: {},
  };
  for (const [index, request] of requests.entries()) {
    result.requests++;
    const { counted: found, all, bind } = check(request);
    const binding = bind();
    const operation = binding?.operation;
    // A removed path is known as such.
    const isAbsent = reasonOfAbsence(request) !== undefined;
    const counted = found.filter(({ rule }) => !(isAbsent && rule === 'retired-path'));
    if (counted.some(({ rule }) => rule === 'malformed-json') && isBroken(request)) {
      // A mistake of the request itself, which no description can change.
      result.broken.push(request.id);
      continue;
    }
    if (operation === undefined || operation.isOutline === true) {
      const reason = reasonOfAbsence(request);
      if (reason === undefined) result.unmatched.push(lineOf(request));
      else result.removed.set(reason, [...(result.removed.get(reason) ?? []), lineOf(request)]);
    }
    const errors = counted.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) result.errors.push(request.id);
    if (counted.length > 0) result.warned.push(request.id);
    for (const { rule, severity, message } of counted) {
      const cause = `${severity} ${rule} · ${operation?.id ?? lineOf(request)} · ${message}`;
      result.causes.set(cause, [...(result.causes.get(cause) ?? []), request.id]);
    }
    if (operation === undefined || !mutations(index)) continue;
    const before = new Set(all.map(({ rule, message }) => `${rule} ${message}`));
    const methodsHere = methodsOf(engine, binding);
    for (const [kind, mutated] of slipsIn(request, binding, methodsHere)) {
      const slips = (result.found[kind] ??= { tried: 0, found: 0, weakly: 0, missed: [] });
      slips.tried++;
      const after = check(mutated);
      const isNew = ({ rule, message }) => !before.has(`${rule} ${message}`);
      if (after.counted.some(isNew)) slips.found++;
      else if (after.all.some(isNew)) slips.weakly++;
      else slips.missed.push({ id: request.id, operation: operation.id, slip: mutated.slip });
    }
  }
  return result;
}

/** Writes the request as an author would. */
function fileOf({ method, path, body, variables = [] }) {
  const definitions = variables.map((name) => `@${name} = some-value\n`).join('');
  const head = `${definitions}# @endpoint truth\n${method} ${path}`;
  return body === undefined || body === null || body === '' ? `${head}\n` : `${head}\n\n${body}\n`;
}

/** Whether the body neither is JSON nor has a form that Rulebook takes next to it. */
function isBroken({ body }) {
  if (typeof body !== 'string' || body.includes('{{') || body.includes('"""')) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

function lineOf({ method, path }) {
  return `${method} ${path.replace(/\?.*$/, '')}`;
}

/** Returns the methods of all operations whose path matches the request's. */
function methodsOf(engine, { operation, service }) {
  const whole = service?.operations ?? [];
  const form = operation.path.replace(/\{[^}]*\}/g, '{}');
  const same = whole.filter(({ path }) => path.replace(/\{[^}]*\}/g, '{}') === form);
  return new Set([...operation.methods, ...same.flatMap(({ methods }) => methods)]);
}

/**
 * Yields the request with one slip each, the same ones every time. Keys that people name, such as those of documents, are counted apart from
 * the members that the catalogue names.
 */
function* slipsIn(request, binding, methods) {
  const { path, method } = request;
  const { operation } = binding;
  const commonQuery = binding.service?.commonQuery ?? [];
  const named = namedKeysOf(binding, request.body);
  for (const [body, slip, at] of memberSlips(request.body)) {
    const mutated = { ...request, body, slip };
    if (!named.has(at)) yield ['free keys', mutated];
    else {
      yield ['members', mutated];
      if (/_search\b/.test(path)) yield ['in searches', mutated];
    }
  }
  for (const [body, slip] of typeSlips(request.body)) yield ['types', { ...request, body, slip }];
  const [plain, query] = splitOnce(path, '?');
  if (query !== undefined) {
    const names = new Set(
      [...operation.parameters.query, ...commonQuery].flatMap(({ name, aliases = [] }) => [name, ...aliases]),
    );
    const pairs = query.split('&');
    for (const [index, pair] of pairs.entries()) {
      const [name] = splitOnce(pair, '=');
      // Nothing is known of a parameter that is not described, be it misspelt or not.
      if (name.length < 3 || name.includes('{') || !names.has(name.replace(/\[\]$/, ''))) continue;
      const slip = misspelt(name);
      const slipped = replaced(pairs, index, slip + pair.slice(name.length));
      yield ['queries', { ...request, path: `${plain}?${slipped.join('&')}`, slip }];
    }
  }
  const words = operation.path.split('/');
  const segments = plain.split('/');
  if (words.length === segments.length) {
    for (const [index, word] of words.entries()) {
      if (word.length < 4 || word.includes('{') || segments[index] !== word) continue;
      const slip = replaced(segments, index, misspelt(word)).join('/');
      yield ['path words', { ...request, path: slip + path.slice(plain.length), slip }];
    }
  }
  const other = ['PATCH', 'DELETE', 'PUT', 'POST', 'GET'].find((one) => one !== method && !methods.has(one));
  if (other !== undefined) yield ['methods', { ...request, method: other, slip: other }];
}

/** The most slips of a kind in one request. */
const most = 6;

/** Yields the body with a member's name misspelt. */
function* memberSlips(body) {
  const keys = tokensIn(body).filter(({ isKey, text }) => isKey && text.length >= 5 && !text.includes('{{'));
  for (const { start, end, text } of spread(keys)) {
    const slip = JSON.stringify(misspelt(JSON.parse(text)));
    yield [body.slice(0, start) + slip + body.slice(end), slip, start];
  }
}

/** Returns where in the body the keys are that the catalogue names. */
function namedKeysOf({ block, body: value, lines = [] }, body) {
  const start = typeof body === 'string' ? block.text.indexOf(body) : -1;
  const named = new Set();
  const look = ({ members, items }) => {
    for (const member of members) {
      if (member.field !== undefined) named.add(member.keySpan.start - start);
      if (member.value !== undefined) look(member.value);
    }
    items.forEach(look);
  };
  for (const root of [value, ...lines.map((line) => line.value)]) if (root !== undefined) look(root);
  return named;
}

/** Yields the body with the value of a member replaced by one of another type. */
function* typeSlips(body) {
  const values = tokensIn(body).filter(({ isValue, text }) => isValue && !text.includes('{{'));
  for (const { start, end, text } of spread(values)) {
    const slip = '{ "unexpected": [[1]] }';
    yield [body.slice(0, start) + slip + body.slice(end), `${text} → object`];
  }
}

function spread(items) {
  const step = Math.max(1, items.length / most);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, most);
}

/** Finds keys, and strings, numbers and words that are values of members, in one or several JSON texts. */
function tokensIn(body) {
  if (typeof body !== 'string') return [];
  const tokens = [];
  let isBehindColon = false;
  for (const { 0: text, index } of body.matchAll(/"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g)) {
    const end = index + text.length;
    if (text.startsWith('"')) {
      const isKey = /^\s*:/.test(body.slice(end, end + 20));
      tokens.push({ text, start: index, end, isKey, isValue: isBehindColon && !isKey });
    } else if (!/[{}[\],:]/.test(text)) tokens.push({ text, start: index, end, isKey: false, isValue: isBehindColon });
    isBehindColon = text === ':';
  }
  return tokens;
}

/** Leaves out a letter in the middle. */
function misspelt(word) {
  const at = Math.floor(word.length / 2);
  return word.slice(0, at) + word.slice(at + 1);
}

function replaced(items, index, item) {
  return items.map((own, at) => (at === index ? item : own));
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
