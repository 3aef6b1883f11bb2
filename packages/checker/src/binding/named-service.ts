import { isBelow, readBaseUrl } from '@rulebook/text/url';
import { urlOf } from './destination';
import type { Binding } from './model';

/** Returns whether the endpoint or the host of a request says to which service it goes, and not its path alone. */
export function isServiceNamed({ request, destination, endpoint, namedEndpoint, service }: Binding): boolean {
  if (endpoint !== undefined && (destination.kind === 'url' || namedEndpoint !== undefined)) return true;
  if (destination.kind !== 'url' || service === undefined) return false;
  const url = urlOf(destination, request);
  if (service.baseUrls?.some((baseUrl) => isBelow(url, baseUrl)) === true) return true;
  const host = readBaseUrl(destination.base)?.host;
  return service.publicHosts?.some((known) => known.host === host) === true;
}
