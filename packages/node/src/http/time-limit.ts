/** Ends what takes too long. */
export interface TimeLimit {
  /** Begins with something; `onOver` is called when it rests for so many milliseconds. */
  readonly begin: (milliseconds: number, onOver: () => void) => void;
  /** Something has happened: the time begins anew. */
  readonly restart: () => void;
  /** It is over. */
  readonly end: () => void;
  /** Nothing more begins. */
  readonly close: () => void;
}

/**
 * Returns a limit for what happens one after the other. One timer serves all of it and is set again only when it rings: to set, restart and clear one
 * for each request costs as much as to write it to the connection.
 */
export function createTimeLimit(): TimeLimit {
  let timer: NodeJS.Timeout | undefined;
  let over: (() => void) | undefined;
  let limit = 0;
  let due = 0;
  /** When the timer rings. */
  let rings = Infinity;
  const set = (milliseconds: number): void => {
    clearTimeout(timer);
    rings = performance.now() + milliseconds;
    timer = setTimeout(ring, milliseconds);
  };
  const ring = (): void => {
    timer = undefined;
    rings = Infinity;
    if (over === undefined) return;
    const left = due - performance.now();
    if (left <= 0) over();
    if (over !== undefined) set(Math.max(due - performance.now(), 1));
  };
  const restart = (): void => {
    due = performance.now() + limit;
  };
  const end = (): void => {
    over = undefined;
    // What may ring later keeps no program from ending.
    timer?.unref();
  };
  return {
    restart,
    end,
    begin: (milliseconds, onOver) => {
      limit = milliseconds;
      over = onOver;
      restart();
      if (timer === undefined || rings > due) set(milliseconds);
      else timer.ref();
    },
    close: () => {
      end();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
