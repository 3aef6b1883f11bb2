// Generated from the operations of the catalogue by `npm run docs`.

/** How the documented paths that take newline-delimited JSON end. What only formats loads no catalogue for them. */
export const lineEndings: readonly string[] = [
  '/_bulk',
  '/_msearch',
  '/_msearch/template',
  '/_text_structure/find_structure',
];
