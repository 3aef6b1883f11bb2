import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { registry } from '../../tools/docs/registry.mjs';
import { serviceLists } from '../../tools/docs/services.mjs';

const root = resolve(import.meta.dirname, '../..');

/** A copy of the sources with one more service. */
export interface ExtendedCheckout {
  /** Loads a module of the copy, by its path in the repository. */
  load<Module>(path: string): Promise<Module>;
  /** The path of its command line. */
  readonly commandLine: string;
  remove(): void;
}

/**
 * Copies the sources, adds the folder of a service and the line in `names.ts`, and writes the lists as `npm run docs` does. So the copy is what a
 * checkout is after a user has added the service.
 */
export async function extendCheckout(service: string, from: string): Promise<ExtendedCheckout> {
  // Below the packages, so that the copy finds them.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const copy = mkdtempSync(join(root, 'node_modules/.cache/third-service-'));
  for (const folder of ['packages', 'services', 'cli/src', 'client/src', 'server/src', 'package.json']) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    });
  }
  cpSync(join(from, service), join(copy, 'services', service), { recursive: true });
  linkPackages(copy);
  const names = join(copy, 'packages/services/src/names.ts');
  writeFileSync(names, readFileSync(names, 'utf8').replace("'code-hosting'", `'code-hosting', '${service}'`));
  const { productNames, serviceNames } = await load<{
    readonly productNames: Readonly<Record<string, string>>;
    readonly serviceNames: readonly string[];
  }>('packages/services/src/names.ts');
  for (const [path, text] of [...registry(copy), ...serviceLists(copy, serviceNames, productNames)]) {
    writeFileSync(join(copy, path), text);
  }
  const commandLine = await bundled('cli/src/main.ts');
  return {
    load,
    commandLine,
    remove: () => {
      rmSync(copy, { recursive: true, force: true });
    },
  };

  async function load<Module>(path: string): Promise<Module> {
    return (await import(/* @vite-ignore */ pathToFileURL(await bundled(path)).href)) as Module;
  }

  async function bundled(path: string): Promise<string> {
    const outfile = join(copy, 'out', path.replace(/\.ts$/, '.mjs'));
    mkdirSync(dirname(outfile), { recursive: true });
    await esbuild.build({
      absWorkingDir: copy,
      entryPoints: [path],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      logLevel: 'warning',
      define: { RULEBOOK_VERSION: '"0.0.0"' },
      banner: {
        js: "import { createRequire as createRequireOfNode } from 'node:module';const require = createRequireOfNode(import.meta.url);",
      },
    });
    return outfile;
  }
}

/** Makes the names of the packages lead to the copy, as an installation does. */
function linkPackages(copy: string): void {
  const scope = join(copy, 'node_modules/@rulebook');
  mkdirSync(scope, { recursive: true });
  for (const folder of ['packages', 'services'])
    for (const name of readdirSync(join(copy, folder))) symlinkSync(join(copy, folder, name), join(scope, name), 'dir');
}
