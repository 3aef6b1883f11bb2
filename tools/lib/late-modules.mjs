// Modules that cost a program milliseconds, and that most commands never use: loaded when something of them is. Of processor time, they take
// 6 (child_process), 8 (http2), 4 (tls and https), 3 (fs/promises), 10 (the list of public suffixes, which is asked about cookies only) and 1
// (jsonc-parser, which writes settings).
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const late = [
  'node:child_process',
  'node:fs/promises',
  'node:http2',
  'node:https',
  'node:worker_threads',
  // As the protocol's library names them.
  'child_process',
  'crypto',
  'jsonc-parser',
  'picocolors',
  'tldts',
];

/**
 * For scripts, in which an import is a `require`: what a module exports is a getter.
 * @type {import('esbuild').Plugin}
 */
export const lateModules = {
  name: 'late-modules',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:node:|(?:child_process|crypto|jsonc-parser|picocolors|tldts)$)/ }, ({ path, namespace }) =>
      namespace !== 'late' && late.includes(path) ? { path, namespace: 'late' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => {
      const atOnce = path === 'node:http2' ? { constants: constantsOfHttp2() } : {};
      const names = Object.keys(require(path)).filter((name) => !(name in atOnce));
      const contents = `let loaded;
Object.assign(exports, ${JSON.stringify(atOnce)});
for (const name of ${JSON.stringify(names)})
  Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= require('${path}'))[name] });`;
      return { contents, resolveDir: import.meta.dirname };
    });
  },
};

/** The HTTP library takes some of the constants at once: names of header fields and numbers of errors, which the protocol says. */
function constantsOfHttp2() {
  const { constants } = require('node:http2');
  const asked = Object.entries(constants).filter(([name]) =>
    /^(?:HTTP2_HEADER_|NGHTTP2_(?:CANCEL|REFUSED_STREAM)$)/.test(name),
  );
  return Object.fromEntries(asked);
}
