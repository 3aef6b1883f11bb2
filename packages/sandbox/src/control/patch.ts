/** The change from one JSON value to another. Lines of state files have this format, so later versions must be able to read it. */
export type Patch =
  | { readonly set: unknown }
  | { readonly in: Readonly<Record<string, Patch>>; readonly removed?: readonly string[] }
  /** Runs of former items, by the first index and their number, and new items. */
  | { readonly list: readonly (readonly [from: number, count: number] | { readonly set: unknown })[] };

/** Returns the change between two values, or undefined when they are equal. */
export type Compare = (before: unknown, now: unknown) => Patch | undefined;
