import { describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { createRateLimits } from '../../../../packages/sender/src/send/index';
import { parseBlock } from '../../../../packages/request-file/src/syntax/parse-block';
import { readSendingDirectives } from '../../../../packages/request-file/src/syntax/sending-directives';

type RateLimit = NonNullable<RequestPlan['rateLimit']>;
const limitOf = (text: string) => readSendingDirectives(parseBlock(`# @ratelimit ${text}\nGET http://h/\n`));
const limit = (parts: Partial<RateLimit>): RateLimit => ({ slot: '', minIdleTime: 0, max: 0, expire: 0, ...parts });

describe('@ratelimit', () => {
  it.each<[string, Partial<RateLimit>]>([
    ['minIdleTime 500', { minIdleTime: 500 }],
    ['minIdleTime=10', { minIdleTime: 10 }],
    ['slot: search minIdleTime: 10 max: 2 expire: 1000', { slot: 'search', minIdleTime: 10, max: 2, expire: 1000 }],
    ['max 10 expire 60000', { max: 10, expire: 60_000 }],
    ['SLOT a MAX 1 EXPIRE 5', { slot: 'a', max: 1, expire: 5 }],
  ])('%s is read', (text, expected) => {
    expect(limitOf(text)).toMatchObject({ rateLimit: limit(expected), problems: [] });
  });

  it.each(['', 'often', 'max 10', 'expire 60', 'minIdleTime soon', 'minIdleTime 0', 'expire 5 max 1'])(
    '%s is a problem, since it limits nothing',
    (text) => {
      expect(limitOf(text)).toMatchObject({ problems: [{ reason: expect.stringContaining('`@ratelimit` needs') }] });
      expect(limitOf(text).rateLimit).toBeUndefined();
    },
  );
});

describe('the wait for a rate limit', () => {
  it('is the time that is left since the request before, also since one that waits itself', () => {
    const { waitFor } = createRateLimits();
    const slow = limit({ minIdleTime: 100 });
    expect([0, 30, 30, 500].map((time) => waitFor(slow, time))).toEqual([0, 70, 170, 0]);
  });

  it('is until the first of too many requests has expired', () => {
    const { waitFor } = createRateLimits();
    const two = limit({ max: 2, expire: 1000 });
    expect([0, 10, 20, 30, 2500].map((time) => waitFor(two, time))).toEqual([0, 0, 980, 980, 0]);
  });

  it('counts each slot by itself, and both parts of a limit', () => {
    const { waitFor } = createRateLimits();
    const both = limit({ slot: 'a', minIdleTime: 100, max: 2, expire: 1000 });
    expect([waitFor(both, 0), waitFor(both, 0), waitFor(both, 0)]).toEqual([0, 100, 1000]);
    expect(waitFor({ ...both, slot: 'b' }, 0)).toBe(0);
  });
});
