// `npm run mutate`: tries small mistakes in the product, and lists those that no near test notices. Nothing is written into the checkout.
//   --seed N       which mutants (1)
//   --count N      how many (50)
//   --only PREFIX  in files whose path begins so (may be given several times)
//   --again FILE   those that survived in a report of `--json`
//   --json FILE    writes all of it
//   --allow SHARE  the exit code is 1 if more than this share survives, in per cent (100)
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { globSync } from 'tinyglobby';
import { mutantsOf, shuffled } from './mutate/mutants.mjs';
import { readImports } from './mutate/near-tests.mjs';
import { isEquivalent, lineOf, shareOf, tableOf } from './mutate/report.mjs';
import { tryAll } from './mutate/trials.mjs';

const root = join(import.meta.dirname, '..');
const options = readOptions();
if (!existsSync(join(root, 'dist/descriptions'))) {
  console.error('dist/descriptions does not exist; run `npm run build` first.');
  process.exit(2);
}

const equivalents = JSON.parse(readFileSync(join(root, 'test/mutation/equivalent.json'), 'utf8'));
const importers = readImports(root);
const chosen = chooseMutants();
const done = await tryAll({ importers, mutants: chosen, onProgress: (line) => process.stderr.write(`${line}\n`) });
for (const { mutant, outcome } of done) if (outcome === 'survived') console.log(lineOf(mutant));
if (options.json) writeFileSync(options.json, `${JSON.stringify(reportOf(done), undefined, 2)}\n`);
if (done.length > 0) console.log(`\n${tableOf(done)}`);
process.exitCode = shareOf(done) * 100 > options.allow ? 1 : 0;

function chooseMutants() {
  const files = globSync(['{packages/*,server,client,cli}/src/**/*.ts', 'services/**/*.ts'], {
    cwd: root,
    ignore: ['**/*.{d,test}.ts', '**/node_modules/**'],
  });
  const mutants = files
    .filter((file) => options.only.length === 0 || options.only.some((prefix) => file.startsWith(prefix)))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
    .filter(({ source }) => !/^\/\/ Generated/.test(source))
    .flatMap(({ file, source }) => mutantsOf(file, source))
    .filter((mutant) => !isEquivalent(equivalents, mutant));
  const again = options.again && namesIn(options.again);
  if (again) return mutants.filter(({ name }) => again.has(name));
  return shuffled(mutants, options.seed).slice(0, options.count);
}

function namesIn(file) {
  const { survivors } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(survivors.map(({ name }) => name));
}

/** @param {readonly import('./mutate/report.mjs').Trial[]} all */
function reportOf(all) {
  const of = (outcome) =>
    all
      .filter((each) => each.outcome === outcome)
      .map(({ mutant: { file, line, operator, before, after, name }, by, tests }) => ({
        file,
        line,
        operator,
        before,
        after,
        name,
        by,
        tests,
      }));
  return { seed: options.seed, survivors: of('survived'), killed: of('killed'), unreached: of('unreached') };
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        count: { type: 'string', default: '50' },
        only: { type: 'string', multiple: true, default: [] },
        again: { type: 'string' },
        json: { type: 'string' },
        allow: { type: 'string', default: '100' },
      },
    });
    return { ...values, seed: Number(values.seed), count: Number(values.count), allow: Number(values.allow) };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
