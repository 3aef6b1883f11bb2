/** Returns whether a version is at least as new as a second one: numbers, or dates; two numbers stand for all patches. Without a version, it is the newest. */
export function atLeast(version: string | undefined, other: string): boolean {
  if (version === undefined) return true;
  const [mine, theirs] = [version, other].map((text) => text.split(/[.-]/).map(Number));
  const length = Math.max(mine?.length ?? 0, theirs?.length ?? 0);
  for (let at = 0; at < length; at++) {
    const [one, next] = [mine?.[at], theirs?.[at] ?? 0];
    // The patches that are not named.
    if (one === undefined) return true;
    if (one !== next) return one > next;
  }
  return true;
}
