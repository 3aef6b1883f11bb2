import { describe, expect, it } from 'vitest';
import { diagnosticLimits, quotasOf } from '../../server/src/quotas';
import type { Tally } from '../../server/src/quotas';

const tally = (rule: string, kind: Tally['kind'], count: number): Tally => ({ rule, kind, count });

describe('quotas', () => {
  it('show everything where everything fits', () => {
    expect(quotasOf([tally('a', 'error', 600), tally('b', 'warning', 400), tally('c', 'remark', 200)])).toEqual([
      600, 400, 200,
    ]);
  });

  it('cut the rule that repeats itself most, and no other', () => {
    expect(quotasOf([tally('often', 'error', 5000), tally('rare', 'error', 12), tally('some', 'error', 300)])).toEqual([
      diagnosticLimits.errorsAndWarnings - 312,
      12,
      300,
    ]);
  });

  it('never let remarks or warnings displace errors', () => {
    const quotas = quotasOf([tally('r', 'remark', 9000), tally('w', 'warning', 9000), tally('e', 'error', 1000)]);
    expect(quotas).toEqual([diagnosticLimits.remarks, diagnosticLimits.leastWarnings, 1000]);
  });

  it('do not depend on the order in which the rules came up', () => {
    const many = ['a', 'b', 'c'].map((rule) => tally(rule, 'error', 700));
    const byRule = (tallies: readonly Tally[]): unknown =>
      Object.fromEntries(quotasOf(tallies).map((quota, index) => [tallies[index]!.rule, quota]));
    expect(byRule([...many].reverse())).toEqual(byRule(many));
  });
});
