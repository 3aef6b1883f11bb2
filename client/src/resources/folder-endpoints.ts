import type { Endpoint } from '@rulebook/engine';
import type { ConfigurationParams } from '../../../server/src/protocol';
import type { EndpointPlace } from './resource-nodes';

/** Returns the endpoints of all workspace folders. One that several folders have alike is the first one's only. */
export function endpointsOf({
  configuration,
  folders = [],
}: Pick<ConfigurationParams, 'configuration' | 'folders'>): readonly {
  readonly endpoint: Endpoint;
  readonly place: EndpointPlace;
}[] {
  const first = configuration.endpoints.map((endpoint) => ({ endpoint, place: { name: endpoint.name } }));
  const known = new Set(first.map(({ endpoint }) => JSON.stringify(endpoint)));
  const others = folders.slice(1).flatMap(({ uri, configuration: { endpoints } }) =>
    endpoints.flatMap((endpoint) => {
      const key = JSON.stringify(endpoint);
      if (known.has(key)) return [];
      known.add(key);
      return [{ endpoint, place: { name: endpoint.name, folder: uri } }];
    }),
  );
  return [...first, ...others];
}
