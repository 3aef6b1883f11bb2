import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { absent } from '../../../tools/docs/features/absent.mjs';
import { different } from '../../../tools/docs/features/different.mjs';
import { casesOf, partsOf, smallerOf, tablesOf, textOf, without } from '../../../tools/wire/generate.mjs';

const { differences } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../oracle/wire-differences.json'), 'utf8'),
) as {
  readonly differences: readonly {
    readonly tool: string;
    readonly parts: readonly string[];
    readonly without?: string;
    readonly row: string;
    readonly why: string;
  }[];
};

const toolsOfWire = ['httpyac', 'rest-client'];

describe.each(toolsOfWire)('generated files for %s', (tool) => {
  it('are the same for a seed, and others for another', () => {
    const texts = (seed: number) => casesOf(tool, seed, 20).map((one) => textOf(one, 80));
    expect(texts(1)).toEqual(texts(1));
    expect(texts(1)).not.toEqual(texts(2));
  });

  it('have each construct of the tables', () => {
    const names = Object.values(tablesOf(tool)).flatMap((table) => table.map(({ name }) => name));
    expect(names.length).toBe(new Set(names).size);
    const used = new Set(casesOf(tool, 1, 2000).flatMap((one) => partsOf(one)));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });

  it('combine constructs', () => {
    const counts = casesOf(tool, 1, 200).map((one) => partsOf(one).length);
    expect(counts.filter((count) => count >= 2).length).toBeGreaterThan(150);
  });

  it('become smaller until nothing is left', () => {
    for (const one of casesOf(tool, 3, 20)) {
      let left = one;
      for (let next = smallerOf(left).next().value; next; next = smallerOf(left).next().value) {
        expect(partsOf(next).length + next.blocks.length).toBeLessThan(partsOf(left).length + left.blocks.length);
        left = next;
      }
      expect(partsOf(left)).toEqual([]);
      expect(partsOf(without(one, partsOf(one)))).toEqual([]);
    }
  });
});

it('a listed difference names constructs that are generated, and a row of the page of its tool', () => {
  const rows = [...different, ...absent];
  for (const { tool, parts, without: left, row, why } of differences) {
    const names = Object.values(tablesOf(tool)).flatMap((table) => table.map(({ name }) => name));
    expect(parts.filter((part) => !names.includes(part))).toEqual([]);
    expect(left === undefined || parts.includes(left)).toBe(true);
    expect([row, rows.find(({ id }) => id === row)?.in[tool]?.length ?? 0]).not.toEqual([row, 0]);
    expect(why).not.toBe('');
  }
});
