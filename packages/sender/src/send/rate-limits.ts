import type { RateLimits } from '../ports/transport';

/** Returns limits under which nothing was sent yet. */
export function createRateLimits(): RateLimits {
  const slots = new Map<string, number[]>();
  return {
    waitFor: ({ slot, minIdleTime, max, expire }, time) => {
      // A limit counts by what the request itself says, so another request of the slot may have another one.
      const hasWindow = max > 0 && expire > 0;
      const last = slots.get(slot)?.at(-1);
      const sent = (slots.get(slot) ?? []).filter((one) => hasWindow && one + expire > time);
      const full = hasWindow ? sent.at(-max) : undefined;
      const at = Math.max(time, (last ?? -Infinity) + minIdleTime, (full ?? -Infinity) + expire);
      slots.set(slot, hasWindow ? [...sent, at].slice(-max) : [at]);
      return at - time;
    },
  };
}
