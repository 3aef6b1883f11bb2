import type { Endpoint } from '../binding/model';
import { sandboxEndpoints } from './configuration';

/** Returns whether an endpoint is one that a sandbox on this machine brings to life. */
export function isSandboxEndpoint(endpoint: Endpoint | undefined): boolean {
  return (
    endpoint !== undefined &&
    isLoopbackOrigin(endpoint.baseUrl) &&
    sandboxEndpoints.some(({ name }) => name === endpoint.name)
  );
}

/** Returns whether a URL is nothing but an origin of this machine, which is where a sandbox listens. */
export function isLoopbackOrigin(url: string): boolean {
  return /^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?\/?$/i.test(url);
}
