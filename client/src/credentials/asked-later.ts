import type { Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import { identities } from '@rulebook/services';

/** Returns whether an endpoint is tried without a credential first: its configuration does not say that it needs one, and its service says so by the status 401. */
export function isAskedLater(endpoint: Endpoint): boolean {
  const { authentication, service } = endpoint;
  if (authentication !== undefined || isSandboxEndpoint(endpoint)) return false;
  return identities.find(({ id }) => id === service)?.hidesFromStrangers !== true;
}
