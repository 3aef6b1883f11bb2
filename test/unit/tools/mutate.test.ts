import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated, shuffled, switched } from '../../../tools/mutate/mutants.mjs';
import { nearTests, startingPrograms } from '../../../tools/mutate/near-tests.mjs';
import { isEquivalent, lineOf, shareOf, tableOf, type Trial } from '../../../tools/mutate/report.mjs';

const file = 'packages/text/src/small.ts';
const wrong = (source: string) =>
  mutantsOf(file, source).map((mutant) => `${mutant.operator}: ${mutated(source, mutant).replace(/\s+/g, ' ')}`);

describe('the mutants of a module', () => {
  it.each([
    ['if (a) b = c;', ['negate condition: if (!(a)) b = c;', 'drop condition: if (false) b = c;']],
    ['if (!a) b = c;', ['negate condition: if (a) b = c;', 'drop condition: if (false) b = c;']],
    ['const x = a ? b : c;', ['negate condition: const x = !(a) ? b : c;']],
    ['const x = a && b;', ['drop right operand: const x = a;', 'drop left operand: const x = b;']],
    ['const x = a ?? b;', ['drop right operand: const x = a;', 'drop left operand: const x = b;']],
    ['const x = a < b;', ['other comparison: const x = a <= b;']],
    ['const x = a >= b;', ['other comparison: const x = a > b;']],
    ['const x = a !== b;', ['other comparison: const x = a === b;']],
    ['const x = a + 1;', ['drop addition: const x = a;']],
    ['const x = { isSafe: true };', ['other literal: const x = { isSafe: false };']],
    ['const x = 50_000;', ['other literal: const x = 50001;']],
    ["const f = () => 'text';", ["other literal: const f = () => '';"]],
    ['const x = f([a, b]);', ['empty list: const x = f([]);']],
    ['const x = [...a, b];', ['empty list: const x = [];', 'drop spread: const x = [ b];']],
    ['const x = { ...a, b };', ['drop spread: const x = { b };']],
    ['visit(a);', ['drop call: ;']],
    ['await visit(a);', ['drop call: ;']],
    ['const x = a.trim();', ['forget call: const x = a;']],
  ])('%s', (source, expected) => {
    expect(wrong(source)).toEqual(expected);
  });

  it.each([
    "import { a } from './a';",
    'interface A { readonly b: true }',
    'type A = 1 | true;',
    'declare const a: { b: true };',
    'export { a };',
    'log(a && b);',
    'this.#log.debug(a > b);',
    "const x = 'text';",
    '[a, b] = c;',
  ])('are none in %s', (source) => {
    expect(wrong(source)).toEqual([]);
  });

  it('have names that lines above do not change, and that differ', () => {
    const names = (source: string) => mutantsOf(file, source).map(({ name }) => name);
    const once = 'visit(a);\nvisit(a);\n';
    expect(new Set(names(once)).size).toBe(2);
    expect(names(`const b = c;\n\n${once}`)).toEqual(names(once));
  });

  it('come in an order of the seed', () => {
    const mutants = mutantsOf(file, Array.from({ length: 20 }, (_, index) => `visit(${index});`).join('\n'));
    const lines = (seed: number) => shuffled(mutants, seed).map(({ line }) => line);
    expect(lines(1)).toEqual(lines(1));
    expect(lines(1)).not.toEqual(lines(2));
    expect(lines(1).toSorted((a, b) => a - b)).toEqual(mutants.map(({ line }) => line));
  });
});

describe('a module with several mutants', () => {
  const source = `
export function sign(a, log) {
  if (a < 0 && log) log.push('negative');
  return a < 0 ? -1 : a > 0 ? 1 : 0;
}`;
  const mutants = mutantsOf(file, source).map((mutant, index) => ({ id: index, mutant }));
  const results = (text: string, on: number) => {
    Object.assign(globalThis, { rulebookMutants: { on: [on], reached: [] } });
    const body = text.replace(/^import[^;]*;/, '').replace('export function', 'return function');
    const sign = new Function(body)() as (a: number, log: string[]) => number;
    return [-1, 0, 1].map((a) => {
      const log: string[] = [];
      return [sign(a, log), log];
    });
  };

  it('does as it did while none holds', () => {
    expect(mutants.length).toBeGreaterThan(10);
    expect(results(switched(source, mutants), -1)).toEqual(results(source, -1));
  });

  it.each(mutants)('does as the one with $mutant.operator: $mutant.after', ({ id, mutant }) => {
    expect(results(switched(source, mutants), id)).toEqual(results(mutated(source, mutant), -1));
  });
});

describe('the tests near a module', () => {
  const importers = new Map([
    ['packages/text/src/lines.ts', ['packages/engine/src/index.ts', 'test/unit/text/lines.test.ts']],
    [
      'packages/engine/src/index.ts',
      ['test/unit/features/hover.test.ts', 'test/unit/text/far.test.ts', 'cli/src/main.ts'],
    ],
    ['cli/src/main.ts', ['test/cli/command-line.ts']],
    ['test/cli/command-line.ts', ['test/cli/check/check.test.ts']],
  ]);

  it('are those that reach it, by steps and by names', () => {
    expect(nearTests(importers, 'packages/text/src/lines.ts')).toEqual([
      'test/unit/text/lines.test.ts',
      'test/unit/text/far.test.ts',
      'test/unit/features/hover.test.ts',
    ]);
    expect(nearTests(importers, 'packages/text/src/other.ts')).toEqual([]);
  });

  it('start programs if no others reach it', () => {
    expect(nearTests(importers, 'cli/src/main.ts')).toEqual(['test/cli/check/check.test.ts']);
    expect([...startingPrograms(importers)]).toContain('test/cli/check/check.test.ts');
  });
});

describe('the report', () => {
  const [first, second, third] = mutantsOf(file, 'if (a) b = c;\nvisit(a);');
  const trials: Trial[] = [
    { mutant: first!, outcome: 'killed', by: 'test/unit/text/lines.test.ts', tests: [] },
    { mutant: second!, outcome: 'survived', tests: [] },
    { mutant: { ...third!, file: 'client/src/small.ts' }, outcome: 'unreached', tests: [] },
  ];

  it('counts by room what was tried', () => {
    expect(tableOf(trials).split('\n')).toEqual([
      'room                  killed   survived  unreached      share',
      'client/src                 0          0          1        0 %',
      'packages/text/src          1          1          0       50 %',
      'all                        1          1          1       50 %',
    ]);
    expect(shareOf(trials)).toBe(0.5);
    expect(shareOf([])).toBe(0);
  });

  it('shows a mutant on one line', () => {
    expect(lineOf(third!)).toBe('packages/text/src/small.ts:2  drop call  visit(a); → ;');
  });

  it('knows those that change nothing, wherever their file is', () => {
    const listed = [
      { file: 'small.ts', operator: 'drop call', before: 'visit(a);', after: ';', reason: 'It only visits.' },
    ];
    expect(isEquivalent(listed, third!)).toBe(true);
    expect(isEquivalent(listed, { ...third!, file: 'client/src/other/small.ts' })).toBe(true);
    expect(isEquivalent(listed, { ...third!, file: 'client/src/very-small.ts' })).toBe(false);
    expect(isEquivalent(listed, first!)).toBe(false);
  });
});
