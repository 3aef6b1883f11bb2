import { describe, expect, it } from 'vitest';
import { assertNotes, markOf } from '../../../client/src/response/assert-notes';
import type { AssertResult } from '../../../packages/sender/src/asserts/index';

const passed: AssertResult = { text: 'status == 200', line: 4, outcome: 'passed', received: '200', message: '' };
const failed: AssertResult = {
  text: 'status == 201',
  line: 5,
  outcome: 'failed',
  expected: '201',
  received: '200',
  message: 'Expected 201, received 200.',
};
const unevaluated: AssertResult = {
  text: 'xpath /a',
  line: 6,
  outcome: 'unevaluated',
  message: 'Rulebook does not evaluate an XPath in an assert.',
};

describe('the notes about asserts', () => {
  it('count those that hold, and name the others with their lines', () => {
    expect(assertNotes([])).toEqual([]);
    expect(assertNotes([passed])).toEqual(['# ✓ 1 assert passed']);
    expect(assertNotes([passed, failed, unevaluated])).toEqual([
      '# ✗ 2 of 3 asserts failed, 1 passed',
      '# ✗ ?? status == 201 (line 6): Expected 201, received 200.',
      '# ✗ ?? xpath /a (line 7): Rulebook does not evaluate an XPath in an assert.',
    ]);
  });

  it('are short behind a line', () => {
    expect([passed, failed, unevaluated].map(markOf)).toEqual([
      '✓',
      '✗ received 200',
      '✗ Rulebook does not evaluate an XPath in an assert.',
    ]);
    expect(markOf({ ...failed, received: 'x'.repeat(500) }).length).toBeLessThan(100);
  });
});
