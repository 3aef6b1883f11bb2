/** Bounds what responses that no one reads keep in memory. */
export interface UnreadResponses {
  /** Returns whether a response of so many bytes may wait; what it takes is given back by calling the function. */
  readonly admit: (bytes: number) => (() => void) | undefined;
}

/** Creates a bound of so many bytes. One response may always wait, however long it is. */
export function boundUnread(limit: number): UnreadResponses {
  let waiting = 0;
  return {
    admit: (bytes) => {
      if (waiting > 0 && waiting + bytes > limit) return undefined;
      waiting += bytes;
      return () => void (waiting -= bytes);
    },
  };
}
