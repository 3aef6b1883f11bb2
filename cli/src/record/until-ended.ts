import { isRunning } from '../running-process';
import type { RecordOptions } from './record-options';

/** What ends a recording. */
interface Ending {
  /** Resolves when it is over. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** How often the process is looked for with which it ends, in milliseconds. */
const watched = 500;

/** Waits for Ctrl-C, a request to end the process, the time of `--for`, or the end of the process of `--parent-pid`. */
export function untilEnded({ for: seconds, parentPid }: Pick<RecordOptions, 'for' | 'parentPid'>): Ending {
  const timers: NodeJS.Timeout[] = [];
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const end = (): void => {
    for (const timer of timers) clearInterval(timer);
    // The next Ctrl-C finds no listener, and the system ends the process.
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
    finish();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  if (seconds !== undefined) timers.push(setTimeout(end, seconds * 1000));
  if (parentPid !== undefined)
    timers.push(
      setInterval(() => {
        if (!isRunning(parentPid, false)) end();
      }, watched),
    );
  return { ended, end };
}
