import type { Endpoint } from '../binding/model';

type Environment = (name: string) => string | undefined;

/** Returns the endpoints, each with the base URL that `RULEBOOK_ENDPOINT_<NAME>` gives it, if any. */
export function overrideEndpoints(endpoints: readonly Endpoint[], environment: Environment): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    const baseUrl = environment(`RULEBOOK_ENDPOINT_${suffixOf(endpoint.name)}`)?.trim();
    return baseUrl !== undefined && /^https?:\/\/[^/?#\s@]/i.test(baseUrl)
      ? { ...endpoint, baseUrl: baseUrl.replace(/\/+$/, '') }
      : endpoint;
  });
}

/** Returns the name of the environment variable that holds an endpoint's credential. */
export function credentialVariable(endpoint: string): string {
  return `RULEBOOK_CREDENTIAL_${suffixOf(endpoint)}`;
}

function suffixOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
