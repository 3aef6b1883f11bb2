import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import {
  credentialVariable,
  endpointVariable,
  environmentCredential,
  type CredentialAnswer,
  type Endpoint,
} from '../../engine/src/index';
import { trustedEndpoints } from '../../platform/node/trusted-endpoints';
import { environment } from './configuration-file';
import { complain } from './exit-codes';
import type { AvailableSandbox } from './available-sandbox';

/** Returns the credential of an endpoint. */
export type CredentialSource = (endpoint: Endpoint) => Promise<CredentialAnswer>;

/**
 * Creates the source of credentials. A variable of the environment names an endpoint only, and any `rulebook.json` can define one of that
 * name. So its origin must be confirmed once: by an option, by the environment, or on the terminal.
 */
export function createCredentials(options: {
  /** The names of the endpoints that the user trusts for this command. */
  readonly trusted: readonly string[];
  readonly sandbox: AvailableSandbox;
}): CredentialSource {
  const confirmed = trustedEndpoints(environment);
  return async (endpoint) => {
    const found = environmentCredential(endpoint, environment);
    if (found.kind === 'none') return { credential: options.sandbox.credentialOf(endpoint) };
    const { credential } = found;
    if (found.kind === 'bound' || options.trusted.includes(endpoint.name)) return { credential };
    const { name } = endpoint;
    const { origin, variable } = found;
    if (confirmed.has({ name, origin })) return { credential };
    if (!stdin.isTTY || !stderr.isTTY) {
      return {
        problem: `${variable} has not been sent to ${origin} before (endpoint ${name}); if it belongs there, add --trust-endpoint ${name}, or set ${endpointVariable(name)}=${endpoint.baseUrl}`,
      };
    }
    if (!(await isConfirmed(name, origin, variable)))
      return { problem: `you did not allow sending ${variable} to ${origin}` };
    try {
      confirmed.add({ name, origin });
    } catch {
      complain(`${confirmed.path} cannot be written, so you will be asked again next time`);
    }
    return { credential };
  };
}

/** Says what to set for an endpoint that rejected the credential. */
export function credentialHint({ name, baseUrl }: Endpoint): string {
  return `${name} (${baseUrl}) received no credential, or rejected it. Set ${credentialVariable(name)}.`;
}

async function isConfirmed(name: string, origin: string, variable: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const question = `rulebook: Send the credential in ${variable} to ${origin} (endpoint ${name})? "Yes" is remembered. [y/N] `;
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
