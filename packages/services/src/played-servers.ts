import type { ServiceId } from '@rulebook/catalogue/facts';
import type { EventOption, PlayedEvents, PlayedServer, StartOption } from '@rulebook/catalogue/identity';
import { inOrderOfPorts } from '@rulebook/catalogue/played-order';
import { identities } from './identities';

/** A server of the sandbox and the service that it plays. */
type ServerOfService = PlayedServer & { readonly service: ServiceId };

/** The servers of the sandbox in the order of their ports. */
export const playedServers: readonly ServerOfService[] = inOrderOfPorts(
  identities.flatMap(({ id, servers = [] }) => servers.map((server) => ({ ...server, service: id }))),
);

/** The endpoint of the server that control requests go to which concern no single one. */
export const controlEndpoint = playedServers[0]?.endpoint ?? '';

/** The servers at which events can be raised. */
export const eventServers: readonly (ServerOfService & { readonly events: PlayedEvents })[] = playedServers.flatMap(
  (server) => (server.events === undefined ? [] : [{ ...server, events: server.events }]),
);

/** The options of `rulebook event` of all servers; one that several servers have is once. */
export const eventOptions: readonly EventOption[] = eventServers
  .flatMap(({ events }) => events.options)
  .filter(({ flags }, at, all) => all.findIndex((one) => one.flags === flags) === at);

/** The options of `rulebook sandbox` of all services. */
export const startOptions: readonly StartOption[] = identities.flatMap((one) => one.startOptions ?? []);
