import type { Provenance, Version } from './facts';

/** What servers do that have it: others, and those of other versions, do it in another way. */
export interface Behaviour {
  readonly summary: string;
  /** The last version that was asked and does not have it. Absent: each that was asked has it. */
  readonly lastWithout?: Version;
  /** The first version that was asked and has it; between the two it is not known. Absent: only products of other vendors have it. */
  readonly firstWith?: Version;
  readonly provenance: Provenance;
}

/** Returns whether servers of a version behave so; undefined where it is not known. */
export function isInVersion({ firstWith, lastWithout }: Behaviour, version: Version | undefined): boolean | undefined {
  if (firstWith === undefined) return false;
  if (lastWithout === undefined) return true;
  if (version === undefined) return undefined;
  if (compared(version, firstWith) >= 0) return true;
  return compared(version, lastWithout) <= 0 ? false : undefined;
}

/** Two numbers stand for all patches of a version. */
function compared(version: Version, other: Version): number {
  const [mine, theirs] = [version, other].map((one) => one.split('.').map(Number));
  for (let at = 0; at < Math.min(mine?.length ?? 0, theirs?.length ?? 0); at++) {
    const difference = (mine?.[at] ?? 0) - (theirs?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
