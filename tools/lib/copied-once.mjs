// A library in CommonJS, of which the bundler copies all names for each file that imports it: 31 times 450 getters, 10 ms of each start.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const library = 'vscode-languageserver';

/**
 * Lets all files import it from one module, which takes its names once.
 * @type {import('esbuild').Plugin}
 */
export const copiedOnce = {
  name: 'copied-once',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${library}$`) }, ({ path, kind, namespace }) =>
      kind === 'import-statement' && namespace === 'file' ? { path, namespace: 'copied' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'copied' }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => /^\w+$/.test(name) && name !== 'default');
      const contents = [
        `const library = require('${path}');`,
        ...names.map((name) => `export const ${name} = library.${name};`),
      ].join('\n');
      return { contents, resolveDir: import.meta.dirname };
    });
  },
};
