// Loops over lists by their indices, in what is shipped. By the protocol of iterators, a loop that is not yet optimised makes an object for each item,
// and a list that is taken apart is several times the code: a fourteenth of a large check.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the sources of the programs are. */
const folders = ['packages', 'services', 'cli', 'server'];

/**
 * Only the types say what is a list, so that all sources are read once.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
export function plainLoops(root) {
  /** @type {Promise<(path: string) => string | undefined> | undefined} */
  let reading;
  return {
    name: 'plain-loops',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
        const textOf = await (reading ??= read(root));
        const contents = textOf(path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

/** @param {string} root */
async function read(root) {
  // The compiler takes long to load, and only what is shipped needs it.
  const { plainTexts } = await import('./plain-texts.mjs');
  return plainTexts(folders.flatMap((folder) => sourcesIn(join(root, folder))));
}

/** @param {string} folder */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|d)\.ts$|(?:^|[\\/])node_modules[\\/]/.test(name))
    .map((name) => join(folder, name));
}
