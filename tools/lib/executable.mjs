// One file that holds Node and the package, for machines without Node: https://nodejs.org/api/single-executable-applications.html
// It has no start-up snapshot. Tried with Node 24.13 (November 2026), with all modules evaluated and one check done in it, `check` of a small file takes
// 0.20 s of processor time instead of 0.24: to read 11 MB of snapshot costs most of what it saves, and Node has not verified child processes in it.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './processes.mjs';

const root = join(import.meta.dirname, '../..');
/** Marks the place in Node's executable. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
/** What of the package the programs need. */
const needed =
  /^(?:package\.json|LICENSE|dist\/(?!npm\/|engine\.|sandbox\.|parts\/testing\.).*|docs\/.*\.md|schemas\/.*)$/;

/** Returns why this Node does not make an executable. */
export function reasonAgainstExecutable(node = process.version) {
  // Earlier ones cannot list what they hold, and their support was an experiment.
  return Number(node.slice(1).split('.')[0]) < 24 ? `it is made with Node 24 or later, and this is ${node}` : undefined;
}

/**
 * Writes the executable for the system of a Node, and returns its path.
 * @param {{ staged: string, folder: string, product: { name: string, version: string }, node?: string }} options `staged` is the folder of the
 *   npm package, `node` the executable that it begins with
 */
export async function makeExecutable({ staged, folder, product, node = process.execPath }) {
  const work = mkdtempSync(join(tmpdir(), 'rulebook-executable-'));
  try {
    const esbuild = await import('esbuild');
    const main = join(work, 'main.cjs');
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['cli/src/executable.ts'],
      outfile: main,
      ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node24', minify: true, logLevel: 'warning' },
    });
    const files = readdirSync(staged, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(staged.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((name) => needed.test(name))
      .sort();
    const hash = createHash('sha256');
    for (const name of files) hash.update(name).update(readFileSync(join(staged, name)));
    const contents = join(work, 'contents.json');
    writeFileSync(contents, JSON.stringify({ name: `${product.version}-${hash.digest('hex').slice(0, 16)}`, files }));
    const configuration = join(work, 'configuration.json');
    const blob = join(work, 'blob');
    const assets = { contents, ...Object.fromEntries(files.map((name) => [name, join(staged, name)])) };
    writeFileSync(configuration, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets }));
    const { code, output } = await run(node, ['--experimental-sea-config', configuration], {
      cwd: work,
      timeout: 60_000,
    });
    if (code !== 0) throw new Error(`Node made no executable:\n${output}`);
    const extension = process.platform === 'win32' ? '.exe' : '';
    const path = join(folder, `${product.name}-${product.version}-${process.platform}-${process.arch}${extension}`);
    const draft = join(work, 'executable');
    copyFileSync(node, draft);
    chmodSync(draft, 0o755);
    const { inject } = await import('postject');
    const isMac = process.platform === 'darwin';
    // What was signed is changed; macOS runs only what is signed, if only by this machine.
    if (isMac) await run('codesign', ['--remove-signature', draft]);
    await inject(draft, 'NODE_SEA_BLOB', readFileSync(blob), {
      sentinelFuse: fuse,
      ...(isMac && { machoSegmentName: 'NODE_SEA' }),
    });
    if (isMac) await run('codesign', ['--sign', '-', draft]);
    // By another process: a file that this one, or what it starts meanwhile, has open for writing cannot be run.
    const copying = `fs.copyFileSync(${JSON.stringify(draft)}, ${JSON.stringify(path)})`;
    const copied = await run(process.execPath, ['--eval', copying]);
    if (copied.code !== 0) throw new Error(`The executable cannot be written:\n${copied.output}`);
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
