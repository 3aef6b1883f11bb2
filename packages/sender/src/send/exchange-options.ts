import type { Endpoint } from '@rulebook/checker/binding/model';
import type { SendOptions } from '../plan/transport';
import type { Sending } from './sending';

/** Returns how a request is exchanged with an endpoint, or elsewhere; or why it cannot be. */
export async function exchangeOptionsFor(
  place: Endpoint | undefined,
  { plan, values: { system }, ports: { transport }, policy }: Sending,
): Promise<SendOptions | { readonly problem: string }> {
  const connection = await transport.connectionOf?.(place);
  if (connection !== undefined && 'problem' in connection) return connection;
  const own = plan.timeout === undefined ? undefined : plan.timeout / 1000;
  const timeout = policy.timeout ?? own ?? place?.timeout ?? policy.usualTimeout;
  const retries = policy.retries ?? place?.retries;
  const { pause: written = 0, rateLimit } = plan;
  const limited = rateLimit && transport.rateLimits?.waitFor(rateLimit, system.now() + written);
  const pause = written + (limited ?? 0);
  return {
    ...(connection && { connection }),
    ...(timeout !== undefined && { timeout: timeout * 1000 }),
    ...(retries !== undefined && { retries }),
    ...((place?.http2 === true || plan.asksForHttp2 === true) && { http2: true }),
    ...(policy.maximumBody !== undefined && { maximumBody: policy.maximumBody }),
    ...(place?.insecure === true && { unverifiedOrigin: place.baseUrl }),
    ...(plan.connectionTimeout !== undefined && { connectionTimeout: plan.connectionTimeout }),
    ...(pause > 0 && { pause }),
    followsRedirects: plan.staysAtUrl !== true && policy.staysAtUrl !== true,
  };
}
