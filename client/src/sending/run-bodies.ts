import type { SavedBody } from '../response/kept-responses';

/** The command that saves a body of a run; only the links of its summary name it. */
export const saveBodyOfRunCommand = 'rulebook.saveBodyOfRun';

/** How much is kept of the bodies of runs, in bytes, and how many. */
const most = { memory: 64 * 1024 * 1024, files: 2 * 1024 ** 3, bodies: 500 };

/** The bodies of the latest requests of runs, as they came. */
export interface RunBodies {
  /** Keeps a body, and returns by what it is found as long as it is kept. */
  readonly keep: (body: SavedBody) => number;
  readonly find: (key: unknown) => SavedBody | undefined;
}

/** Returns what keeps the bodies of runs; the oldest ones make room, and `remove` takes their files. */
export function createRunBodies(remove: (path: string) => unknown = () => undefined, limits = most): RunBodies {
  const kept = new Map<number, SavedBody>();
  let count = 0;
  const room = { memory: limits.memory, files: limits.files, bodies: limits.bodies };
  const account = ({ file, bytes, size }: SavedBody, sign: 1 | -1) => {
    room.bodies += sign;
    if (file === undefined) room.memory += sign * bytes.length;
    else room.files += sign * size;
  };
  return {
    keep: (body) => {
      const key = ++count;
      kept.set(key, body);
      account(body, -1);
      for (const [oldest, one] of kept) {
        if (room.memory >= 0 && room.files >= 0 && room.bodies >= 0) break;
        kept.delete(oldest);
        account(one, 1);
        if (one.file !== undefined) void remove(one.file);
      }
      return key;
    },
    find: (key) => (typeof key === 'number' ? kept.get(key) : undefined),
  };
}
