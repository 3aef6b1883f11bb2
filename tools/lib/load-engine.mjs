// The engine for scripts: there is no build of the engine alone.
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles an entry point of the engine in memory and returns its exports.
 * @param {string} [entry] a module, by its path in the repository without its ending
 */
export async function loadEngine(entry = 'packages/engine/src/index') {
  return importBundle(await bundleEngine(entry));
}

/**
 * Bundles an entry point of the engine, and returns the code of the module.
 * @param {string} entry a module, by its path in the repository without its ending
 */
export async function bundleEngine(entry) {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`${entry}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return Buffer.from(outputFiles[0].contents);
}

/**
 * Returns the exports of a bundle.
 * @param {Buffer} code
 */
export function importBundle(code) {
  return import(`data:text/javascript;base64,${code.toString('base64')}`);
}
