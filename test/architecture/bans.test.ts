import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bannedIn } from './bans';
import { repositoryFiles } from './files';

const root = join(import.meta.dirname, '../..');
const files = repositoryFiles().filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.includes('/fixtures/'));

const pure = 'packages/checker/src/rules/rule.ts';

describe('refused syntax', () => {
  it.each<[file: string, text: string]>([
    [pure, 'enum A { b }'],
    ['test/sample.ts', 'export const enum A { b }'],
    [pure, 'export default 1;'],
    ['scripts/test.mjs', 'export default function a() {}'],
    ['test/sample.ts', 'export default class A {}'],
    ['client/src/extension.ts', 'const a = 1; export { a as default };'],
    [pure, "export * from './a';"],
    [pure, "export { a } from './a';"],
    ['test/sample.ts', "export type { A } from './a';"],
    ['server/src/index.ts', "export * as a from './a';"],
    ['site/build/pages.mjs', "export * from './a.mjs';"],
    [pure, 'const a = Date.now();'],
    [pure, 'const a = new Date();'],
    [pure, 'const a = new Date;'],
    [pure, 'const a = Date();'],
    ['packages/engine/src/index.ts', 'const a = { random: Math.random };'],
    ['services/code-hosting/play/states.ts', 'const a = () => Math.random();'],
    [pure, 'const a = new RegExp(b);'],
    ['packages/node/src/files/files.ts', 'const a = RegExp(`a${b}`);'],
    ['cli/src/run/run.ts', 'const a = new RegExp();'],
    ['server/src/server.ts', "a.match('b');"],
    ['site/playground/editor.ts', 'a.matchAll(`b`);'],
    ['client/src/extension.ts', 'a?.search(`b${c}`);'],
  ])('is refused in %s: %s', (file, text) => {
    expect(bannedIn(file, text)).toEqual([expect.stringContaining(`${file}:1: `)]);
  });

  it.each<[file: string, text: string]>([
    [pure, "type A = 'b'; export const a = 1; export { b }; const c = { enum: 1 };"],
    [pure, 'const a = new Date(0); const b = Date.parse(c); const d = Math.floor(e); const f: Date = g;'],
    [pure, "const a = new RegExp('b'); const c = RegExp(/d/g); e.match(/f/); g.search(h); i.matches('j');"],
    [pure, "// new Date()\nconst a = 'Date.now()';"],
    ['packages/text/src/index.ts', "export * from './a'; export { b } from './c';"],
    ['packages/text/src/patterns.ts', "const a = new RegExp(b); c.match('d');"],
    ['packages/node/src/system.ts', 'const a = Date.now() + Math.random(); const b = new Date();'],
    ['packages/platform/src/browser/transport.ts', 'const a = Date.now();'],
    ['client/src/extension.ts', 'const a = Date.now();'],
    ['test/sample.ts', "const a = new RegExp(b); const c = Date.now(); d.match('e');"],
    ['vitest.config.mjs', 'export default {};'],
    ['site/.vitepress/theme/index.ts', "export { default } from 'a';"],
  ])('is not what is in %s: %s', (file, text) => {
    expect(bannedIn(file, text)).toEqual([]);
  });

  it('is in no file', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap((file) => bannedIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
