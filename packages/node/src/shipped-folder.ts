/** The folder of what is shipped, `dist/`: around dist/parts/ where this module is in a bundle, and next to packages/ seen from its source. */
export const shippedFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/' : '../../dist/',
  import.meta.url,
);
