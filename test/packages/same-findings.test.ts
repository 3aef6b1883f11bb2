import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { cleanEnvironment, root, runProgram, stagedPackage, temporaryFolder } from './installed';

// What is shipped is built in another way than what the other tests run: its loops are written anew, and it is minified.

const folder = temporaryFolder('same-findings');
let shipped: string;
beforeAll(async () => {
  shipped = join((await stagedPackage()).folder, 'dist/cli.js');
});

async function check(program: string, path: string): Promise<string> {
  const env = cleanEnvironment(folder);
  const { out, error } = await runProgram(process.execPath, [program, 'check', '--format', 'json', path], {
    cwd: root,
    env,
  });
  return `${out}${error}`;
}

it.each(['examples', 'docs', 'templates', 'test/rules'])('finds the same in %s as the sources do', async (path) => {
  const found = await check(shipped, path);
  expect(JSON.parse(found)).toMatchObject({});
  expect(found === (await check(join(root, 'dist/cli.js'), path))).toBe(true);
});
