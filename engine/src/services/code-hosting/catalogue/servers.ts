import type { PlayedServer } from '../../../catalogue/service';

/** The servers of the sandbox that play the code host. */
export const hostServers: readonly PlayedServer[] = [
  {
    name: 'host',
    endpoint: 'sandbox-hub',
    title: 'code host',
    summary: 'a code host',
    portOffset: 2,
    isDefault: true,
  },
];
