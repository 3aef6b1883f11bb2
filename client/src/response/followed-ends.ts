/** What of a document is on the screen, in lines from zero. */
interface VisibleLines {
  readonly first: number;
  readonly last: number;
  /** How many lines the document has. */
  readonly count: number;
}

/** From the end, so many lines may be below the screen while the end counts as visible. */
const margin = 3;

/**
 * Knows of which growing documents the end is followed: from the start, until a user scrolls up, and again when the end is reached. Editors say
 * what is on the screen a moment late, so a document may have grown by then; only a user's scrolling moves its lines down.
 */
export class FollowedEnds {
  /** The first visible line of each growing document. */
  readonly #first = new Map<string, number>();
  readonly #left = new Set<string>();

  start(uri: string): void {
    this.#first.set(uri, 0);
  }

  /** Returns whether the end was followed until now. */
  stop(uri: string): boolean {
    const isFollowed = this.has(uri);
    this.#first.delete(uri);
    this.#left.delete(uri);
    return isFollowed;
  }

  has(uri: string): boolean {
    return this.#first.has(uri) && !this.#left.has(uri);
  }

  /** Takes note of what is on the screen. */
  look(uri: string, { first, last, count }: VisibleLines): void {
    const former = this.#first.get(uri);
    if (former === undefined) return;
    this.#first.set(uri, first);
    if (last >= count - margin) this.#left.delete(uri);
    else if (first < former) this.#left.add(uri);
  }
}
