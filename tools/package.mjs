// `npm run package`: makes dist/rulebook.vsix from minified bundles.
//   --pictures URL   where the repository's files can be read by https, so that the extension's page can show pictures
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureDependencies } from './ensure.mjs';
import { descriptionFiles } from './lib/descriptions.mjs';
import { run } from './lib/processes.mjs';

const root = join(import.meta.dirname, '..');

/**
 * More than this is a sign of something that no one meant to ship. Of it, 760 KB are the second build of the extension and its server, for browsers,
 * which load no parts: the programs of Node cannot be shared with them. What the extension and threads load has a copy of what it shares with the
 * scripts of the programs. Another 190 KB are the library for GraphQL, twice, and the schema of the code host.
 */
const maximumSize = 6100 * 1024;

/**
 * Packages the extension and returns the path of the `.vsix`.
 * @param {{ say?: (line: string) => void, picturesUrl?: string,
 *   onBundles?: (metafiles: readonly import('esbuild').Metafile[]) => void }} [options]
 */
export async function packageExtension({ say = console.log, picturesUrl, onBundles } = {}) {
  const built = await build({ production: true, say, onBundles });
  const descriptions = descriptionFiles().map((file) => `dist/descriptions/${file}`);
  const browser = ['dist/web/client.js', 'dist/web/server.js', 'dist/web/brotli.wasm'];
  const programs = ['dist/client.js', 'dist/server.js', 'dist/cli.js', 'dist/THIRD-PARTY-NOTICES.txt'];
  for (const needed of [...programs, ...browser, ...descriptions]) {
    if (!built.includes(needed)) throw new Error(`The extension is not complete: ${needed} was not built.`);
  }
  const vsix = join(root, 'dist/rulebook.vsix');
  mkdirSync(join(root, 'dist'), { recursive: true });
  const args = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
  args.push('--readme-path', writeExtensionPage(picturesUrl));
  const { code, output } = await run(
    process.execPath,
    [join(root, 'node_modules/@vscode/vsce/vsce'), ...args, '--out', vsix],
    { cwd: root, timeout: 180_000 },
  );
  if (code !== 0 || !existsSync(vsix)) throw new Error(`Packaging failed:\n${output}`);
  say(output.trim());
  const { size } = statSync(vsix);
  say(`${(size / 1024).toFixed(0)} KB  dist/rulebook.vsix`);
  if (size > maximumSize) throw new Error(`The extension is larger than ${maximumSize / 1024} KB.`);
  return vsix;
}

/**
 * Writes the page that editor and marketplace show of the extension, and returns its path. They show pictures by https addresses
 * only: neither by relative ones nor as data. So the page has its pictures when `picturesUrl` says where `docs/` can be read.
 */
function writeExtensionPage(picturesUrl) {
  const text = readFileSync(join(root, 'client/README.md'), 'utf8');
  const picture = /^!\[[^\]]*\]\(\.\.\/docs\/[^)]+\)\n\n/gm;
  const page = 'dist/extension-page.md';
  writeFileSync(
    join(root, page),
    picturesUrl === undefined
      ? text.replaceAll(picture, '')
      : text.replaceAll('](../docs/', `](${picturesUrl.replace(/\/$/, '')}/docs/`),
  );
  return page;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    ensureDependencies();
    const at = process.argv.indexOf('--pictures');
    await packageExtension(at < 0 ? {} : { picturesUrl: process.argv[at + 1] });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
