import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { cleanEnvironment, installPackage, root, writeFiles } from './installed';

// `rulebook-http/testing` as tests of other projects use it: from the installed package.

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await installPackage();
  env = cleanEnvironment(folder);
});

/** Returns a file that the page shows. */
function shown(name: string): string {
  const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
  const start = page.indexOf(` file=${name}\n`);
  expect(start).toBeGreaterThan(0);
  return page.slice(page.indexOf('\n', start) + 1, page.indexOf('\n```', start) + 1);
}

it('starts a sandbox that does not keep the process alive, with what its services need', () => {
  const program = `import { startSandbox } from 'rulebook-http/testing';
const sandbox = await startSandbox();
const headers = { Authorization: sandbox.credential('search-cluster') };
const response = await fetch(sandbox.url('search-cluster') + '/_cluster/stats', { headers });
// This operation is known from the published description only.
console.log(response.status, (await response.text()).includes('cluster.stats'));
sandbox.fault({ fault: 'delay', delay: '10m' });
fetch(sandbox.url('code-hosting') + '/user', { signal: AbortSignal.timeout(100) }).catch(() => console.log('late'));
`;
  writeFiles(folder, { 'a.mjs': program });
  const out = execFileSync(process.execPath, ['a.mjs'], { cwd: folder, encoding: 'utf8', env, timeout: 60_000 });
  expect(out).toBe('501 true\nlate\n');
});

it('is used by Vitest as the page shows', async () => {
  writeFiles(folder, { 'pets.yaml': shown('pets.yaml'), 'pets.test.js': shown('vitest/pets.test.js') });
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'dir');
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [program, 'run', '--root', folder, '--reporter', 'json', 'pets.test.js'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({ numPassedTests: 1, success: true });
});

it('works in a realm of its own, with functions of tests that are global, as in Jest', async () => {
  const test = `import { startSandbox } from 'rulebook-http/testing';
let sandbox;
beforeAll(async () => { sandbox = await startSandbox({ services: ['./pets.yaml'] }); });
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());
test('there are no pets at first', async () => {
  const response = await fetch(sandbox.url('pets') + '/pets');
  if ((await response.text()) !== '[]') throw new Error('There are pets.');
  sandbox.expectRequest({ method: 'GET', path: '/pets' });
});
`;
  const runner = readFileSync(join(root, 'test/packages/realm-runner.mjs'), 'utf8');
  writeFiles(folder, { 'pets.yaml': shown('pets.yaml'), 'global.test.mjs': test, 'realm-runner.mjs': runner });
  const args = [
    '--experimental-vm-modules',
    '--experimental-import-meta-resolve',
    'realm-runner.mjs',
    'global.test.mjs',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  expect(stdout).toBe('passed: there are no pets at first\n');
});

/** The folder in which Jest is installed; Rulebook does not depend on it. */
const jest = process.env['RULEBOOK_JEST'];

it.skipIf(jest === undefined)(
  `is used by Jest as the page says${jest === undefined ? ' (RULEBOOK_JEST is not set)' : ''}`,
  async () => {
    const test = shown('vitest/pets.test.js').replace("'vitest'", "'@jest/globals'");
    const config = JSON.stringify({ testMatch: ['**/jest.test.mjs'] });
    writeFiles(folder, { 'pets.yaml': shown('pets.yaml'), 'jest.test.mjs': test, 'jest.config.json': config });
    for (const name of ['jest', '@jest'])
      symlinkSync(join(jest ?? '', 'node_modules', name), join(folder, 'node_modules', name), 'dir');
    const program = join(jest ?? '', 'node_modules/jest/bin/jest.js');
    const options = { cwd: folder, env: { ...env, NODE_OPTIONS: '--experimental-vm-modules' } };
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--json'], options);
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, success: true });
  },
);

it.each([
  ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
  ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
] as const)('has types for strict programs that resolve modules as %s', (_name, module, moduleResolution) => {
  writeFiles(folder, {
    'consumer.mts': `import { startSandbox, type ReceivedRequest, type TestSandbox } from 'rulebook-http/testing';
export const sandbox: TestSandbox = await startSandbox({ services: ['a', { name: 'b', text: '' }], seed: { b: {} } });
export const received: readonly ReceivedRequest[] = sandbox.requests({ path: '/*' });
export const now: Date = sandbox.clock.advance('7d');
sandbox.restore(sandbox.snapshot());
// @ts-expect-error There is no such fault.
sandbox.fault({ fault: 'explode' });
`,
  });
  const compiled = ts.createProgram([join(folder, 'consumer.mts')], {
    ...{ module, moduleResolution, target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
  });
  const found = ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(found).toEqual([]);
});
