import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ScriptInput, ScriptOutput } from '@rulebook/sender/scripts';
import { createScriptBox } from '../script-box/box';

/** A script that was handed to the thread, and what it came to. */
interface ScriptTask {
  readonly input: ScriptInput;
}

// A thread of its own: a script that keeps the engine busy keeps no one waiting, and is ended with the thread.
const { buffer, byteOffset, byteLength } = readFileSync(new URL('./quickjs.wasm', import.meta.url));
const box = await createScriptBox(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer, () =>
  readFileSync(new URL('./script-assertions.js', import.meta.url), 'utf8'),
);
parentPort?.on('message', ({ input }: ScriptTask) => {
  void box.run(input).then((output: ScriptOutput) => parentPort?.postMessage(output));
});
