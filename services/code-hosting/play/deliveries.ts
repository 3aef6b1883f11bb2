import { cursor as cursorField, deliveryStatus, perPage } from '../facts/parameters';
import { invalid, notFound, type HostStep } from './responses';
import { deliveredAgain, isSpammed } from './events';
import { linkHeader, pageSize } from './paging';
import { deliveryDetail, deliverySummary, hookUrl } from './views';
import type { HostState } from './model';
import { answer, result } from '@rulebook/sandbox/wire';
import type { DeliveryRecord, HookRecord } from './hook-record';
import type { HostCall } from './host-call';

/** Lists a page of the hook's deliveries, newest first; the `link` header carries the cursors of the pages next to it. */
export function listDeliveries(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const size = pageSize(call.query);
  const status = call.query.get(deliveryStatus.name);
  const all = hook.deliveries.filter((delivery) => hasStatus(delivery, status));
  const asked = call.query.get(cursorField.name);
  const from = asked === undefined ? Infinity : deliveryAt(asked);
  if (from === undefined || (asked !== undefined && from >= state.nextId)) {
    return invalid(state, [{ message: 'The cursor is not valid. Take it from the `link` header of an earlier page.' }]);
  }
  // The delivery may have been removed, or have another status; the page then begins with the next one.
  const found = all.findIndex(({ id }) => id <= from);
  const start = found < 0 ? all.length : found;
  const more = { [perPage.name]: size, ...(status !== undefined && { [deliveryStatus.name]: status }) };
  const next = all[start + size];
  const previous = start > 0 ? all[Math.max(0, start - size)] : undefined;
  const links = [
    ...(previous ? [{ rel: 'prev', query: { ...more, [cursorField.name]: cursorOf(previous) } }] : []),
    ...(next ? [{ rel: 'next', query: { ...more, [cursorField.name]: cursorOf(next) } }] : []),
  ];
  const page = all.slice(start, start + size).map((delivery) => deliverySummary(delivery, hook, state));
  return result(state, answer(200, page, linkHeader(`${hookUrl(hook, call.input.baseUrl)}/deliveries`, links)));
}

/** Reads one delivery with its request and response. */
export function getDelivery(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const delivery = findDelivery(call, hook);
  return delivery ? result(state, answer(200, deliveryDetail(delivery, hook, state))) : noDelivery(state, call);
}

/** Repeats a delivery, as a new one with the same guid. */
export function redeliver(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const delivery = findDelivery(call, hook);
  if (!delivery) return noDelivery(state, call);
  if (isSpammed(state, hook, call.input.now)) {
    return invalid(state, [
      { message: 'The webhook had too many deliveries in the last minute; this endpoint has been spammed.' },
    ]);
  }
  return deliveredAgain(state, hook, delivery, call.input, answer(202, {}));
}

function cursorOf({ id }: DeliveryRecord): string {
  return `v1_${id}`;
}

/** Returns the id of the delivery at which the page of a cursor begins. */
function deliveryAt(cursor: string): number | undefined {
  const [, id] = /^v1_(\d{1,15})$/.exec(cursor) ?? [];
  return id === undefined ? undefined : Number(id);
}

function findDelivery({ parameters }: HostCall, hook: HookRecord): DeliveryRecord | undefined {
  const written = parameters.get('delivery_id') ?? '';
  return hook.deliveries.find(({ id }) => String(id) === written);
}

function noDelivery(state: HostState, { parameters }: HostCall): HostStep {
  return notFound(state, `The webhook has no delivery ${parameters.get('delivery_id') ?? ''}.`);
}

function hasStatus({ outcome }: DeliveryRecord, wanted: string | undefined): boolean {
  const code = outcome?.status ?? 0;
  if (wanted === 'success') return code >= 200 && code < 400;
  // A delivery without a response has failed, too.
  if (wanted === 'failure') return outcome !== undefined && (code === 0 || code >= 400);
  return true;
}
