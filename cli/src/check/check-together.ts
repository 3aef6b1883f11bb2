import type { Checker } from '@rulebook/engine/checking';
import type { CheckOptions } from '@rulebook/engine';
import type { RequestFile } from '@rulebook/request-file/syntax';

/** A file that waits for its check. */
interface Waiting {
  readonly file: RequestFile;
  readonly options: CheckOptions;
  readonly resolve: (report: ReturnType<Checker['check']>) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a check of request files: those that come to it in the same moment are checked step by step together. */
export function createTogetherCheck(
  engine: Pick<Checker, 'checkTogether'>,
): (file: RequestFile, options: CheckOptions) => Promise<ReturnType<Checker['check']>> {
  let waiting: Waiting[] = [];
  const checkWaiting = (): void => {
    const files = waiting;
    waiting = [];
    try {
      for (const [index, report] of engine.checkTogether(files).entries()) files[index]?.resolve(report);
    } catch (error) {
      for (const { reject } of files) reject(error);
    }
  };
  return (file, options) =>
    new Promise((resolve, reject) => {
      // What is as far as this file goes on before the queue comes to that.
      if (waiting.length === 0) void Promise.resolve().then(checkWaiting);
      waiting.push({ file, options, resolve, reject });
    });
}
