import type { ServiceId } from '../catalogue/facts';
import type { PlayedServer } from '../catalogue/identity';
import { identities } from './identities';

/** A server of the sandbox and the service that it plays. */
export type ServerOfService = PlayedServer & { readonly service: ServiceId };

/** The servers of the sandbox in the order of their ports. */
export const playedServers: readonly ServerOfService[] = inOrderOfPorts(
  identities.flatMap(({ id, servers = [] }) => servers.map((server) => ({ ...server, service: id }))),
);

/** The endpoint of the server that control requests go to which concern no single one. */
export const controlEndpoint = playedServers[0]?.endpoint ?? '';

/** The endpoint of the server at which events are raised. */
export const eventEndpoint = playedServers.find(({ events }) => events !== undefined)?.endpoint ?? '';

/** Returns the servers in the order of their ports. */
export function inOrderOfPorts<Server extends PlayedServer>(servers: readonly Server[]): readonly Server[] {
  return [...servers].sort((a, b) => a.portOffset - b.portOffset);
}
