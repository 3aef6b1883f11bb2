import { describe, expect, it } from 'vitest';
import { FollowedEnds } from '../../../client/src/response/followed-ends';

function growing(): FollowedEnds {
  const ends = new FollowedEnds();
  ends.start('a');
  ends.look('a', { first: 0, last: 20, count: 21 });
  return ends;
}

describe('the end of a growing document', () => {
  it('is followed although it has grown before the screen was reported', () => {
    const ends = growing();
    ends.look('a', { first: 10, last: 30, count: 60 });
    ends.look('a', { first: 40, last: 60, count: 200 });
    expect(ends.has('a')).toBe(true);
  });

  it('is left when a user scrolls up, and followed again when it is reached', () => {
    const ends = growing();
    ends.look('a', { first: 40, last: 60, count: 61 });
    ends.look('a', { first: 30, last: 50, count: 70 });
    expect(ends.has('a')).toBe(false);
    ends.look('a', { first: 45, last: 65, count: 80 });
    expect(ends.has('a')).toBe(false);
    ends.look('a', { first: 60, last: 80, count: 81 });
    expect(ends.has('a')).toBe(true);
  });

  it('is not followed any more when the document is complete, nor that of another one', () => {
    const ends = growing();
    expect(ends.stop('a')).toBe(true);
    expect([ends.has('a'), ends.stop('a'), ends.has('b')]).toEqual([false, false, false]);
    ends.look('a', { first: 0, last: 20, count: 21 });
    expect(ends.has('a')).toBe(false);
  });
});
