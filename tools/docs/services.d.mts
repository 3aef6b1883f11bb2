/** Returns the generated sources by their paths in the repository. `names` are the services in their order. */
export function serviceLists(
  root: string,
  names: readonly string[],
  products?: Readonly<Record<string, string>>,
): ReadonlyMap<string, string>;

/** Returns the source of how the paths of the catalogue end that take lines of JSON. */
export function lineEndingsSource(endings: readonly string[]): string;
