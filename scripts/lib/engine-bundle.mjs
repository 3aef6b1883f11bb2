// `rulebook/engine`: one module for every machine, and its declarations.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonOptions } from '../build.mjs';

const root = join(import.meta.dirname, '../..');
const source = 'engine/src/api';
/** Their declarations, one behind the other; together they name nothing else. */
const declared = ['model', 'create-engine', 'create-sandbox'];

/**
 * Writes engine.mjs and engine.d.mts, and returns the bundler's metafile.
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
    entryPoints: { engine: `${source}/index.ts` },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  });
  writeFileSync(join(folder, 'engine.d.mts'), await declarations());
  return metafile;
}

/** Returns the declarations as one text: comments and types as they are written, without the imports between the files. */
async function declarations() {
  const { default: ts } = await import('typescript');
  const texts = declared.map((name) => {
    const file = join(root, source, `${name}.ts`);
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
