import type { PlayedServer } from './identity';

/** Returns the servers in the order of their ports. */
export function inOrderOfPorts<Server extends PlayedServer>(servers: readonly Server[]): readonly Server[] {
  return [...servers].sort((a, b) => a.portOffset - b.portOffset);
}
