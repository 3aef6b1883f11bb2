// The engine for scripts: there is no build of the engine alone.
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles an entry point of the engine in memory and returns its exports.
 * @param {string} [entry] a module of engine/src without its ending
 */
export async function loadEngine(entry = 'index') {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`engine/src/${entry}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
