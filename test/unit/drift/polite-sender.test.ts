import { describe, expect, it } from 'vitest';
import { createPoliteSender, pauseOfLimits } from '../../../cli/src/drift/polite-sender';
import type { Outcome } from '../../../packages/sender/src/outcome/outcome';

describe('the pause of limits', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each<[Readonly<Record<string, string>>, number | undefined]>([
    [{ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '3' }, 3000],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(now / 1000 + 5) }, 5000],
    [{ RateLimit: '"default";r=0;t=2' }, 2000],
    [{ RateLimit: 'limit=10, remaining=0, reset=4' }, 4000],
    [{ RateLimit: '"default";r=7;t=2' }, undefined],
    [{ 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '3' }, undefined],
    [{ 'X-RateLimit-Remaining': '0' }, undefined],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': 'soon' }, undefined],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(now / 1000 - 5) }, undefined],
    [{}, undefined],
  ])('of %j is %j', (headers, expected) => {
    expect(pauseOfLimits({ headers: Object.entries(headers) }, now)).toBe(expected);
  });
});

describe('a polite sender', () => {
  const never = { isCancelled: false, onCancel: () => () => undefined };
  const failed = {
    plan: { label: 'GET /a' },
    sent: { kind: 'failed', secrets: [], failure: { kind: 'refused', message: 'Nothing listens there.' } },
    asserts: [],
  } as unknown as Outcome;

  it('ends after failures in a row, and sends nothing after its end', async () => {
    const polite = createPoliteSender({ maxRequests: 9, maxTime: 9000, maxBytes: 9, pause: 1 }, never, () =>
      performance.now(),
    );
    const send = () => Promise.resolve(failed);
    for (let time = 0; time < 3; time++)
      expect(await polite.ask(send)).toMatchObject({ reason: expect.any(String) as string });
    expect(await polite.ask(send)).toBeUndefined();
    expect(polite.requests()).toBe(3);
    expect(polite.end()).toContain('no longer answers');
  });

  it('sends nothing when the user has cancelled', async () => {
    const limits = { maxRequests: 9, maxTime: 9000, maxBytes: 9, pause: 1 };
    const polite = createPoliteSender(limits, { ...never, isCancelled: true }, () => performance.now());
    expect(await polite.ask(() => Promise.resolve(failed))).toBeUndefined();
    expect(polite.requests()).toBe(0);
  });
});
