// Imports single files, since the client uses this and should not bundle the rest of the catalogue.
import { deliveryOperations } from '../services/code-hosting/catalogue/deliveries';
import { webhookEvents } from '../services/code-hosting/catalogue/events';

/** A delivery of a webhook of a repository. */
export interface DeliveryAddress {
  readonly owner: string;
  readonly repo: string;
  readonly hook: string;
  readonly delivery: string;
}

/** The events that can be raised in a sandbox, with a sentence about each; the documented ones come first. */
export const raisableEvents: readonly { readonly name: string; readonly summary: string }[] = webhookEvents.values
  // A ping has an operation of its own.
  .filter(({ value }) => value !== 'ping')
  .map(({ value, summary = '' }) => ({ name: String(value), summary }));

/** Returns the path of the operation that repeats a delivery, or undefined when a part of the address is empty. */
export function redeliveryPath({ owner, repo, hook, delivery }: DeliveryAddress): string | undefined {
  const redeliver = deliveryOperations.find(({ id }) => id === 'code-hosting.deliveries.redeliver');
  const parts = [owner, repo, hook, delivery];
  if (redeliver === undefined || parts.some((part) => part === '')) return undefined;
  let next = 0;
  return redeliver.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(parts[next++] ?? ''));
}
