// The files of the facts themselves: the client asks this, and has no use for the rest of the catalogue.
import { deliveryOperations } from '../catalogue/code-hosting/deliveries';
import { webhookEvents } from '../catalogue/code-hosting/events';

/** A delivery of a webhook of a repository. */
export interface DeliveryPlace {
  readonly owner: string;
  readonly repo: string;
  readonly hook: string;
  readonly delivery: string;
}

/** The events that can be made to happen in a sandbox, with a sentence about each; the documented ones come first. */
export const raisableEvents: readonly { readonly name: string; readonly summary: string }[] = webhookEvents.values
  // An operation of its own makes it happen.
  .filter(({ value }) => value !== 'ping')
  .map(({ value, summary = '' }) => ({ name: String(value), summary }));

/** Returns the path of the operation that delivers once more, or undefined for a place that no path can name. */
export function redeliveryPath({ owner, repo, hook, delivery }: DeliveryPlace): string | undefined {
  const redeliver = deliveryOperations.find(({ id }) => id === 'code-hosting.deliveries.redeliver');
  const parts = [owner, repo, hook, delivery];
  if (redeliver === undefined || parts.some((part) => part === '')) return undefined;
  let next = 0;
  return redeliver.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(parts[next++] ?? ''));
}
