import type { Endpoint } from '../../binding/model';
import { isSandboxEndpoint } from '../sandbox-endpoint';

type Environment = (name: string) => string | undefined;

/** The credential that the environment holds for an endpoint, and whether it may be sent to the endpoint's origin. */
export type EnvironmentCredential =
  | { readonly kind: 'none' }
  | { readonly kind: 'bound'; readonly credential: string }
  /** Only the name of the endpoint connects the credential with these origins, so the user must confirm them. */
  | { readonly kind: 'unbound'; readonly credential: string; readonly variable: string; readonly origin: string };

/** Returns the endpoints, each with the base URL that `RULEBOOK_ENDPOINT_<NAME>` gives it, if any. */
export function overrideEndpoints(endpoints: readonly Endpoint[], environment: Environment): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    const baseUrl = overrideOf(endpoint.name, environment);
    return baseUrl === undefined ? endpoint : { ...endpoint, baseUrl };
  });
}

/** Returns the name of the environment variable that holds an endpoint's credential. */
export function credentialVariable(endpoint: string): string {
  return `RULEBOOK_CREDENTIAL_${suffixOf(endpoint)}`;
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
export function secretVariable(name: string): string {
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
  const origin = originsOf(endpoint);
  const named = overrideOf(endpoint.name, environment);
  const detour = detourOf(endpoint);
  const isBound = isSandboxEndpoint(endpoint) || (named !== undefined && originOf(named) === origin);
  return isBound && detour === ''
    ? { kind: 'bound', credential }
    : { kind: 'unbound', credential, variable, origin: origin + detour };
}

/** A proxy, an authority or a missing verification of `rulebook.json` lets somebody else read what is sent to the origin, so these are confirmed with it. */
function detourOf({ proxy, ca = [], insecure }: Endpoint): string {
  const isDetour = proxy !== undefined && proxy !== 'none';
  const way = isDetour ? [`through ${proxy}`, ...(insecure ? ['unverified'] : [])] : [];
  const parts = [...way, ...(ca.length > 0 ? [`trusting ${ca.join(', ')}`] : [])];
  return parts.map((part) => ` ${part}`).join('');
}

/** Returns why the environment cannot be used for an endpoint: another endpoint has the same variables, and one of them is set. */
export function environmentConflict(
  { name }: Endpoint,
  endpoints: readonly Endpoint[],
  environment: Environment,
): string | undefined {
  const suffix = suffixOf(name);
  const others = endpoints.filter((other) => other.name !== name && suffixOf(other.name) === suffix);
  if (others.length === 0) return undefined;
  const variable = [credentialVariable(name), endpointVariable(name)].find(
    (each) => (environment(each)?.trim() ?? '') !== '',
  );
  if (variable === undefined) return undefined;
  const names = [name, ...others.map((other) => other.name)].sort();
  return `the endpoints ${names.join(' and ')} share the environment variable ${variable}; rename one of them in rulebook.json`;
}

/** Returns where the credential of an endpoint takes effect, as words: its origin, and that of its token URL if it is another one. */
export function originsOf({ baseUrl, authentication }: Pick<Endpoint, 'baseUrl' | 'authentication'>): string {
  const { type, tokenUrl } = authentication ?? {};
  const origins = [baseUrl, ...(type === 'oauth2' && tokenUrl !== undefined ? [tokenUrl] : [])].map(originOf);
  return [...new Set(origins)].join(' and ');
}

/** Returns scheme, host and port of a URL, in lower case and without the scheme's default port. */
export function originOf(url: string): string {
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)/i.exec(url.trim()) ?? [];
  const host = authority.replace(/^.*@/s, '').toLowerCase();
  const usual = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  return `${scheme.toLowerCase()}://${host.endsWith(usual) ? host.slice(0, -usual.length) : host}`;
}

function overrideOf(name: string, environment: Environment): string | undefined {
  const baseUrl = environment(endpointVariable(name))?.trim();
  return baseUrl !== undefined && /^https?:\/\/[^/?#\s@]/i.test(baseUrl) ? baseUrl.replace(/\/+$/, '') : undefined;
}

function suffixOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
