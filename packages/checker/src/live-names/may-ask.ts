import type { Endpoint } from '../binding/model';
import type { ServiceIdentity } from '@rulebook/catalogue/identity';
import { isLoopbackHost } from '@rulebook/text/loopback-host';
import { readBaseUrl } from '@rulebook/text/url';

/**
 * Returns whether an endpoint may be asked for names without a user who sends something. What the endpoint says itself comes first; otherwise
 * neither one that is protected, nor a service of one's own unless the sandbox plays it, nor a service that counts the requests of its users unless
 * it is on this machine.
 */
export function mayAskNames(
  endpoint: Endpoint,
  service: Pick<ServiceIdentity, 'isMetered' | 'isOwn'> | undefined,
): boolean {
  if (endpoint.liveNames !== undefined) return endpoint.liveNames;
  if (endpoint.protected === true) return false;
  if (service?.isOwn === true) return endpoint.isBuiltIn === true;
  const host = readBaseUrl(endpoint.baseUrl)?.host.replace(/:\d+$/, '') ?? '';
  return service?.isMetered !== true || isLoopbackHost(host);
}
