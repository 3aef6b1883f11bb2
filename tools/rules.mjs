// `npm run rules`: enters new rules into the registry, writes the findings and fixes of all fixtures and the facts of the catalogue anew, and then
// the pages that show them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const steps = [
  ['tools/docs.mjs'],
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'test/rules/fixtures.test.ts',
    'test/unit/catalogue/facts.test.ts',
    '--reporter=dot',
  ],
  ['tools/docs.mjs'],
];

for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, UPDATE: '1' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
console.log('Review what has changed: `git diff test/rules test/unit/catalogue docs/rules`.');
