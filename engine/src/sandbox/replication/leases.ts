import type { ClusterName, IndexRecord } from '../cluster/model';
import { trimHistory } from '../indices/history';
import { retentionPeriod } from '../indices/settings';
import { ownValue } from '../wire';

/** Returns the name of the lease that a follower holds on its leader; a follower that is made anew takes another one. */
export function leaseName(cluster: ClusterName, follower: string, uuid: string): string {
  return `${cluster}/${follower}/${uuid}`;
}

/**
 * Makes a leader keep everything from that number on for a follower. What no lease retains any more goes. Unless it is to be renewed
 * exactly, a young lease that retains the same stays as it is, so that reading does not change the state.
 */
export function renewLease(
  leader: IndexRecord,
  name: string,
  retained: number,
  now: number,
  renewal: 'exactly' | 'roughly' = 'roughly',
): IndexRecord {
  const lease = ownValue(leader.leases, name);
  const age = lease === undefined ? Infinity : now - lease.renewedAt;
  const isYoung = age === 0 || (age > 0 && age < retentionPeriod(leader.settings) / 2);
  if (lease?.retained === retained && renewal === 'roughly' && isYoung) return leader;
  return trimHistory({ ...leader, leases: { ...leader.leases, [name]: { retained, renewedAt: now } } }, now);
}

/** Takes a lease off a leader. */
export function dropLease(leader: IndexRecord, name: string, now: number): IndexRecord {
  if (!Object.hasOwn(leader.leases, name)) return leader;
  const leases = Object.fromEntries(Object.entries(leader.leases).filter(([other]) => other !== name));
  return trimHistory({ ...leader, leases }, now);
}
