import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinFiles } from '../../../tools/lib/joined-files.mjs';

/** `said` is what is evaluated, in its order. */
const files: Readonly<Record<string, string>> = {
  'said.mjs': 'export const said = [];',
  'words.mjs': `import { said } from './said.mjs';
said.push('words');
const own = 'a word';
function helper(name) { return { own, name }; }
export function word(name) { return count(name) + helper(name).name; }
export async function later(name) { return word(name); }
export function* each(...names) { for (const name of names) yield word(name); }
let counted = 0;
function count(name) { counted += name.length; return counted; }`,
  'even.mjs': `import { odd } from './odd.mjs';
export function even(n) { return n === 0 || odd(n - 1); }`,
  'odd.mjs': `import { even } from './even.mjs';
import { word } from './words.mjs';
export const first = word('odd');
export function odd(n) { return n !== 0 && even(n - 1); }`,
  'library.cjs': 'exports.own = (name) => `${name} of a library`;',
  'failing.mjs': `import { said } from './said.mjs';
said.push('failing');
throw new Error('not today');`,
  'main.mjs': `import { said } from './said.mjs';
import { each, later, word } from './words.mjs';
import { even } from './even.mjs';
import { first } from './odd.mjs';
import library from './library.cjs';
said.push('main');
const own = [word('x')];
class Thing { get own() { return own; } }
function strict() { return this === undefined; }
export const main = async () => [first, new Thing().own, even(4), await later('later'), [...each('a', 'b')], strict(), library.own('name'), { word: word('short') }];
export const other = () => import('./late.mjs');`,
  'late.mjs': `import { said } from './said.mjs';
import { word } from './words.mjs';
said.push('late');
export const late = word('late');`,
};
const entry = `exports.said = () => require('./said.mjs').said;
exports.main = () => require('./main.mjs').main();
exports.other = () => require('./main.mjs').other();
exports.failing = () => require('./failing.mjs');`;

const folder = mkdtempSync(join(tmpdir(), 'joined-files-'));
let script: string;
let joined: string;
/** What the files return that are not bundled. */
let expected: unknown;

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
  });
  script = outputFiles[0]?.text ?? '';
  joined = joinFiles(script);
  const { main }: Made = await import(pathToFileURL(join(folder, 'main.mjs')).href);
  expected = await main();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Made {
  readonly said: () => readonly string[];
  readonly main: () => Promise<unknown>;
  readonly other: () => Promise<object>;
  readonly failing: () => unknown;
}

function made(text: string): Made {
  const exports = {};
  new Function('exports', text)(exports);
  return exports as Made;
}

describe('files that are joined', () => {
  it.each([false, true])('do the same, minified: %s', async (minify) => {
    const { code } = await transform(joined, { format: 'cjs', minify });
    const after = made(code);
    expect(after.said()).toEqual([]);
    expect(await after.main()).toEqual(expected);
    expect(await after.other()).toEqual({ late: '20late' });
    expect(after.said()).toEqual(['words', 'main', 'late']);
  });

  it('fail again as they failed first', () => {
    const { failing, said } = made(joined);
    expect(failing).toThrow('not today');
    expect(failing).toThrow('not today');
    expect(said()).toEqual(['failing']);
  });

  it('share a function where they are always evaluated together', () => {
    const functions = [...joined.matchAll(/= __esm\(/g)];
    // What is said; words; what needs only the main file; what it loads later; what fails.
    expect(functions).toHaveLength(5);
    expect([...script.matchAll(/= __esm\(/g)]).toHaveLength(Object.keys(files).length - 1);
  });

  it('declare in it what no other file uses', () => {
    const outside = [...joined.matchAll(/^var ([\w, ]+);$/gm)].flatMap(([, names = '']) => names.split(', '));
    const outer = joined.replace(/__esm\(\(\) => \{[^]*?\n\}\);/g, '');
    for (const name of ['word', 'said']) expect(outside).toContain(name);
    for (const name of ['helper', 'counted', 'Thing', 'even', 'odd'])
      expect(outer).not.toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('are what the bundler writes', () => {
    expect(() => joinFiles('var first = 1;')).toThrow('in another way');
  });
});
