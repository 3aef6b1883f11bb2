import type { DeliveryAddress } from '../../../engine/src/index';

/**
 * Returns a delivery as a JSON text for reading, from what `/_sandbox/state?redacted` answers; undefined when it is no longer there. Never
 * throws, since the sandbox may be of another version.
 */
export function deliveryText(state: unknown, { hook, delivery }: DeliveryAddress): string | undefined {
  const found = at(at(at(at(state, 'host'), 'hooks'), hook), 'deliveries');
  const one = Array.isArray(found) ? found.find((each) => String(at(each, 'id')) === delivery) : undefined;
  if (one === undefined) return undefined;
  const outcome = at(one, 'outcome');
  const shown = {
    event: at(one, 'event'),
    action: at(one, 'action'),
    redelivery: at(one, 'redelivery'),
    request: { url: at(one, 'url'), headers: headersOf(at(outcome, 'requestHeaders')), payload: at(one, 'payload') },
    response:
      outcome === undefined
        ? null
        : {
            status: at(outcome, 'status'),
            text: at(outcome, 'statusText'),
            seconds: at(outcome, 'duration'),
            headers: headersOf(at(outcome, 'responseHeaders')),
            body: at(outcome, 'responseBody'),
          },
  };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function at(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    ? (value as Readonly<Record<string, unknown>>)[member]
    : undefined;
}

function headersOf(pairs: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(pairs)) return {};
  return Object.fromEntries(pairs.map((pair) => [String(at(pair, '0')), at(pair, '1')]));
}
