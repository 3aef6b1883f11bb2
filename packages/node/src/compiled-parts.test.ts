import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from 'esbuild';

// In processes of their own: what is compiled is kept when a process ends.

const folder = mkdtempSync(join(tmpdir(), 'rulebook-compiled-'));
const cache = join(folder, 'cache');
const script = (value: string) =>
  `(function (exports, require, module, __filename, importPart) {exports.say = async () => ['${value}', require('./other.cjs').word, (await importPart('./later.mjs')).word, __filename].join();})\n`;
const main = `const kept = require('./compiled.cjs');
kept.keepCompiled('words', (name) => process.env[name]);
require('./part.cjs').say().then((text) => console.log(text));
`;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'compiled-parts.ts')],
    ...{ bundle: true, platform: 'node', format: 'cjs', outfile: join(folder, 'compiled.cjs'), logLevel: 'silent' },
  });
  writeFileSync(join(folder, 'main.cjs'), main);
  writeFileSync(
    join(folder, 'part.cjs'),
    "module.exports = require('./compiled.cjs').loadPart(module, 'part', 'hash');",
  );
  writeFileSync(join(folder, 'other.cjs'), "exports.word = 'other';");
  writeFileSync(join(folder, 'later.mjs'), "export const word = 'later';");
  writeFileSync(join(folder, 'part.js'), script('first'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const run = (env: Readonly<Record<string, string>> = {}) =>
  execFileSync(process.execPath, [join(folder, 'main.cjs')], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: '', NODE_DISABLE_COMPILE_CACHE: '', ...env },
  });
const expected = (value: string) => `${[value, 'other', 'later', join(folder, 'part.js')].join()}\n`;
const compiled = join(cache, 'rulebook/compiled');
const keptFiles = () => readdirSync(compiled).filter((name) => name.endsWith('.v8'));

