import { expect } from 'vitest';
import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import type { ClusterPair } from '../../../services/search-cluster-play/cluster/model';
import { encodeBase64 } from '../../../packages/text/src/base64';
import { checkFor, createPlay, stepFirstCluster } from '../play';

/** A user who has keys, and one without privileges. */
export const users = {
  ann: { password: 'ann:pass', roles: { keys: { cluster: ['manage_own_api_key', 'monitor'] } } },
  bob: { password: 'b', roles: {} },
};

/** A cluster with these users, asked by the administrator unless a request says otherwise. */
export function playCluster({ isLenient = false } = {}): ReturnType<typeof createPlay<ClusterPair>> {
  const check = checkFor('search-cluster', isLenient);
  return createPlay(createClusterPair('boot', users), stepFirstCluster, check, 'Bearer boot', isLenient);
}

export const basic = (name: string, password: string) => `Basic ${encodeBase64(`${name}:${password}`)}`;
export const ann = basic('ann', 'ann:pass');

/** Makes a key with a role descriptor, and returns how a request carries it. */
export function keyOf(play: ReturnType<typeof playCluster>, descriptor?: unknown, authorization?: string): string {
  const body = { name: 'k', ...(descriptor !== undefined && { role_descriptors: { r: descriptor } }) };
  const made = play.send('PUT /_security/api_key', body, authorization);
  expect(made.status).toBe(200);
  return `ApiKey ${String(made.body.encoded)}`;
}
