// What the playground loads next to its page: the language server as a worker, the published descriptions, the examples.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { parse } from 'jsonc-parser';
import { keptFiles, descriptions } from '../../tools/lib/descriptions.mjs';
import { examplesIn } from './examples.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'site/.generated');

/** Writes the files of the playground into site/.generated/. */
export async function writeAssets() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await bundleWorker(version);
  writeDescriptions();
  writeFileSync(join(folder, 'examples.json'), JSON.stringify(examplesIn(root)));
  writeFileSync(
    join(folder, 'configuration.json'),
    JSON.stringify(parse(readFileSync(join(root, 'examples/rulebook.json'), 'utf8'), [], { allowTrailingComma: true })),
  );
}

/** @param {string} version */
async function bundleWorker(version) {
  const esbuild = await import('esbuild');
  // For the browser: a module of Node's in it is an error here.
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['site/worker/server-worker.ts'],
    outfile: join(folder, 'server-worker.js'),
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    mainFields: ['browser', 'module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { RULEBOOK_VERSION: JSON.stringify(version) },
  });
}

/**
 * Not every browser decodes brotli in a script, so the site has them as gzip; the ending keeps hosts from decoding them before. The playground
 * checks no GraphQL, so the schemas of that are left out.
 */
function writeDescriptions() {
  const names = keptFiles().map((name) => name.replace(/\.json\.br$/, ''));
  for (const name of names) {
    const text = brotliDecompressSync(readFileSync(join(descriptions, `${name}.json.br`)));
    writeFileSync(join(folder, `${name}.bin`), gzipSync(text, { level: 9 }));
  }
  const imports = names.map((name, index) => `import url${index} from './${name}.bin?url';`);
  const entries = names.map((name, index) => `  ${JSON.stringify(name)}: url${index},`);
  writeFileSync(
    join(folder, 'descriptions.ts'),
    `${imports.join('\n')}\n\n/** Where each published description is. */\nexport const descriptions: Readonly<Record<string, string>> = {\n${entries.join('\n')}\n};\n`,
  );
}
