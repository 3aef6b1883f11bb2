import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled, sampleOf } from '../sample';
import { installPackage, nodeOf, writeFiles } from './installed';
import { rulebook, trialFiles, trials } from './trials';

// The command line as it is installed from the packed npm package, without the checkout.

let folder: string;
beforeAll(async () => {
  folder = await installPackage();
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  writeFiles(folder, trialFiles);
});

const running = { name: `Node ${process.versions.node}`, path: process.execPath };
const others = await Promise.all(
  ([22, 24] as const).map(async (major) => ({ name: `Node ${major}`, ...(await nodeOf(major)) })),
);

it('has a trial of every command', async () => {
  const { out } = await rulebook({ folder, node: running.path }, ['--help']);
  const [, list = ''] = /^Commands:\n(.*?)\n\n/ms.exec(out) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name).filter((name) => name !== 'help');
  expect(names.sort()).toEqual(Object.keys(trials).sort());
});

it('prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/rulebook-http/package.json'), 'utf8')) as {
    version: string;
  };
  const { out } = await rulebook({ folder, node: running.path }, ['--version']);
  expect(out.trim()).toBe(version);
});

for (const node of [running, ...others]) {
  describe(`on ${node.name}`, () => {
    if ('reason' in node) {
      it.skip(`works (skipped: ${node.reason})`, () => undefined);
      return;
    }
    // On the Node of this machine all of them; what is different on others is the loading of the program.
    const tried = node === running ? Object.entries(trials) : sampleOf(Object.entries(trials));
    it.each(tried)(`%s works ${sampled}`, async (_name, trial) => {
      await trial({ folder, node: node.path });
    });
  });
}
