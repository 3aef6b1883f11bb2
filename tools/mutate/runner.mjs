// Runs tests of a plan, with the mutants of the plan in the modules; a process of its own, because a mutant may never end. Nothing is written into the
// checkout: mutants are put in while a module is loaded, or bundled.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { buildPrograms } from '../build.mjs';
import { switched } from './mutants.mjs';

const root = join(import.meta.dirname, '../..');
const { MUTATE_PLAN = '' } = process.env;
process.env.MUTATE_ROOT = root;

/** @type {import('./trials.mjs').Plan} */
const plan = JSON.parse(readFileSync(MUTATE_PLAN, 'utf8'));
const textOf = (path) => {
  const mutants = plan.mutants.filter(({ mutant }) => join(root, mutant.file) === path);
  return mutants.length > 0 ? switched(readFileSync(path, 'utf8'), mutants) : undefined;
};
// A mistake that is made while modules are loaded holds from the beginning.
if (plan.always !== undefined) process.env.MUTANT = String(plan.always);

if (plan.needsPrograms) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-mutate-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.on('SIGTERM', () => process.exit());
  symlinkSync(join(root, 'dist/descriptions'), join(folder, 'descriptions'));
  mkdirSync(join(folder, 'parts'));
  await buildPrograms({ production: false, folder, plugins: [inBundles()] });
  // Tests that start programs take them from here.
  process.env.RULEBOOK_BUNDLES = folder;
  process.env.MUTANTS_REACHED = plan.reached;
}
process.on('disconnect', () => process.exit());

const vitest = await createVitest(
  'test',
  {
    watch: false,
    root,
    maxWorkers: 1,
    // Of one mutant, the first failure is enough.
    bail: plan.always === undefined ? 0 : 1,
    reporters: [{}],
    runner: join(import.meta.dirname, 'test-runner.mjs'),
    sequence: { sequencer: /** @type {any} */ (GivenOrder) },
  },
  { plugins: [inModules()] },
);
const project = vitest.getRootProject();
const specifications = Object.keys(plan.tests).map((test) => project.createSpecification(join(root, test)));
const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
const failed = testModules.filter((each) => each.state() === 'failed').map(({ relativeModuleId }) => relativeModuleId);
process.send?.({ failed, hasErrors: unhandledErrors.length > 0 }, () => process.exit());

/** @returns {import('vite').Plugin} */
function inModules() {
  return {
    name: 'mutants',
    enforce: 'pre',
    transform: (_, id) => {
      const code = textOf(id);
      return code === undefined ? undefined : { code, map: null };
    },
  };
}

/** @returns {import('esbuild').Plugin} */
function inBundles() {
  return {
    name: 'mutants',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = textOf(path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

/** Runs the files in the order in which they are given. */
function GivenOrder() {
  return { sort: async (files) => files, shard: async (files) => files };
}
