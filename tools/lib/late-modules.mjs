// Modules that cost a program milliseconds (6, 3 and 10 of processor time), and that most commands never use: loaded when something of them is.
// The last one is the list of public suffixes, which is asked about cookies only.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const late = ['node:child_process', 'node:fs/promises', 'tldts'];

/**
 * For scripts, in which an import is a `require`: what a module exports is a getter.
 * @type {import('esbuild').Plugin}
 */
export const lateModules = {
  name: 'late-modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:node:|tldts$)/ }, ({ path, namespace }) =>
      namespace !== 'late' && late.includes(path) ? { path, namespace: 'late' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `let loaded;
for (const name of ${JSON.stringify(Object.keys(require(path)))})
  Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= require('${path}'))[name] });`,
      resolveDir: import.meta.dirname,
    }));
  },
};
