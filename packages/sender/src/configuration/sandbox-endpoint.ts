import type { Endpoint } from '@rulebook/checker/binding/model';
import { isLoopbackHost } from '@rulebook/text/loopback-host';
import { perObject } from '@rulebook/text/structures/memo';
import { sandboxEndpoints } from './configuration';

/** Returns whether an endpoint is one of a sandbox on this machine. */
export function isSandboxEndpoint(endpoint: Endpoint | undefined): boolean {
  return endpoint !== undefined && isOfSandbox(endpoint);
}

const isOfSandbox = perObject(
  (endpoint: Endpoint) =>
    isLoopbackOrigin(endpoint.baseUrl) &&
    (endpoint.isBuiltIn === true || sandboxEndpoints.some(({ name }) => name === endpoint.name)),
);

/** Returns whether a URL is an origin of this machine without a path, as those of a sandbox are. */
export function isLoopbackOrigin(url: string): boolean {
  const [, host] = /^http:\/\/(\[[^\]]*\]|[^/:?#@\\[\]]+)(?::\d+)?\/?$/i.exec(url) ?? [];
  return host !== undefined && isLoopbackHost(host);
}
