import type { CredentialAnswer } from '@rulebook/sender/ports';
import type { Endpoint } from '@rulebook/engine';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import { isAskedLater } from './asked-later';
import type { Credentials } from './secrets';
import type { EditorTokens } from './tokens';

/** Where the credentials of endpoints come from. */
export interface CredentialServices {
  readonly credentials: Credentials;
  readonly tokens: EditorTokens;
}

/** Returns the credential of an endpoint, or a token that is got with it. */
export async function credentialFor(
  services: CredentialServices,
  endpoint: Endpoint,
): Promise<CredentialAnswer | Untried> {
  const { authentication } = endpoint;
  if (authentication?.type === 'oauth2') {
    const isPublic = authentication.clientAuthentication === 'none';
    const secret = isPublic ? { credential: undefined } : await findOrAsk(services, endpoint);
    return 'credential' in secret ? services.tokens.find(endpoint, secret.credential) : secret;
  }
  return findOrTry(services, endpoint);
}

/** Whether the user declined to enter a credential in a run, by the endpoint; the next request of the run does not ask again. */
const declined = new WeakMap<object, Set<string>>();

/** Asks for the credential that a service wants of a request of a run; false when the user has none, or has said so before. */
export async function askInRun(
  { credentials }: Pick<CredentialServices, 'credentials'>,
  endpoint: Endpoint,
  { ofRun }: { readonly ofRun: ReadonlySet<unknown> },
): Promise<boolean> {
  const names = declined.get(ofRun) ?? new Set<string>();
  declined.set(ofRun, names);
  if (names.has(endpoint.name)) return false;
  const answer = await credentials.ask(endpoint);
  if ('credential' in answer && answer.credential !== undefined) return true;
  names.add(endpoint.name);
  return false;
}

/** Returns the credential of an endpoint that is about to be sent; without one, the service is asked first where its response says whether it is needed. */
async function findOrTry(services: CredentialServices, endpoint: Endpoint): Promise<CredentialAnswer | Untried> {
  if (!isAskedLater(endpoint)) return findOrAsk(services, endpoint);
  return (await services.credentials.find(endpoint)) ?? { credential: undefined, isUnasked: true };
}

/** No credential is known, and the user was not asked: the service may not want one. */
export interface Untried {
  readonly credential: undefined;
  readonly isUnasked: true;
}

/** Returns the credential of an endpoint, which the user types when it is not known. */
export async function findOrAsk(
  services: Pick<CredentialServices, 'credentials'>,
  endpoint: Endpoint,
): Promise<CredentialAnswer> {
  const found = await services.credentials.find(endpoint);
  if (found !== undefined) return found;
  // The user does not type a credential of the sandbox: it is known, or the response of the sandbox says that it is missing.
  return isSandboxEndpoint(endpoint) ? { credential: undefined } : services.credentials.ask(endpoint);
}
