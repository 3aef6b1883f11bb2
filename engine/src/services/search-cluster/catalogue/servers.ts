import type { PlayedServer } from '../../../catalogue/service';

/** The servers of the sandbox that play the search cluster. */
export const clusterServers: readonly PlayedServer[] = [
  {
    name: 'cluster',
    endpoint: 'sandbox-cluster',
    title: 'search cluster',
    summary: 'a search cluster',
    portOffset: 0,
    isDefault: true,
  },
  {
    name: 'leader',
    endpoint: 'sandbox-leader',
    title: 'second search cluster',
    summary: 'the search cluster that the other one has as its remote cluster "leader"',
    portOffset: 1,
  },
];
