// Runs a test file as Jest does: its modules and those that it imports are in a realm of their own, with the functions of a test as globals.
// node --experimental-vm-modules realm-runner.mjs FILE
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, SourceTextModule, SyntheticModule } from 'node:vm';

const file = resolve(process.argv[2]);
const hooks = { beforeAll: [], beforeEach: [], afterAll: [] };
const tests = [];
const given = {
  process,
  console,
  fetch,
  URL,
  URLSearchParams,
  TextEncoder,
  TextDecoder,
  Buffer,
  AbortController,
  AbortSignal,
};
const timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, queueMicrotask, performance };
const context = createContext({
  ...given,
  ...timers,
  structuredClone,
  test: (title, run) => tests.push({ title, run }),
  ...Object.fromEntries(Object.entries(hooks).map(([name, all]) => [name, (run) => all.push(run)])),
});
const known = new Map();

async function moduleAt(specifier, from) {
  if (isBuiltin(specifier)) {
    const real = await import(specifier);
    const names = Object.keys(real);
    return new SyntheticModule(
      names,
      function () {
        for (const name of names) this.setExport(name, real[name]);
      },
      { context },
    );
  }
  const isPath = /^[./]/.test(specifier);
  const path = isPath
    ? resolve(dirname(from), specifier)
    : fileURLToPath(import.meta.resolve(specifier, pathToFileURL(from)));
  const module = known.get(path) ?? sourceModule(path);
  known.set(path, module);
  return module;
}

function sourceModule(path) {
  return new SourceTextModule(readFileSync(path, 'utf8'), {
    context,
    identifier: path,
    initializeImportMeta: (meta) => {
      meta.url = pathToFileURL(path).href;
      meta.filename = path;
      meta.dirname = dirname(path);
    },
    importModuleDynamically: async (specifier) => evaluated(await moduleAt(specifier, path)),
  });
}

async function evaluated(module) {
  if (module.status === 'unlinked') await module.link((specifier, { identifier }) => moduleAt(specifier, identifier));
  await module.evaluate();
  return module;
}

context.require = createRequire(file);
await evaluated(sourceModule(file));
for (const run of hooks.beforeAll) await run();
for (const { title, run } of tests) {
  for (const before of hooks.beforeEach) await before();
  await run();
  console.log(`passed: ${title}`);
}
for (const run of hooks.afterAll) await run();
