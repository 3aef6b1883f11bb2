// Reads what the corpus sends to a search cluster: recorded requests as they are, and request files by the engine.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadEngine } from '../../lib/load-engine.mjs';

const recorded = [
  'es_snapshot.jsonl',
  'es_flattened.jsonl',
  'es_api_key.jsonl',
  'es_ccr.jsonl',
  'described/es-clients-tests.jsonl',
  'described/es-spec-examples.jsonl',
];

const folders = ['strangers', 'files'];

/** The port of a search cluster in request files that name no endpoint. */
const port = ':9200/';

/**
 * @typedef {object} CorpusRequest
 * @property {string} method
 * @property {string} path without its query
 * @property {any} body the JSON of its body
 */

/**
 * Returns the valid requests of the corpus with a JSON body.
 * @param {string} corpus
 * @returns {Promise<CorpusRequest[]>}
 */
export async function corpusRequests(corpus) {
  return [...recorded.flatMap((file) => ofRecords(join(corpus, file))), ...(await ofFiles(corpus))];
}

/** @param {string} path */
function ofRecords(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
    .filter(({ expect = 'valid', body, variables }) => expect === 'valid' && body && !variables?.length)
    .flatMap(({ method, path: target, body }) => requestOf(method, target, body));
}

/** @param {string} corpus */
async function ofFiles(corpus) {
  const paths = folders
    .map((name) => join(corpus, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:http|rest)$/.test(name))
        .map((name) => join(folder, name)),
    );
  if (paths.length === 0) return [];
  const { createEngine } = await loadEngine();
  const engine = createEngine();
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  return paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    if (!text.includes(port)) return [];
    const plans = [...engine.planAll(engine.openFile(text), options)];
    return plans.flatMap(({ method, target, body, variables }) => {
      const url = textOf(target);
      const at = url.indexOf(port);
      if (at < 0 || body?.kind !== 'text' || variables.length > 0) return [];
      return requestOf(method, url.slice(at + port.length - 1), textOf(body.segments));
    });
  });
}

/** @param {readonly unknown[]} segments without variables, which are no texts */
function textOf(segments) {
  return segments.filter((segment) => typeof segment === 'string').join('');
}

/** @returns {CorpusRequest[]} */
function requestOf(method, target, text) {
  try {
    return [{ method, path: target.split('?', 1)[0].trim(), body: JSON.parse(text) }];
  } catch {
    return [];
  }
}
