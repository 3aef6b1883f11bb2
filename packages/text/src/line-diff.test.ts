import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges, unifiedDiff } from './line-diff';

describe('lineChanges', () => {
  it('leads from one text to the other, with the fewest lines', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = lineChanges(before, after);
        const result: string[] = [];
        let at = 0;
        for (const { start, end, newStart, newEnd } of changes) {
          result.push(...before.slice(at, start), ...after.slice(newStart, newEnd));
          at = end;
        }
        expect([...result, ...before.slice(at)]).toEqual(after);
        const changed = changes.reduce((sum, one) => sum + one.end - one.start + one.newEnd - one.newStart, 0);
        expect(changed).toBe(before.length + after.length - 2 * commonLength(before, after));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('takes texts without a common line as a whole', () => {
    const before = Array.from({ length: 500 }, (_, index) => `a${index}`);
    const after = Array.from({ length: 500 }, (_, index) => `b${index}`);
    expect(lineChanges(before, after)).toEqual([{ start: 0, end: 500, newStart: 0, newEnd: 500 }]);
    // Nor are a few common ones looked for among too many others.
    before.splice(250, 0, 'c');
    after.splice(250, 0, 'c');
    expect(lineChanges(before, after, 200)).toEqual([{ start: 0, end: 501, newStart: 0, newEnd: 501 }]);
    expect(lineChanges(before, after)).toHaveLength(2);
  });
});

describe('unifiedDiff', () => {
  it('is that of `diff -u`', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n';
    const after = 'one\ntwo\nTHREE\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven';
    expect(unifiedDiff('a.http', before, after)).toBe(
      [
        '--- a.http',
        '+++ a.http',
        '@@ -1,6 +1,6 @@',
        ' one',
        ' two',
        '-three',
        '+THREE',
        ' four',
        ' five',
        ' six',
        '@@ -8,4 +8,4 @@',
        ' eight',
        ' nine',
        ' ten',
        '-eleven',
        '+eleven',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
    );
    expect(unifiedDiff('a', '', 'x\n')).toBe('--- a\n+++ a\n@@ -0,0 +1,1 @@\n+x\n');
    expect(unifiedDiff('a', 'x\n', 'x\n')).toBe('');
  });

  it('shows texts that differ too much as a whole', () => {
    const [a, b] = ['a', 'b'].map((letter) => `same\n${`${letter}\n`.repeat(1500)}`) as [string, string];
    const lines = unifiedDiff('a', a, b).split('\n');
    expect(lines.slice(2, 5)).toEqual(['@@ -1,1501 +1,1501 @@', '-same', '-a']);
    expect(lines).toHaveLength(3 + 2 * 1501 + 1);
  });
});

/** The plain table of the longest common subsequence. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const table = [...a, ''].map(() => [...b, ''].map(() => 0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table[0]![0]!;
}
