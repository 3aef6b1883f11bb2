import { describe, expect, it } from 'vitest';
import { diagnosticLimits, mostAlike, quotasOf } from '../../server/src/checking/quotas';
import type { Tally } from '../../engine/src/index';

const tally = (rule: string, severity: Tally['severity'], count: number): Tally => ({ rule, severity, count });

describe('quotas', () => {
  it('show everything where everything fits', () => {
    expect(quotasOf([tally('a', 'error', 70), tally('b', 'warning', 80), tally('c', 'hint', 50)])).toEqual([
      70, 80, 50,
    ]);
  });

  it('cut the rule that repeats itself most, and no other', () => {
    expect(quotasOf([tally('often', 'error', 5000), tally('rare', 'error', 12), tally('some', 'error', 70)])).toEqual([
      mostAlike,
      12,
      70,
    ]);
  });

  it('never let remarks or warnings displace errors, and leave VS Code nothing to cut', () => {
    const errors = ['a', 'b', 'c', 'd', 'e'].map((rule) => tally(rule, 'error', 190));
    const quotas = quotasOf([tally('r', 'hint', 9000), tally('w', 'warning', 9000), ...errors]);
    expect(quotas.slice(0, 2)).toEqual([diagnosticLimits.remarks, diagnosticLimits.leastWarnings]);
    expect(quotas.slice(2)).toEqual([40, 40, 40, 40, 40]);
    expect(quotas.reduce((sum, quota) => sum + quota)).toBeLessThanOrEqual(350);
  });

  it('do not depend on the order in which the rules came up', () => {
    const many = ['a', 'b', 'c'].map((rule) => tally(rule, 'error', 700));
    const byRule = (tallies: readonly Tally[]): unknown =>
      Object.fromEntries(quotasOf(tallies).map((quota, index) => [tallies[index]!.rule, quota]));
    expect(byRule([...many].reverse())).toEqual(byRule(many));
  });
});
