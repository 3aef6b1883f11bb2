import type { Endpoint } from '@rulebook/checker/binding/model';
import type { ConnectionOptions } from '../plan/transport';
import type { ExchangeSettings } from './send-plan';

/** What decides about an exchange next to its endpoint; the times are in seconds. */
interface GivenSettings {
  /** Said for this request; it comes before what the endpoint says. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** Holds where neither the request nor the endpoint says something. */
  readonly usualTimeout?: number | undefined;
  /** The directive of the request, in milliseconds; it comes before what the endpoint says. */
  readonly ownTimeout?: number | undefined;
}

/** Returns the settings of an exchange with an endpoint, or elsewhere. */
export function exchangeSettings(
  place: Endpoint | undefined,
  connection: ConnectionOptions | { readonly problem: string } | undefined,
  given: GivenSettings,
): ExchangeSettings | { readonly problem: string } {
  if (connection !== undefined && 'problem' in connection) return connection;
  const own = given.ownTimeout === undefined ? undefined : given.ownTimeout / 1000;
  const timeout = given.timeout ?? own ?? place?.timeout ?? given.usualTimeout;
  const retries = given.retries ?? place?.retries;
  return {
    ...(connection && { connection }),
    ...(timeout !== undefined && { timeout: timeout * 1000 }),
    ...(retries !== undefined && { retries }),
    ...(place?.http2 === true && { http2: true }),
  };
}
