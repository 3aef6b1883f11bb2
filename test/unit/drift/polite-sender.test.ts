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

  it('ends after refusals in a row, each of which was waited for', async () => {
    const response = { status: 429, statusText: '', headers: [['Retry-After', '1']], body: '' };
    const refused = {
      plan: { label: 'GET /a' },
      sent: { kind: 'answered', response },
      asserts: [],
    } as unknown as Outcome;
    // The clock is ahead of each wait, so that none takes time.
    let time = 0;
    const limits = { maxRequests: 99, maxTime: 1e9, maxBytes: 9, pause: 1 };
    const polite = createPoliteSender(limits, never, () => (time += 1e6));
    const send = () => Promise.resolve(refused);
    for (let number = 0; number < 3; number++) expect(await polite.ask(send)).toMatchObject({ answered: {} });
    expect(await polite.ask(send)).toBeUndefined();
    expect(polite.requests()).toBe(12);
    expect(polite.end()).toContain('keeps asking for fewer requests (429)');
  });

  it('sends nothing when the user has cancelled', async () => {
    const limits = { maxRequests: 9, maxTime: 9000, maxBytes: 9, pause: 1 };
    const polite = createPoliteSender(limits, { ...never, isCancelled: true }, () => performance.now());
    expect(await polite.ask(() => Promise.resolve(failed))).toBeUndefined();
    expect(polite.requests()).toBe(0);
  });
});
