import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainTexts } from '../../../tools/lib/plain-texts.mjs';

/** Each ends with what it returns. */
const sources: Readonly<Record<string, string>> = {
  loops: `const found: unknown[] = [];
const list = [1, 2, 3, 4] as readonly number[];
for (const one of list) { if (one === 2) continue; if (one === 4) break; found.push(one); }
for (let one of list) { one *= 2; found.push(() => one); }
for (const one of list) for (const other of [one, -one]) if (other < 0) found.push(other);
for (const [index, one] of list.entries()) found.push([index, one]);
for (const [, one] of list.entries()) found.push(one);
for (const [index] of list.entries()) found.push(() => index);
for (const [a, [b = 7, ...c]] of [['x', [undefined, 1, 2]], ['y', [3]]] as [string, (number | undefined)[]][]) found.push(a, b, c);
const growing = [1];
for (const one of growing) if (one < 5) growing.push(one + 1);
return [found.map((one) => (typeof one === 'function' ? one() : one)), growing];`,
  parts: `const [a, , b = 'otherwise', ...rest] = ['a', 'x', undefined, 'r', 's'] as (string | undefined)[];
const [, amount, unit = 'none'] = /^(\\d+)([a-z]+)?$/.exec('12') ?? [];
const [{ length }, [inner]] = ['four', [5]] as [string, number[]];
const sum = ([one, other]: readonly [number, number], factor: number) => (one + other) * factor;
const pairs = [['k', 1], ['l', 2]] as [string, number][];
function changed([one]: number[]) { one = (one ?? 0) + 1; return one; }
return [a, b, rest, amount, unit, length, inner, sum([1, 2], 3), pairs.map(([key, value]) => ({ [key]: value })), changed([1])];`,
  others: `const found: unknown[] = [];
for (const [key, value] of new Map([['a', [1, 2]]])) for (const one of value) found.push(key, one);
for (const one of new Set([1, 2])) found.push(one);
for (const letter of 'a\\u{1F389}') found.push(letter);
function* made([first]: number[]) { yield first; yield* [8, 9]; }
for (const one of made([7])) found.push(one);
const [first] = new Set(['only']);
const [letter] = '\\u{1F389}';
const late = ([one]: number[], other = one ?? 0) => other;
outer: for (const one of [1, 2, 3]) for (const other of [1, 2]) { if (other === one) continue outer; found.push([one, other]); }
return [found, first, letter, late([4])];`,
};

const folder = mkdtempSync(join(tmpdir(), 'plain-loops-'));
const pathOf = (name: string) => join(folder, `${name}.ts`);
let textOf: (path: string) => string | undefined;

function valueOf(source: string): unknown {
  const { code } = transformSync(source, { loader: 'ts', target: 'es2022' });
  return new Function(`${code}\nreturn run();`)();
}

beforeAll(() => {
  for (const [name, body] of Object.entries(sources)) writeFileSync(pathOf(name), `function run() {\n${body}\n}\n`);
  textOf = plainTexts(Object.keys(sources).map(pathOf));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('a source that is written with plain loops', () => {
  it.each(Object.entries(sources))('does the same: %s', (name, body) => {
    expect(valueOf(textOf(pathOf(name)) ?? '')).toEqual(valueOf(`function run() {\n${body}\n}`));
  });

  it('has no loop over the items of a list, and takes none apart', () => {
    expect(textOf(pathOf('loops'))).not.toMatch(/\bof \w|\[\w+, \w+\] of/);
    expect(textOf(pathOf('parts'))).not.toMatch(/const \[|\(\[[a-z]+,/);
  });

  it('loops over anything else as before', () => {
    const text = textOf(pathOf('others')) ?? '';
    for (const kept of [' of new Map(', ' of new Set(', " of 'a", ' of made(', 'outer: for (const one of [1, 2, 3])'])
      expect(text).toContain(kept);
  });

  it('is only a file that is among the sources', () => {
    expect(textOf(pathOf('elsewhere'))).toBeUndefined();
  });
});
