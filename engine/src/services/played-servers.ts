import type { ServiceId } from '../catalogue/facts';
import type { PlayedServer } from '../catalogue/service';
import { hostServers } from './code-hosting/catalogue/servers';
import { clusterServers } from './search-cluster/catalogue/servers';

/** A server of the sandbox and the service that it plays. */
export type ServerOfService = PlayedServer & { readonly service: ServiceId };

/**
 * The servers of the sandbox in the order of their ports. They stand apart from the catalogue, so that the editor's client can know them
 * without it.
 */
export const playedServers: readonly ServerOfService[] = inOrderOfPorts([
  ...clusterServers.map((server) => ({ ...server, service: 'search-cluster' })),
  ...hostServers.map((server) => ({ ...server, service: 'code-hosting' })),
]);

/** Returns the servers in the order of their ports. */
export function inOrderOfPorts<Server extends PlayedServer>(servers: readonly Server[]): readonly Server[] {
  return [...servers].sort((a, b) => a.portOffset - b.portOffset);
}
