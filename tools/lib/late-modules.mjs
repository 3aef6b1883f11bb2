// Modules of Node's that cost a program milliseconds (6 and 3 of processor time), and that most commands never use: loaded when something of
// them is.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const late = ['node:child_process', 'node:fs/promises'];

/**
 * For scripts, in which an import is a `require`: what a module exports is a getter.
 * @type {import('esbuild').Plugin}
 */
export const lateModules = {
  name: 'late-modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
      namespace !== 'late' && late.includes(path) ? { path, namespace: 'late' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `let loaded;
for (const name of ${JSON.stringify(Object.keys(require(path)))})
  Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= require('${path}'))[name] });`,
    }));
  },
};
