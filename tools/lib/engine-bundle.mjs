// `rulebook-http/engine` and `rulebook-http/sandbox`: modules for every machine, and their declarations; and those of `rulebook-http/testing`, a part of the programs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonOptions } from '../build.mjs';

const root = join(import.meta.dirname, '../..');
const source = 'packages/engine/src/api';
/** Of each module, its declarations one behind the other; together they name nothing else. */
const declared = { engine: ['model', 'create-engine'], sandbox: ['model', 'compile-description', 'create-sandbox'] };
/** `rulebook-http/testing` needs sockets and files, so it shares the parts of the programs. */
const testing = 'packages/node/src/testing';
/** What is bundled of it with the programs. */
export const testingLibrary = { 'testing.js': `${testing}/start-sandbox.ts` };

/**
 * Writes the modules with their declarations, and returns the bundler's metafile.
 * @param {string} folder
 */
export async function buildEngine(folder) {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    ...commonOptions(true),
    // Nothing of Node: an import of it would fail here.
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    entryPoints: Object.fromEntries(Object.keys(declared).map((name) => [name, `${source}/${name}/index.ts`])),
    // What both use is there once, so that a program that imports both has one engine.
    splitting: true,
    chunkNames: 'library/[name]-[hash]',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  });
  for (const [name, parts] of Object.entries(declared))
    writeFileSync(join(folder, `${name}.d.mts`), await declarations(`${source}/${name}`, parts));
  writeFileSync(join(folder, 'testing.d.mts'), await declarations(testing, ['model', 'start-sandbox']));
  return metafile;
}

/**
 * Returns the declarations as one text: comments and types as they are written, without the imports between the files.
 * @param {string} module its folder
 * @param {readonly string[]} parts
 */
async function declarations(module, parts) {
  const { default: ts } = await import('typescript');
  const texts = parts.map((name) => {
    const file = join(root, module, `${name}.ts`);
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    const [problem] = diagnostics;
    if (problem) throw new Error(`${name}.ts: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
    return outputText.replace(/^import [^;]*;\n/gm, '').trim();
  });
  return `${texts.join('\n')}\nexport {};\n`;
}
