// Bundles of undici 7.30.2 what sends a text and reads the answer: a third of the whole.
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../node_modules/undici');

/** What is used. The index brings streams, fetch, caches, mocks and WebSockets along. */
const parts = {
  Agent: 'lib/dispatcher/agent.js',
  ProxyAgent: 'lib/dispatcher/proxy-agent.js',
};

/** Files that the parts ask for in cases that do not occur here, by the end of their path. */
const replaced = {
  // HTTP/2 is spoken only by an agent with `allowH2`.
  'lib/dispatcher/client-h2.js': never('HTTP/2'),
  // Bodies are texts; this makes one of a form.
  'lib/web/fetch/body.js': `exports.extractBody = ${neverCalled('a form as body')};`,
  // `platform/node/proxy.ts` passes http and https proxies only.
  'lib/dispatcher/socks5-proxy-agent.js': never('a SOCKS proxy'),
  // The parser comes twice; this form runs on every processor, and the heads of answers are short.
  'lib/llhttp/llhttp_simd-wasm.js': "module.exports = require('./llhttp-wasm.js');",
};

function never(what) {
  return `module.exports = ${neverCalled(what)};`;
}

function neverCalled(what) {
  return `function () { throw new Error('This build leaves ${what} out.'); }`;
}

/** @type {import('esbuild').Plugin} */
export const narrowUndici = {
  name: 'narrow-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'narrow-undici' }));
    build.onLoad({ filter: /.*/, namespace: 'narrow-undici' }, () => ({
      contents: Object.entries(parts)
        .map(([name, file]) => `exports.${name} = require('./${file}');`)
        .join('\n'),
      loader: 'js',
      resolveDir: folder,
    }));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/].*\.js$/ }, ({ path }) => {
      const file = Object.keys(replaced).find((end) => path.split('\\').join('/').endsWith(`/undici/${end}`));
      return file === undefined ? undefined : { contents: replaced[file], loader: 'js' };
    });
  },
};
