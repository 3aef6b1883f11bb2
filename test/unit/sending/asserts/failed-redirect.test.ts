import { describe, expect, it } from 'vitest';
import { failedRedirect, type AssertResult } from '../../../../engine/src/sending/asserts/index';

const assert = (text: string): AssertResult => ({ text, line: 0, outcome: 'passed', message: '' });
const response = { unfollowed: 'it leads away' };

describe('a redirect that was not followed', () => {
  it('is a failure, with its reason', () => {
    expect(failedRedirect({}, response, [])).toBe('it leads away');
    expect(failedRedirect({}, response, [assert('duration < 100')])).toBe('it leads away');
  });

  it('is none where the request or an assert asks for it, or it was followed', () => {
    expect(failedRedirect({ staysAtUrl: true }, response, [])).toBeUndefined();
    expect(failedRedirect({}, response, [assert('status == 302')])).toBeUndefined();
    expect(failedRedirect({}, {}, [])).toBeUndefined();
  });
});
