import type { Service } from '@rulebook/catalogue/service';
import type { PackedDescription } from '@rulebook/description/packed';
import { importDescription, type DescribedRequests } from './import-description';
import { writeRequests, type WriteOptions, type WrittenRequests } from './write-requests';

/** Where a server of one's own usually is while it is developed. */
const usualOrigin = 'http://localhost:8080';

/** Returns the requests of a described service as a request file. */
export function describedRequests(
  service: Service,
  options: DescribedRequests & WriteOptions,
): WrittenRequests | { readonly problem: string } {
  const read = importDescription(service, options);
  return read.requests.length === 0 ? { problem: 'it describes no operation' } : writeRequests(read, options);
}

/** Returns the base URLs that a description offers, the first one first. A relative one belongs to the place that serves the description, so it is tried on this computer. */
export function offeredBaseUrls({
  baseUrls = [],
  relativeUrls = [],
}: Pick<PackedDescription, 'baseUrls' | 'relativeUrls'>): readonly string[] {
  const offered = [...baseUrls, ...relativeUrls.map((path) => `${usualOrigin}${path === '/' ? '' : path}`)];
  return offered.length === 0 ? [usualOrigin] : [...new Set(offered)];
}
