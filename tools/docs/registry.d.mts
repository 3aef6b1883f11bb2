/** Returns the generated sources by their paths in the repository. */
export function registry(root: string): ReadonlyMap<string, string>;
