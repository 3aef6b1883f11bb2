import type { Endpoint } from '@rulebook/checker/binding/model';
import { perObject } from '@rulebook/text/structures/memo';
import { isSandboxEndpoint } from '../configuration/sandbox-endpoint';
import { credentialWayOf, detourOf, originOf, originsOf } from './ways';

type Environment = (name: string) => string | undefined;

/** The credential that the environment holds for an endpoint, and whether it may be sent to the endpoint's origin. */
type EnvironmentCredential =
  | { readonly kind: 'none' }
  | { readonly kind: 'bound'; readonly credential: string }
  /** Only the name of the endpoint connects the credential with this way, so the user must confirm it. */
  | { readonly kind: 'unbound'; readonly credential: string; readonly variable: string; readonly origin: string };

/** Returns the endpoints, each with the base URL that `RULEBOOK_ENDPOINT_<NAME>` gives it, if any. */
export function overrideEndpoints(endpoints: readonly Endpoint[], environment: Environment): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    const baseUrl = overrideOf(endpoint.name, environment);
    return baseUrl === undefined ? endpoint : endpointWithBaseUrl(endpoint, baseUrl);
  });
}

/** Returns the endpoints with the folder that defines them; those that are built in belong to no one's folder. */
export function endpointsOfFolder(endpoints: readonly Endpoint[], folder: string): readonly Endpoint[] {
  return endpoints.map((endpoint) => (endpoint.isBuiltIn ? endpoint : { ...endpoint, folder }));
}

/** Returns an endpoint at a base URL that the user or this machine names. Unless the file names a detour, the place is the user's own. */
export function endpointWithBaseUrl(endpoint: Endpoint, baseUrl: string): Endpoint {
  const { folder: _folder, ...own } = endpoint;
  const moved = { ...endpoint, baseUrl };
  return detourOf(moved) === '' ? { ...own, baseUrl } : moved;
}

/** Returns whether a variable of the environment is for Rulebook itself, so that no file reads it. Windows does not distinguish case. */
export function isOwnVariable(name: string): boolean {
  return /^RULEBOOK_/i.test(name.trim());
}

/** Returns the name of the environment variable that holds an endpoint's credential. */
export function credentialVariable(endpoint: string): string {
  return `RULEBOOK_CREDENTIAL_${suffixOf(endpoint)}`;
}

/** Returns the name of the environment variable with a token of OAuth 2 that is got already. */
export function tokenVariable(endpoint: string): string {
  return `RULEBOOK_TOKEN_${suffixOf(endpoint)}`;
}

/** Returns the name of the environment variable that replaces an endpoint's base URL. */
export function endpointVariable(endpoint: string): string {
  return `RULEBOOK_ENDPOINT_${suffixOf(endpoint)}`;
}

/** Returns the name of the environment variable with the passphrase of an endpoint's key; without an endpoint, of any key. */
export function passphraseVariable(endpoint?: string): string {
  return endpoint === undefined ? 'RULEBOOK_PASSPHRASE' : `RULEBOOK_PASSPHRASE_${suffixOf(endpoint)}`;
}

/** Returns the name of the environment variable with a secret of `{{$secret name}}`. */
export function variableOfSecret(name: string): string {
  return `RULEBOOK_SECRET_${suffixOf(name)}`;
}

/**
 * Returns the credential that the environment holds for an endpoint. It is bound to the origin when the environment also names the base URL,
 * or when the endpoint is a sandbox's on this machine. The name alone is not enough: any `rulebook.json` can use the same name.
 */
export function environmentCredential(endpoint: Endpoint, environment: Environment): EnvironmentCredential {
  const variable = credentialVariable(endpoint.name);
  const credential = environment(variable)?.trim() ?? '';
  if (credential === '') return { kind: 'none' };
  const named = overrideOf(endpoint.name, environment);
  const isBound = isSandboxEndpoint(endpoint) || (named !== undefined && originOf(named) === originsOf(endpoint));
  return isBound && detourOf(endpoint) === ''
    ? { kind: 'bound', credential }
    : { kind: 'unbound', credential, variable, origin: credentialWayOf(endpoint) };
}

/**
 * Returns the token that the environment holds for an endpoint with OAuth 2, so that none is got. It is taken only where the environment also names the
 * base URL, and on a detour only for an endpoint that the user trusts: a `rulebook.json` can use any name.
 */
export function environmentToken(endpoint: Endpoint, environment: Environment, isTrusted: boolean): string | undefined {
  const token = environment(tokenVariable(endpoint.name))?.trim() ?? '';
  const named = overrideOf(endpoint.name, environment);
  if (token === '' || named === undefined || originOf(named) !== originOf(endpoint.baseUrl)) return undefined;
  return isTrusted || detourOf(endpoint) === '' ? token : undefined;
}

/** Returns why the environment cannot be used for an endpoint: another endpoint has the same variables, and one of them is set. */
export function environmentConflict(
  { name }: Endpoint,
  endpoints: readonly Endpoint[],
  environment: Environment,
): string | undefined {
  const others = (namesBySuffix(endpoints).get(suffixOf(name)) ?? []).filter((other) => other !== name);
  if (others.length === 0) return undefined;
  const variable = [credentialVariable(name), tokenVariable(name), endpointVariable(name)].find(
    (each) => (environment(each)?.trim() ?? '') !== '',
  );
  if (variable === undefined) return undefined;
  const names = [name, ...others].sort();
  return `the endpoints ${names.join(' and ')} share the environment variable ${variable}; rename one of them in rulebook.json`;
}

/** Asked before each request, of the same endpoints. */
const namesBySuffix = perObject((endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> => {
  const known = new Map<string, string[]>();
  for (const { name } of endpoints) {
    const suffix = suffixOf(name);
    const names = known.get(suffix);
    if (names === undefined) known.set(suffix, [name]);
    else names.push(name);
  }
  return known;
});

function overrideOf(name: string, environment: Environment): string | undefined {
  const baseUrl = environment(endpointVariable(name))?.trim();
  return baseUrl !== undefined && /^https?:\/\/[^/?#\s@]/i.test(baseUrl) ? baseUrl.replace(/\/+$/, '') : undefined;
}

function suffixOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
