import { chmodSync, readFileSync, readdirSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSampled, sampled } from '../sample';
import { cleanEnvironment, nodeOf, root, runProgram, stagedPackage, temporaryFolder, writeFiles } from './installed';
import { rulebook, trialFiles, trials, type Installation } from './trials';

// The executable of a release, which holds Node: made here, and tried without the package.

interface Making {
  makeExecutable(options: {
    readonly staged: string;
    readonly folder: string;
    readonly product: { readonly name: string; readonly version: string };
    readonly node: string;
  }): Promise<string>;
  reasonAgainstExecutable(version: string): string | undefined;
}
// By its address: the types of the tests do not build on those of scripts.
const making = (await import(pathToFileURL(join(root, 'tools/lib/executable.mjs')).href)) as Making;
const node = await nodeOf(24);

it('is made by Node 24 and later', () => {
  expect(making.reasonAgainstExecutable('v22.19.0')).toMatch(/Node 24 or later, and this is v22/);
  expect(making.reasonAgainstExecutable('v24.1.0')).toBeUndefined();
});

describe.skipIf('reason' in node)('the executable', () => {
  let installation: Installation;
  const programs = () => join(installation.folder, 'cache/rulebook/programs');
  beforeAll(async () => {
    if ('reason' in node) return;
    const folder = temporaryFolder('executable');
    mkdirSync(join(folder, 'run'), { mode: 0o700 });
    writeFiles(folder, trialFiles);
    const { folder: staged } = await stagedPackage();
    const product = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8')) as { name: string; version: string };
    installation = {
      folder,
      node: await making.makeExecutable({ staged, folder, product, node: node.path }),
      isExecutable: true,
    };
  });

  it('prints the version of the package, and is unpacked once, for this user alone', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const first = await rulebook(installation, ['--version']);
    expect(first).toMatchObject({ code: 0, out: `${version}\n`, error: '' });
    const [name = '', ...others] = readdirSync(programs());
    expect(others).toEqual([]);
    const mark = join(programs(), name, 'mark');
    writeFileSync(mark, '');
    await rulebook(installation, ['--version']);
    expect(readdirSync(join(programs(), name))).toContain('mark');
    rmSync(mark);
  });

  it.each(Object.entries(trials).filter(([name], index) => ['check', 'run', 'mcp'].includes(name) || isSampled(index)))(
    `has a working command: %s ${sampled}`,
    async (_, trial) => {
      await trial(installation);
    },
  );

  it('starts nothing from a folder that others can change', async () => {
    const folder = join(programs(), readdirSync(programs())[0] ?? '');
    chmodSync(folder, 0o777);
    const { code, out, error } = await rulebook(installation, ['--version']);
    chmodSync(folder, 0o700);
    expect({ code, out }).toEqual({ code: 70, out: '' });
    expect(error).toContain('can be changed by other users');
  });

  it('says where it cannot be unpacked, and what to do', async () => {
    const { folder, node: executable } = installation;
    writeFileSync(join(folder, 'file'), '');
    const env = { ...cleanEnvironment(folder), XDG_CACHE_HOME: join(folder, 'file') };
    const { code, error } = await runProgram(executable, ['--version'], { cwd: folder, env });
    expect(error).toMatch(
      /^rulebook: the program cannot be unpacked into .*: .*\. Set XDG_CACHE_HOME to a folder of yours/,
    );
    expect(code).toBe(70);
  });
});
