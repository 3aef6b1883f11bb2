import { readFileSync, statSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** A bundle that runs, and its compiled form. */
export interface LoadedBundle {
  readonly path: string;
  readonly script: Script;
}

/** Loads bundles of a folder by name, each once. */
export interface BundleLoader {
  readonly load: (name: string) => unknown;
  readonly loaded: readonly LoadedBundle[];
}

type Wrapper = (exports: unknown, require: unknown, module: unknown, file: string, folder: string) => void;

/** The end of the name of a file that holds a bundle's compiled form. */
export const cacheSuffix = '.v8';

/**
 * Runs a bundle, compiled before where that is possible: most of the time until the first answer is the compiler's. Node 22 keeps
 * compiled code by itself; Node 20 takes what the build has laid beside the bundle, and compiles when it comes from another version.
 */
export function runBundle(folder: string, name: string): void {
  const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown };
  if (enableCompileCache) {
    enableCompileCache();
    createRequire(join(folder, name))(`./${name}`);
  } else createBundleLoader(folder).load(name);
}

/** Returns a loader that uses the compiled forms beside the bundles. */
export function createBundleLoader(folder: string): BundleLoader {
  const modules = new Map<string, { exports: unknown }>();
  const loaded: LoadedBundle[] = [];
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known) return known.exports;
    const path = join(folder, name);
    const source = readFileSync(path, 'utf8').replace(/^#!/, '//');
    const script = new Script(module.wrap(source), {
      filename: path,
      ...compiledForm(path),
    });
    loaded.push({ path, script });
    const made: { exports: unknown } = { exports: {} };
    modules.set(name, made);
    const outside = createRequire(path);
    const require = (wanted: string): unknown =>
      wanted.startsWith('./') ? load(wanted.slice(2)) : (outside(wanted) as unknown);
    (script.runInThisContext() as Wrapper)(made.exports, require, made, path, folder);
    return made.exports;
  };
  return { load, loaded };
}

/** V8 compares no more than the length of the text, so a form that is older than its bundle is left alone. */
function compiledForm(path: string): { readonly cachedData?: Buffer } {
  const cache = `${path}${cacheSuffix}`;
  const made = statSync(cache, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined || made < statSync(path).mtimeMs) return {};
  try {
    return { cachedData: readFileSync(cache) };
  } catch {
    // Another build took it away in the meantime.
    return {};
  }
}
