import { expect, test } from 'vitest';
import { sandboxEndpoints } from '../../../packages/sender/src/configuration/index';
import { playedServers } from '../../../packages/services/src/played-servers';
import { catalogue } from '../../../packages/services/src/registry';

test('the list of the servers names those of all services', () => {
  const ofServices = catalogue.services.flatMap(({ id, servers = [] }) =>
    servers.map((server) => ({ ...server, service: id })),
  );
  expect([...playedServers].sort(byName)).toEqual(ofServices.sort(byName));
});

test('each server has a name, an endpoint and a port of its own, and each service one default server', () => {
  for (const member of ['name', 'endpoint', 'portOffset'] as const) {
    expect(new Set(playedServers.map((server) => server[member])).size, member).toBe(playedServers.length);
  }
  for (const id of new Set(playedServers.map(({ service }) => service))) {
    expect(playedServers.filter(({ service, isDefault }) => service === id && isDefault)).toHaveLength(1);
  }
});

test('the endpoints of the sandbox are in the order of the ports', () => {
  expect(sandboxEndpoints.map(({ name, baseUrl }) => `${name} ${baseUrl}`)).toEqual([
    'sandbox-cluster http://127.0.0.1:9270',
    'sandbox-leader http://127.0.0.1:9271',
    'sandbox-hub http://127.0.0.1:9272',
  ]);
});

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name.localeCompare(b.name);
}
