import { describe, expect, it } from 'vitest';
import { allowsSending, leftOutOf, problemsOf, type RequestPlan } from './index';

const plan: RequestPlan = {
  method: 'GET',
  target: ['/'],
  isAbsolute: false,
  headers: [],
  label: 'a',
  variables: [],
  errors: 0,
  isUnsafe: false,
};

describe('explaining a plan', () => {
  it('has nothing to say about a plan without problems', () => {
    expect([problemsOf(plan), allowsSending(plan), leftOutOf(plan)]).toEqual([[], true, undefined]);
  });

  it('says each problem with its line, counted from 1', () => {
    const problems = [
      { reason: 'A is not understood.', line: 0, allowsSending: true },
      { reason: 'B is not understood', line: 4, allowsSending: false },
    ];
    expect(problemsOf({ ...plan, problems })).toEqual(['A is not understood (line 1)', 'B is not understood (line 5)']);
    expect(allowsSending({ ...plan, problems })).toBe(false);
    expect(allowsSending({ ...plan, problems: problems.slice(0, 1) })).toBe(true);
  });

  it('lists what is left out', () => {
    const leftOut = [
      { what: 'the script', line: 2 },
      { what: 'an assertion', line: 6 },
    ];
    expect(leftOutOf({ ...plan, leftOut })).toBe('left out: the script (line 3), an assertion (line 7)');
    const outputs = [{ path: ['./a'], overwrites: false, line: 4 }];
    expect(leftOutOf({ ...plan, leftOut, outputs })).toBe(
      'left out: the script (line 3), the file for the response (`>>`) (line 5), an assertion (line 7)',
    );
    expect(leftOutOf({ ...plan, outputs })).toBe('left out: the file for the response (`>>`) (line 5)');
  });
});
