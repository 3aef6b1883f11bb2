import { describe, expect, it } from 'vitest';
import { rules } from '../../engine/src/rules/rules';
import { findingsOf } from './check-text';

/** Rules whose invalid form no example of the catalogue's present operations can show; they have tests of their own. */
const withoutExample = ['missing-body', 'oversized-block'];

describe('the examples of the rule pages', () => {
  it('has each id once', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, { docs }) => {
    it('has examples of both kinds', () => {
      expect(docs.valid.length).toBeGreaterThan(0);
      if (!withoutExample.includes(id)) expect(docs.invalid.length).toBeGreaterThan(0);
    });
    it.each(docs.valid)('is silent about %j', (text) => {
      expect(findingsOf(id, text).map(({ finding }) => finding.message)).toEqual([]);
    });
    if (docs.invalid.length > 0) {
      it.each(docs.invalid)('reports %j', (text) => {
        expect(findingsOf(id, text)).not.toEqual([]);
      });
    }
  });
});
