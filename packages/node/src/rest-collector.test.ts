import { expect, it, vi } from 'vitest';
import { createRestCollector } from './rest-collector';

function garbage(): WeakRef<object> {
  return new WeakRef({ list: new Array(1000).fill('closed') });
}

it('collects what no one needs when there was no message for a while', async () => {
  const note = createRestCollector({ rest: 20, leastGrowth: -Infinity });
  const closed = garbage();
  note();
  // A failed expectation would keep the object.
  expect(await vi.waitUntil(() => closed.deref() === undefined, 3_000)).toBe(true);
});

it('leaves a process alone that has taken little', async () => {
  const { Session } = await import('node:inspector');
  const post = vi.spyOn(Session.prototype, 'post');
  createRestCollector({ rest: 1, leastGrowth: Infinity })();
  await new Promise((later) => setTimeout(later, 50));
  expect(post).not.toHaveBeenCalled();
});
