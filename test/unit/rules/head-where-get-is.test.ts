import { describe, expect, it } from 'vitest';
import { findingsInText } from './check-described';

describe('HEAD', () => {
  it('is where a description has GET', () => {
    const things = { operation: { methods: ['GET'] } };
    expect(findingsInText(things, '# @endpoint things\nHEAD /things\n')).toEqual([]);
    expect(findingsInText(things, '# @endpoint things\nDELETE /things\n')).toEqual([
      'warning undocumented-method: `DELETE` is not described for this path; use `GET`.',
    ]);
  });

  it('is not where it has only other methods', () => {
    expect(findingsInText({}, '# @endpoint things\nHEAD /things\n')).toEqual([
      'warning undocumented-method: `HEAD` is not described for this path; use `POST`.',
    ]);
  });
});
