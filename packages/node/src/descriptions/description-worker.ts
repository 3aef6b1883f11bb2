import { parentPort, workerData } from 'node:worker_threads';
import { keptOrCompiled, type DescriptionTask } from './kept-or-compiled';

// A thread of its own: whoever needs the description goes on meanwhile, and ends it if it takes too long.
parentPort?.postMessage(await keptOrCompiled(workerData as DescriptionTask));
