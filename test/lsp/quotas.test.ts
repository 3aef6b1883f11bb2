import { describe, expect, it } from 'vitest';
import { diagnosticLimits, maxAlike, quotasOf } from '../../server/src/checking/quotas';
import type { FindingCount } from '../../packages/engine/src/index';

const findingCount = (rule: string, severity: FindingCount['severity'], count: number): FindingCount => ({
  rule,
  severity,
  count,
});

describe('quotas', () => {
  it('show everything where everything fits', () => {
    expect(
      quotasOf([findingCount('a', 'error', 70), findingCount('b', 'warning', 80), findingCount('c', 'hint', 50)]),
    ).toEqual([70, 80, 50]);
  });

  it('cut the rule that repeats itself most, and no other', () => {
    expect(
      quotasOf([
        findingCount('often', 'error', 5000),
        findingCount('rare', 'error', 12),
        findingCount('some', 'error', 70),
      ]),
    ).toEqual([maxAlike, 12, 70]);
  });

  it('never let remarks or warnings displace errors, and leave VS Code nothing to cut', () => {
    const errors = ['a', 'b', 'c', 'd', 'e'].map((rule) => findingCount(rule, 'error', 190));
    const quotas = quotasOf([findingCount('r', 'hint', 9000), findingCount('w', 'warning', 9000), ...errors]);
    expect(quotas.slice(0, 2)).toEqual([diagnosticLimits.remarks, diagnosticLimits.leastWarnings]);
    expect(quotas.slice(2)).toEqual([40, 40, 40, 40, 40]);
    expect(quotas.reduce((sum, quota) => sum + quota)).toBeLessThanOrEqual(350);
  });

  it('do not depend on the order in which the rules came up', () => {
    const many = ['a', 'b', 'c'].map((rule) => findingCount(rule, 'error', 700));
    const byRule = (findingCounts: readonly FindingCount[]): unknown =>
      Object.fromEntries(quotasOf(findingCounts).map((quota, index) => [findingCounts[index]!.rule, quota]));
    expect(byRule([...many].reverse())).toEqual(byRule(many));
  });
});
