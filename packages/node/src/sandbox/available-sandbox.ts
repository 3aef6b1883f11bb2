import { noService, type Endpoint } from '@rulebook/engine';
import {
  defaultConfiguration,
  isSandboxEndpoint,
  playedDefaults,
  withPlayedEndpoints,
  type Configuration,
} from '@rulebook/sender/configuration';
import { endpointWithBaseUrl, endpointVariable } from '@rulebook/sender/private';
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

/**
 * Returns a sandbox that was started for this command: what has no endpoint of its own goes there. What the configuration has an endpoint for goes to its
 * server there.
 */
export function ownSandbox(endpoints: readonly SandboxEndpoint[]): AvailableSandbox {
  const { locate, credentialOf } = located(endpoints);
  return {
    locate: (configuration) => {
      const found = locate(configuration);
      const played = found.endpoints.filter((one) => endpoints.some(({ name }) => name === one.name));
      const replacedServices = configuration.endpoints
        .filter(({ isBuiltIn, service }) => isBuiltIn !== true && service !== noService)
        .map(({ service }) => service);
      return {
        ...found,
        defaults: { ...defaultConfiguration.defaults, ...playedDefaults(played) },
        ...(replacedServices.length > 0 && { replacedServices }),
      };
    },
    credentialOf,
  };
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
      return withPlayedEndpoints({ ...configuration, endpoints: known }, endpoints);
    },
    credentialOf: (endpoint) => {
      const server = serverOf(endpoint);
      return server?.baseUrl === endpoint.baseUrl ? server.credential : undefined;
    },
  };
}
