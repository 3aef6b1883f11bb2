/** Returns the part of docs/keyboard.md by its name, and the commands that the keyboard does not reach. */
export function keyboardParts(manifest: unknown): {
  readonly parts: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
};
