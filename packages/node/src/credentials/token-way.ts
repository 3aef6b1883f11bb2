import { refused } from '@rulebook/sender/refusal';
import type { Endpoint } from '@rulebook/engine';
import { codeWayOf, detourOf, environmentCredential, originOf, tokenWayOf } from '@rulebook/sender/private';
import type { CredentialPorts } from './environment-credentials';
import type { TokenPorts } from './oauth';
import { trustedEndpoints } from './trusted-endpoints';

/**
 * Returns what asks once before a browser opens or a code is shown, also for a client without a secret: whoever wrote the endpoint decides which
 * service gives a code and where it goes then. What allows a credential to go this way allows the code, too, unless the code leaves the origin of
 * its page: that is asked about by itself.
 */
export function confirmTokenWay(
  ports: Pick<CredentialPorts, 'environment' | 'kept' | 'trusted' | 'confirm' | 'onForgotten'>,
): NonNullable<TokenPorts['confirmWay']> {
  const { environment, kept, trusted = [], confirm } = ports;
  const confirmed = trustedEndpoints(environment);
  return async (endpoint) => {
    const { name } = endpoint;
    const entry = { name, origin: tokenWayOf(endpoint) };
    if (trusted.includes(name) || confirmed.has(entry)) return undefined;
    const mayFollow = codeWayOf(endpoint)?.isSplit !== true;
    if (mayFollow && kept?.get(endpoint) !== undefined) return undefined;
    if (mayFollow && environmentCredential(endpoint, environment).kind === 'bound') return undefined;
    if (confirm === undefined)
      return refused(`getting a token by way of ${entry.origin} was not confirmed, and no one can be asked here`);
    if (!(await confirm(`${describeTokenWay(endpoint)} Go on? "Yes" is remembered.`)))
      return refused(`you did not allow getting a token by way of ${entry.origin}`);
    try {
      confirmed.add(entry);
    } catch {
      ports.onForgotten(`${confirmed.path} cannot be written, so you will be asked again next time`);
    }
    return undefined;
  };
}

/** Returns a sentence about where the codes and the token of an endpoint go. */
export function describeTokenWay(endpoint: Endpoint): string {
  const { name, baseUrl } = endpoint;
  const { from = '', to = '', isSplit = false } = codeWayOf(endpoint) ?? {};
  const step = isSplit
    ? `. The code does not stay there: it goes to another origin, ${to}, which can get a token with it`
    : ', which gives the token';
  return `For the endpoint ${name} you agree in your browser at ${from}${step}. The token goes to ${originOf(baseUrl)}${detourOf(endpoint)}.`;
}
