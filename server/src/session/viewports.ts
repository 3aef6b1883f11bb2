/** So many lines before and behind the line at which a user looks get lenses. */
export const shownAround = 300;
/** The next look at a line that is so many lines away is one at another place. */
const near = 200;
/** How many places of a document are remembered; it may be open twice, side by side. */
const most = 2;

/** The lines at which a user looks in documents. */
export interface Viewports {
  /** Returns the lines, the newest first. */
  readonly of: (uri: string) => readonly number[];
  /** Records a line; returns whether it is at another place than those before. */
  readonly note: (uri: string, line: number) => boolean;
  readonly forget: (uri: string) => void;
}

/** Creates the memory of one session. */
export function createViewports(): Viewports {
  const known = new Map<string, readonly number[]>();
  const of = (uri: string) => known.get(uri) ?? [0];
  return {
    of,
    note: (uri, line) => {
      if (of(uri).some((other) => Math.abs(other - line) <= near)) return false;
      known.set(uri, [line, ...of(uri)].slice(0, most));
      return true;
    },
    forget: (uri) => void known.delete(uri),
  };
}
