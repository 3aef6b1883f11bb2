import { refused } from '@rulebook/sender/refusal';
import type { CredentialAnswer } from '@rulebook/sender/ports';
import type { Endpoint } from '@rulebook/engine';
import type { ExplainedCredential } from '@rulebook/sender/explain';
import { credentialVariable, endpointVariable, environmentCredential, originOf } from '@rulebook/sender/private';
import type { AvailableSandbox } from '../sandbox/available-sandbox';
import type { CredentialFile } from './credential-file';
import { trustedEndpoints } from './trusted-endpoints';

/** Returns the credential of an endpoint. */
export type CredentialSource = (endpoint: Endpoint) => Promise<CredentialAnswer>;

/** What the source of credentials asks. */
export interface CredentialPorts {
  readonly environment: (name: string) => string | undefined;
  readonly sandbox: AvailableSandbox;
  /** The credentials that the user has kept on this machine; absent where they are not looked at. */
  readonly kept?: Pick<CredentialFile, 'get'>;
  /** The names of the endpoints that the user trusts for this command. */
  readonly trusted?: readonly string[];
  /** Asks the user a question; "Yes" is remembered. Absent where no one can be asked. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** What allows a credential without a question, as the end of a sentence. */
  readonly advice?: (endpoint: string) => string;
  /** Receives a sentence when the response cannot be remembered. */
  readonly onForgotten: (sentence: string) => void;
}

/**
 * Creates the source of credentials. A variable of the environment names an endpoint only, and any `rulebook.json` can define one of that
 * name. So its origin must be confirmed once: by an option, by the environment, or by a response.
 */
export function createCredentialSource(ports: CredentialPorts): CredentialSource {
  const { environment, sandbox, trusted = [], confirm } = ports;
  const confirmed = trustedEndpoints(environment);
  return async (endpoint) => {
    const found = environmentCredential(endpoint, environment);
    if (found.kind === 'none') return { credential: sandbox.credentialOf(endpoint) ?? ports.kept?.get(endpoint) };
    const { credential } = found;
    if (found.kind === 'bound' || trusted.includes(endpoint.name)) return { credential };
    const { name } = endpoint;
    const { origin, variable } = found;
    if (confirmed.has({ name, origin })) return { credential };
    if (!confirm) {
      const option = ports.advice?.(name);
      // The variable names a base URL only: no proxy and no token URL.
      const isPlain = origin === originOf(endpoint.baseUrl);
      const setting = isPlain ? `set ${endpointVariable(name)}=${endpoint.baseUrl}` : undefined;
      const steps = [option, setting].filter((step) => step !== undefined).join(', or ');
      return refused(
        `${variable} has not been sent to ${origin} before (endpoint ${name})${steps === '' ? '' : `; if it belongs there, ${steps}`}`,
      );
    }
    if (!(await confirm(`Send the credential in ${variable} to ${origin} (endpoint ${name})? "Yes" is remembered.`)))
      return refused(`you did not allow sending ${variable} to ${origin}`);
    try {
      confirmed.add({ name, origin });
    } catch {
      ports.onForgotten(`${confirmed.path} cannot be written, so you will be asked again next time`);
    }
    return { credential };
  };
}

/** Says what to set for an endpoint that rejected the credential. */
export function credentialHint({ name, baseUrl }: Endpoint): string {
  return `${name} (${baseUrl}) received no credential, or rejected it. Set ${credentialVariable(name)}, or keep it with \`rulebook credential set ${name}\`.`;
}

/** Says what a request to an endpoint authenticates with, without its value; no one is asked, and nothing is remembered. */
export function explainCredentials({
  environment,
  sandbox,
  trusted = [],
}: Pick<CredentialPorts, 'environment' | 'sandbox' | 'trusted'>): (endpoint: Endpoint) => ExplainedCredential {
  return (endpoint) => {
    const { name } = endpoint;
    const found = environmentCredential(endpoint, environment);
    const variable = credentialVariable(name);
    if (found.kind === 'none') {
      return sandbox.credentialOf(endpoint) === undefined
        ? { kind: 'none', source: `none; ${variable} is not set` }
        : { kind: 'endpoint', source: 'of the running sandbox' };
    }
    const source = `environment variable ${variable}`;
    if (found.kind === 'bound' || trusted.includes(name)) return { kind: 'endpoint', source };
    return trustedEndpoints(environment).has({ name, origin: found.origin })
      ? { kind: 'endpoint', source }
      : { kind: 'unknown', source: `${source}, if you confirm that it may go to ${found.origin}` };
  };
}