it('evaluates a part, and keeps what was compiled for this user alone', () => {
  expect(run({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(expected('first'));
  expect(() => readdirSync(compiled)).toThrow('ENOENT');
  expect(run()).toBe(expected('first'));
  expect(keptFiles()).toEqual([`words-part-${process.version}-${process.arch}-hash.v8`]);
});

it('takes what was kept: V8 compares the length of a source only, so the name has its hash', () => {
  writeFileSync(join(folder, 'part.js'), script('other'));
  expect(run()).toBe(expected('first'));
  writeFileSync(
    join(folder, 'part.cjs'),
    "module.exports = require('./compiled.cjs').loadPart(module, 'part', 'next');",
  );
  expect(run()).toBe(expected('other'));
  expect(keptFiles()).toHaveLength(2);
});

it.each([
  ['tiny', 10],
  ['small', 50_000],
])('takes what was kept under the settings for %s inputs, which are the same at the end', (kind, length) => {
  writeFileSync(join(folder, `${kind}.txt`), 'a'.repeat(length));
  const path = join(compiled, `loading-${kind}-part-${process.version}-${process.arch}-next.v8`);
  const start = () =>
    execFileSync(
      process.execPath,
      [
        '-e',
        `const kept = require('./compiled.cjs'); kept.keepCompiled('loading', (name) => process.env[name]); kept.beginLoading(['${kind}.txt']); require('./part.cjs'); kept.beginWork();`,
      ],
      {
        cwd: folder,
        env: { ...process.env, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: '', NODE_DISABLE_COMPILE_CACHE: '' },
      },
    );
  start();
  // What is kept is replaced by another file.
  const { ino } = statSync(path);
  start();
  expect(statSync(path).ino).toBe(ino);
});

it.each([
  ['is cut off', (content: Buffer) => content.subarray(0, 100)],
  ['has other bytes', (content: Buffer) => Buffer.from(content).fill(0, 200, 300)],
  ['is empty', () => Buffer.alloc(0)],
])('compiles again when a file %s', (_, changed) => {
  const path = join(compiled, `words-part-${process.version}-${process.arch}-next.v8`);
  const whole = readFileSync(path);
  writeFileSync(path, changed(whole));
  expect(run()).toBe(expected('other'));
  expect(readFileSync(path).length).toBeGreaterThan(200);
});

it('keeps the files that were used last, up to 200 MB', () => {
  const [written, used] = [new Date(Date.now() - 2_000_000), new Date(Date.now() - 1_000_000)];
  for (let at = 0; at < 60; at++) {
    const path = join(compiled, `old-${at}.v8`);
    writeFileSync(path, 'old', { mode: 0o600 });
    truncateSync(path, 5_000_000);
    utimesSync(path, at < 10 ? used : written, written);
  }
  writeFileSync(
    join(folder, 'part.cjs'),
    "module.exports = require('./compiled.cjs').loadPart(module, 'part', 'third');",
  );
  run();
  const left = keptFiles();
  expect(left.length).toBeGreaterThan(35);
  expect(left.length).toBeLessThan(45);
  for (let at = 0; at < 10; at++) expect(left).toContain(`old-${at}.v8`);
});

it('runs where nothing can be written', () => {
  mkdirSync(join(folder, 'file'), { recursive: true });
  writeFileSync(join(folder, 'file/cache'), '');
  expect(run({ NODE_COMPILE_CACHE: join(folder, 'file/cache/inside') })).toBe(expected('other'));
});

it('takes what was kept with the settings of V8 that Node has, and leaves them so when the work ends', () => {
  const said = execFileSync(
    process.execPath,
    [
      '-e',
      `const { cachedDataVersionTag: tag } = require('node:v8');
       const before = tag();
       const { beginWork, addWork } = require(${JSON.stringify(join(folder, 'compiled.cjs'))});
       const end = beginWork();
       const during = tag();
       addWork(10_000);
       const short = tag();
       addWork(1_000_000);
       const long = tag();
       end();
       console.log(JSON.stringify({ isOwn: during !== before, isKept: short === during, isLong: long !== during && long !== before, isRestored: tag() === before }));`,
    ],
    { encoding: 'utf8' },
  );
  const [major] = process.versions.node.split('.').map(Number);
  // Node 24 has a setting for work of any length, and Node 22 none.
  const isOwn = major === 20 || (major ?? 0) >= 24;
  expect(JSON.parse(said)).toEqual({ isOwn, isKept: true, isLong: major === 20, isRestored: true });
});

it('optimises as early as Node does from the start, when there are many files', () => {
  const said = execFileSync(
    process.execPath,
    [
      '-e',
      `const { cachedDataVersionTag: tag } = require('node:v8');
       const { beginWork, expectFiles, addWork } = require(${JSON.stringify(join(folder, 'compiled.cjs'))});
       beginWork();
       const short = tag();
       expectFiles(1499);
       const few = tag();
       expectFiles(1500);
       const many = tag();
       addWork(1_000_000);
       console.log(JSON.stringify({ isShort: few === short, isLong: many !== short, isSame: tag() === many }));`,
    ],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(said)).toEqual({ isShort: true, isLong: process.versions.node.startsWith('20.'), isSame: true });
});

it('optimises early what sends many requests, until the work ends', () => {
  const said = execFileSync(
    process.execPath,
    [
      '-e',
      `const { cachedDataVersionTag: tag } = require('node:v8');
       const before = tag();
       const { beginWork, expectRequests } = require(${JSON.stringify(join(folder, 'compiled.cjs'))});
       const end = beginWork();
       const short = tag();
       expectRequests(2999);
       const few = tag();
       expectRequests(3000);
       const many = tag();
       end();
       expectRequests(3000);
       console.log(JSON.stringify({ isShort: few === short, isEarly: many !== short && many !== before, isRestored: tag() === before }));`,
    ],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(said)).toEqual({
    isShort: true,
    isEarly: process.versions.node.startsWith('20.'),
    isRestored: true,
  });
});

it('marks no garbage before the end of a turn of a server, however much is read in it', () => {
  const said = execFileSync(
    process.execPath,
    [
      '-e',
      `const { setFlagsFromString, cachedDataVersionTag: tag } = require('node:v8');
       const { beginWork, addWork } = require(${JSON.stringify(join(folder, 'compiled.cjs'))});
       beginWork();
       const short = tag();
       addWork(1_000_000, { isOneTurn: true });
       const turn = tag();
       if (turn !== short) setFlagsFromString('--incremental-marking');
       const marked = tag();
       beginWork();
       addWork(1_000_000);
       console.log(JSON.stringify({ isLong: turn !== short, isUnmarked: turn !== marked, isSame: tag() === marked }));`,
    ],
    { encoding: 'utf8' },
  );
  const isOfNode20 = process.versions.node.startsWith('20.');
  expect(JSON.parse(said)).toEqual({ isLong: isOfNode20, isUnmarked: isOfNode20, isSame: true });
});

it('serves with settings of its own, and leaves them as Node has them at the end', () => {
  const said = execFileSync(
    process.execPath,
    [
      '-e',
      `const { cachedDataVersionTag: tag } = require('node:v8');
       const before = tag();
       const { beginServing } = require(${JSON.stringify(join(folder, 'compiled.cjs'))});
       beginServing();
       const during = tag();
       process.on('exit', () => console.log(JSON.stringify({ isOwn: during !== before, isRestored: tag() === before })));`,
    ],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(said)).toEqual({ isOwn: process.versions.node.startsWith('20.'), isRestored: true });
});
