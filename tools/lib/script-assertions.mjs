/**
 * How the library of assertions is bundled for scripts: as a text that is one value, the library. It runs in the box, which has no events; the
 * library makes some when it is extended, and no one listens.
 * @type {import('esbuild').BuildOptions}
 */
export const assertionsOptions = {
  stdin: {
    contents: "export { expect, Assertion, util } from 'chai';",
    sourcefile: 'script-assertions.js',
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  format: 'iife',
  target: 'es2022',
  globalName: 'library',
  legalComments: 'none',
  banner: { js: '(function () { class EventTarget { dispatchEvent() {} } class Event {}' },
  footer: { js: 'return library; })()' },
};
