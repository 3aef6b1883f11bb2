// How long unknown paths take, beside paths that are described.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { brotliDecompressSync } from 'node:zlib';
import { loadEngine } from '../lib/load-engine.mjs';
import { median } from './statistics.mjs';

const count = 500;

/**
 * Returns the times to check a file of described paths, of the same paths with a misspelt word, and of paths with another word, in turn in
 * one process. The descriptions are those that the build put into the folder.
 * @param {string} folder
 * @param {number} rounds
 */
export async function measurePaths(folder, rounds) {
  const { createEngine, unpackDescription } = await loadEngine();
  const descriptionIn = (/** @type {string} */ name) => {
    const packed = readFileSync(join(folder, 'descriptions', `${name}.json.br`));
    return unpackDescription(brotliDecompressSync(packed).toString('latin1')).description;
  };
  const engine = createEngine({ loadDescription: descriptionIn });
  const { services } = engine.catalogue;
  const endpoints = services.map(({ id }) => ({ name: id, service: id, baseUrl: `http://${id}.example` }));
  const paths = services.flatMap(({ id, underlays = [] }) =>
    underlays.flatMap(({ description }) => pathsOf(descriptionIn(description)).map((path) => ({ id, path }))),
  );
  const chosen = Array.from({ length: count }, (_, index) => paths[(index * 37) % paths.length]);
  const kinds = {
    described: (/** @type {string} */ path) => path,
    misspelt: (/** @type {string} */ path) => changed(path, (word) => `${word.slice(0, -1)}zq`),
    unknown: (/** @type {string} */ path) => changed(path, (word) => `${[...word].reverse().join('')}q`),
  };
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [kind, change] of Object.entries(kinds)) {
      const text = chosen.map(({ id, path }) => `### ${round}\n# @endpoint ${id}\nGET ${change(path)}\n\n`).join('');
      const start = performance.now();
      engine.check(engine.openFile(text), { context: { endpoints, defaults: {} }, severities: {} });
      // The first round loads the descriptions.
      if (round > 0) (times[kind] ??= []).push(performance.now() - start);
    }
  }
  return { described: median(times.described), misspelt: median(times.misspelt), unknown: median(times.unknown) };
}

function pathsOf({ operations }) {
  return operations
    .filter(({ methods }) => methods.includes('GET'))
    .map(({ path }) => path.replace(/\{[^{}]*\}/g, 'abc'));
}

/** Changes the last word of a path that is not a parameter. */
function changed(path, change) {
  const words = path.split('/');
  const at = words.findLastIndex((word) => word !== 'abc' && word !== '');
  return words.map((word, index) => (index === at ? change(word) : word)).join('/');
}
