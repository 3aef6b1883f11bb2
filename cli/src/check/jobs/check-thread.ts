import { parentPort, workerData } from 'node:worker_threads';
import { createInputChecker } from '../check-inputs';
import { rightsOf } from '../check-session';
import { checkNext, FoundBodies, type ThreadTask } from './shared-files';

// Checks a share of the files of a command in a thread of its own.

async function main({ options, showsSource, files }: ThreadTask): Promise<void> {
  const included = new FoundBodies();
  const checker = createInputChecker({
    ...{ input: undefined, showsSource, fix: undefined, env: options.env, included },
    rights: await rightsOf(options),
  });
  for (;;) {
    const results = await checkNext(files, checker, included);
    if (results === undefined) return;
    parentPort?.postMessage(results);
  }
}

void main(workerData as ThreadTask);
