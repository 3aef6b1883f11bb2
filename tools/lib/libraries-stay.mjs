// For the bundler: packages of the house are part of a bundle, and libraries stay outside.

/** @type {import('esbuild').Plugin} */
export const librariesStay = {
  name: 'libraries stay',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@rulebook/') ? undefined : { path, external: true },
    );
  },
};
