import type { Endpoint } from '../../../engine/src/index';
import { defaultConfiguration, isSandboxEndpoint, type Configuration } from '../../../engine/src/configuration/index';
import { endpointWithBaseUrl, endpointVariable } from '../../../engine/src/sending/private/index';
import type { SandboxEndpoint } from './sandbox-process';
import { findSandbox } from './sandbox-runtime';

/** The sandbox that requests are sent to. */
export interface AvailableSandbox {
  /** Returns the configuration with the sandbox's endpoints where it really listens. */
  readonly locate: (configuration: Configuration) => Configuration;
  /** Returns the administrator's credential for an endpoint of the sandbox. */
  readonly credentialOf: (endpoint: Endpoint) => string | undefined;
}

/** Returns the running sandbox of this user, if there is one. What the environment says about an endpoint comes first. */
export async function availableSandbox(environment: (name: string) => string | undefined): Promise<AvailableSandbox> {
  const found = (await findSandbox(environment)) ?? [];
  return located(found.filter(({ name }) => environment(endpointVariable(name)) === undefined));
}

/** Returns a sandbox that was started for this command: what has no endpoint of its own goes there. */
export function ownSandbox(endpoints: readonly SandboxEndpoint[]): AvailableSandbox {
  const { locate, credentialOf } = located(endpoints);
  return {
    locate: (configuration) => {
      const found = locate(configuration);
      return { ...found, defaults: { ...defaultConfiguration.defaults, ...playedDefaults(configuration, endpoints) } };
    },
    credentialOf,
  };
}

/** Returns the endpoints at which services of the configuration are played. */
function playedIn({ services }: Configuration, endpoints: readonly SandboxEndpoint[]): readonly Endpoint[] {
  return endpoints.flatMap(({ name, baseUrl, service }) =>
    service !== undefined && services.some(({ id }) => id === service)
      ? [{ name, service, baseUrl, isBuiltIn: true }]
      : [],
  );
}

function playedDefaults(
  configuration: Configuration,
  endpoints: readonly SandboxEndpoint[],
): Configuration['defaults'] {
  return Object.fromEntries(playedIn(configuration, endpoints).map(({ name, service }) => [service, name]));
}

function located(endpoints: readonly SandboxEndpoint[]): AvailableSandbox {
  const serverOf = (endpoint: Endpoint) =>
    isSandboxEndpoint(endpoint) ? endpoints.find(({ name }) => name === endpoint.name) : undefined;
  return {
    locate: (configuration) => {
      const known = configuration.endpoints.map((endpoint) => {
        const server = serverOf(endpoint);
        return server === undefined ? endpoint : endpointWithBaseUrl(endpoint, server.baseUrl);
      });
      const played = playedIn(configuration, endpoints).filter(({ name }) => !known.some((one) => one.name === name));
      return {
        ...configuration,
        endpoints: [...known, ...played],
        defaults: { ...playedDefaults(configuration, endpoints), ...configuration.defaults },
      };
    },
    credentialOf: (endpoint) => {
      const server = serverOf(endpoint);
      return server?.baseUrl === endpoint.baseUrl ? server.credential : undefined;
    },
  };
}
