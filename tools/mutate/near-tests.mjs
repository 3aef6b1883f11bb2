// Which tests are near a module: those that import it within few steps, nearest first.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { parts } from '../test/parts.mjs';

/** What starts a bundle, and the module of which the bundle is made. */
const bundled = new Map([
  ['test/cli/command-line.ts', 'cli/src/main.ts'],
  ['test/lsp/language-client.ts', 'server/src/node-main.ts'],
]);

/** Tests of everything: they read the sources, take minutes, or need what a machine may not have. */
const ignore = [
  'editor',
  'architecture',
  'clients',
  'docs',
  'integrations',
  'packages',
  'pages',
  'release',
  'scaling',
].map((name) => `test/${name}/**`);

/** What `npm test` leaves out because it takes long is asked last, and so is what starts a program. */
const slow = parts.flatMap((part) => part.slow ?? []).map((name) => `test/${name}`);
const FAR = 10;
const services = new Set(['search-cluster', 'code-hosting']);

/**
 * Reads what imports what.
 * @param {string} root
 */
export function readImports(root) {
  const files = globSync(['{packages/*,server,client,cli}/src/**/*.ts', 'services/**/*.ts', 'test/**/*.ts'], {
    cwd: root,
    ignore: ['**/*.d.ts', '**/node_modules/**', ...ignore],
  });
  const known = new Set(files);
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files) {
    const targets = importsIn(readFileSync(join(root, file), 'utf8'), file).filter((each) => known.has(each));
    const bundle = bundled.get(file);
    for (const target of bundle === undefined ? targets : [...targets, bundle])
      importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return importers;
}

/**
 * Returns the tests that reach a module, nearest first. Each name of the module that a test's path holds brings it one step nearer, as
 * each folder with the name of the module's folder. Tests that start programs are asked if no others are, and for the rooms of the programs.
 * @param {ReadonlyMap<string, readonly string[]>} importers
 * @param {string} file
 * @returns {string[]}
 */
export function nearTests(importers, file) {
  const steps = stepsFrom(importers, file);
  const own = wordsOf(file);
  const isProgram = /^(?:cli|server)\//.test(file);
  const distance = (/** @type {string} */ test) => {
    const shared = wordsOf(test).filter((word) => own.includes(word)).length;
    const isSlow = slow.some((path) => test === path || test.startsWith(`${path}/`));
    // Tests of the protocol, of the sandbox and so on hold their own rooms first.
    const [, kind = ''] = test.split('/');
    const isOther = !['unit', 'rules'].includes(kind) && !own.includes(kind);
    return (steps.get(test) ?? 0) - shared * 1.5 + (isSlow ? FAR : 0) + (isOther && !isProgram ? 3 : 0);
  };
  const tests = [...steps.keys()].filter((each) => each.endsWith('.test.ts'));
  const programs = startingPrograms(importers);
  const others = tests.filter((test) => !programs.has(test));
  const asked = others.length === 0 || isProgram ? tests : others;
  return asked
    .map((test) => ({ test, distance: distance(test) }))
    .sort((a, b) => a.distance - b.distance || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);
}

/**
 * Returns the tests that start programs, which have to be built with the mutants then.
 * @param {ReadonlyMap<string, readonly string[]>} importers
 * @returns {ReadonlySet<string>}
 */
export function startingPrograms(importers) {
  return new Set([...bundled.keys()].flatMap((helper) => [...stepsFrom(importers, helper).keys()]));
}

/** What imports a file, directly or not, with the number of steps. */
function stepsFrom(importers, file) {
  const steps = new Map([[file, 0]]);
  // What is added during the loop is visited, too.
  for (const [each, distance] of steps)
    for (const importer of importers.get(each) ?? [])
      if (!steps.has(importer)) steps.set(importer, distance + (bundled.get(importer) === each ? FAR : 1));
  return steps;
}

/** The modules that a text imports as more than types. */
function importsIn(text, file) {
  const values = text.replace(/^(?:import|export) type\b[^;]*?from '[^']*';/gm, '');
  const { importedFiles } = ts.preProcessFile(values, true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const inPackage = pathOfPackage(fileName);
    if (inPackage !== undefined) return [`${inPackage}.ts`, `${inPackage}/index.ts`];
    if (!fileName.startsWith('.')) return [];
    const path = join(dirname(file), fileName.replace(/\.js$/, ''));
    return path.endsWith('.ts') ? [path] : [`${path}.ts`, `${path}/index.ts`];
  });
}

/** `@rulebook/text/url` is `packages/text/src/url`; a service has no folder `src`. */
function pathOfPackage(specifier) {
  const [, name, inside = ''] = /^@rulebook\/([^/]+)(.*)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  return services.has(name) ? `services/${name}${inside}` : `packages/${name}/src${inside}`;
}

function wordsOf(path) {
  // The name of a service is that of all in it, and its words are those of other subjects: `search`, `cluster`.
  const own = path.replace(/\bservices\/[^/]+\//, '');
  const words = own.replace(/(?:\.test)?\.ts$/, '').split(/[/.-]/);
  return [...new Set(words)].filter(
    (word) => !['test', 'unit', 'src', 'packages', 'of', 'and', 'the', 'node'].includes(word),
  );
}
