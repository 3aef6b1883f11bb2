import { parentPort, workerData } from 'node:worker_threads';
import { compileDescription } from './compile-description';
import type { DescriptionRequest } from './description-files';

// A thread of its own: whoever reads the description goes on meanwhile, and ends it if it takes too long.
parentPort?.postMessage(compileDescription(workerData as DescriptionRequest));
