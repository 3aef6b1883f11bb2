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
import type { SandboxAtHand } from './sandbox-at-hand';

/** Knows the credentials of endpoints. */
export type CredentialSource = (endpoint: Endpoint) => Promise<CredentialAnswer>;

/**
 * Returns what knows the credentials of endpoints. The environment names an endpoint only, and anybody's `rulebook.json` can have one
 * of that name: so its origin must be confirmed once, by an option, by the environment, or on the terminal.
 */
export function createCredentials(options: {
  /** The names of the endpoints that the user trusts for this command. */
  readonly trusted: readonly string[];
  readonly sandbox: SandboxAtHand;
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
        problem: `${variable} has not been given to ${origin} before (endpoint ${name}); if it belongs there, add --trust-endpoint ${name}, or set ${endpointVariable(name)}=${endpoint.baseUrl}`,
      };
    }
    if (!(await isConfirmed(name, origin, variable))) return { problem: `${variable} may not go to ${origin}` };
    try {
      confirmed.add({ name, origin });
    } catch {
      complain(`${confirmed.path} cannot be written, so this is asked again next time`);
    }
    return { credential };
  };
}

/** Says what to set for an endpoint that wants another credential. */
export function credentialHint({ name, baseUrl }: Endpoint): string {
  return `${name} (${baseUrl}) does not accept the credential, or got none: set ${credentialVariable(name)}.`;
}

async function isConfirmed(name: string, origin: string, variable: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const question = `rulebook: send the credential of ${variable} to ${origin} (endpoint ${name})? It is remembered. [y/N] `;
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
