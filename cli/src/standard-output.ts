import { writeSync } from 'node:fs';
import { isPlainOutput } from '@rulebook/node/compiled-parts';
import { exitCodes } from './exit-codes';
import { isLogGuarded, type ReportStream } from './runner-log';

/**
 * Returns standard output for a report. A file or a pipe is written to without opening a stream, which would load all that connections need: a
 * thirtieth of a check of one file.
 */
export function standardOutput(): ReportStream {
  return isLogGuarded() || !isPlainOutput() ? process.stdout : plain;
}

const descriptor = 1;

/** Once the reader was too slow, the stream waits for it. */
let isOpened = false;

const plain: ReportStream = {
  write: (text) => {
    if (isOpened) return process.stdout.write(text);
    let left = Buffer.from(text);
    try {
      while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') process.exit(exitCodes.closedOutput);
      if (code !== 'EAGAIN') throw error;
      isOpened = true;
      return process.stdout.write(left);
    }
  },
};
