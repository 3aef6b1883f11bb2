import { effectOf, isSpammed, keptDeliveries, minute } from './events';
import type { HeldBack, HostState } from './model';
import type { DeliverEffect } from '@rulebook/sandbox/model';
import type { DeliveryRecord, HookRecord } from './hook-record';

/** Deliveries that are sent after they were held back. */
interface Released {
  readonly state: HostState;
  readonly effects: readonly DeliverEffect[];
}

/** Sends held-back deliveries that are due; those of removed or inactive hooks are dropped. */
export function releaseDeliveries(state: HostState, now: number): Released {
  if (!state.heldBack) return { state, effects: [] };
  let { hooks } = state;
  const effects: DeliverEffect[] = [];
  const waiting: HeldBack[] = [];
  for (const held of state.heldBack) {
    const hook = hooks.get(held.hook);
    const delivery = hook?.active ? heldDelivery(hook, held) : undefined;
    if (!hook || !delivery) continue;
    if (isSpammed(state, hook, now)) {
      waiting.push(held);
      continue;
    }
    const { isHeldBack: _over, ...rest } = delivery;
    const sent: DeliveryRecord = { ...rest, deliveredAt: now };
    hooks = hooks.with({ ...hook, deliveries: hook.deliveries.map((one) => (one === delivery ? sent : one)) });
    effects.push(effectOf(state, hook, sent));
  }
  if (waiting.length === state.heldBack.length) return { state, effects: [] };
  const { heldBack: _former, ...rest } = state;
  return { state: { ...rest, hooks, ...(waiting.length > 0 && { heldBack: waiting }) }, effects };
}

/** Returns when the next held-back delivery is due, in milliseconds since 1970; undefined without one. */
export function nextRelease(state: HostState): number | undefined {
  const ids = new Set((state.heldBack ?? []).map(({ hook }) => hook));
  const times = [...ids].map((id) => releaseOf(state, state.hooks.get(id)));
  return times.length === 0 ? undefined : Math.min(...times);
}

function releaseOf({ deliveriesPerMinute }: HostState, hook: HookRecord | undefined): number {
  const sent = (hook?.deliveries ?? []).filter(({ isHeldBack }) => !isHeldBack).map(({ deliveredAt }) => deliveredAt);
  // The limit allows another delivery one minute after the n-th newest one.
  const last = newest(sent)[deliveriesPerMinute - 1] ?? -minute;
  // When all kept deliveries are from one minute, older ones may have been dropped, so the oldest kept one decides.
  const full = newest((hook?.deliveries ?? []).map(({ deliveredAt }) => deliveredAt))[keptDeliveries - 1] ?? -minute;
  return Math.max(last, full) + minute;
}

function newest(times: readonly number[]): readonly number[] {
  return [...times].sort((a, b) => b - a);
}

function heldDelivery({ deliveries }: HookRecord, { delivery }: HeldBack): DeliveryRecord | undefined {
  return deliveries.find(({ id, isHeldBack }) => id === delivery && isHeldBack);
}
