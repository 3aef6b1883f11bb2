import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { createScriptBox, type BoxLimits, type ScriptBox } from '../packages/node/src/script-box/box';

const engine = join(
  import.meta.dirname,
  '../node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm',
);

const { assertionsOptions } = (await import(join(import.meta.dirname, '../tools/lib/script-assertions.mjs'))) as {
  assertionsOptions: object;
};
const assertions = () =>
  buildSync({ ...assertionsOptions, absWorkingDir: join(import.meta.dirname, '..'), write: false }).outputFiles[0]
    ?.text ?? '';

/** Returns a box for scripts, as the thread of scripts makes it. */
export function loadScriptBox(limits?: BoxLimits): Promise<ScriptBox> {
  const { buffer, byteOffset, byteLength } = readFileSync(engine);
  return createScriptBox(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer, assertions, limits);
}
