export function manPage(
  root: string,
  manifest: { readonly version: string; readonly description: string },
): Promise<string>;
