// `npm run docs:site`: builds the documentation site into dist/site/. Its dependencies are in site/ with a lock file of
// their own; they are installed when they are missing.
//   --base PATH   the path under which the site is served, for example /rulebook/
//   --out FOLDER  where it is written
//   --serve       serves it on 127.0.0.1 afterwards
//   --dev         serves the pages instead, and follows changes of docs/
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { sitePaths, writePage, writePages } from '../site/build/pages.mjs';
import { ensureDependencies } from './ensure.mjs';
import { takeLock } from './lib/lock.mjs';
import { run } from './lib/processes.mjs';
import { serveFolder } from './lib/serve-folder.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'site');
const vitepress = join(folder, 'node_modules/vitepress/bin/vitepress.js');

/**
 * Builds the site and returns the folder that holds it.
 * @param {{ base?: string, out?: string, say?: (line: string) => void }} [options]
 */
export async function buildSite({ base = '/', out = join(root, 'dist/site'), say = console.log } = {}) {
  await prepare(say);
  const env = { ...process.env, RULEBOOK_SITE_BASE: base, RULEBOOK_SITE_OUT: out };
  const { code, output } = await run(process.execPath, [vitepress, 'build'], { cwd: folder, env, timeout: 600_000 });
  if (code !== 0) throw new Error(`The site cannot be built:\n${output.trim()}`);
  copyFileSync(join(root, 'docs/llms.txt'), join(out, 'llms.txt'));
  const { addPolicies } = await import('../site/build/policy.mjs');
  addPolicies(out);
  say(`The site is in ${out}.`);
  return out;
}

/** @param {(line: string) => void} say */
async function prepare(say) {
  ensureDependencies();
  await ensureSiteDependencies(say);
  writePages();
  const { writeAssets } = await import('../site/build/assets.mjs');
  await writeAssets();
}

/**
 * Installs what the lock file of the site names, unless it is there already.
 * @param {(line: string) => void} [say]
 */
export async function ensureSiteDependencies(say = console.log) {
  const stamp = join(folder, 'node_modules/.rulebook-lock-hash');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const isThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isThere()) return;
  const release = takeLock(join(folder, '.rulebook-install.lock'), say);
  try {
    if (isThere()) return;
    say('Installing what builds the site …');
    // Not `npm ci`: it wants optional packages of all platforms in the lock file, and npm leaves out those that it cannot find (10.8).
    const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await run('npm', args, { cwd: folder, timeout: 600_000 });
    if (code !== 0) throw new Error(`npm install failed in site/ with code ${code}:\n${output.trim()}`);
    writeFileSync(stamp, wanted);
  } finally {
    release();
  }
}

/** Serves the pages with VitePress, and copies pages of docs/ again when they change. */
async function develop(base) {
  await prepare(console.log);
  watch(join(root, 'docs'), { recursive: true }, (_event, name) => {
    const source = `docs/${String(name).replaceAll('\\', '/')}`;
    const target = sitePaths().get(source);
    if (target === undefined || !existsSync(join(root, source))) return;
    try {
      writePage(source, target);
    } catch (error) {
      console.error(error.message);
    }
  });
  const env = { ...process.env, RULEBOOK_SITE_BASE: base };
  const child = spawn(process.execPath, [vitepress, 'dev', '--host', '127.0.0.1'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const { values } = parseArgs({
      options: {
        base: { type: 'string', default: '/' },
        out: { type: 'string' },
        serve: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
      },
    });
    const base = `/${values.base.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
    if (values.dev) await develop(base);
    else {
      const built = await buildSite({ base, ...(values.out !== undefined && { out: resolve(values.out) }) });
      if (values.serve) {
        const { address } = await serveFolder(built, { base, port: 4173 });
        console.log(`It is served at ${address}. Ctrl-C ends it.`);
      }
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
