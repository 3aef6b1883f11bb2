import type { ClusterName, IndexRecord } from '../cluster/model';
import { trimHistory } from '../indices/history';
import { retentionPeriod } from '../indices/settings';
import { ownValue } from '@rulebook/sandbox/wire';

/** Returns the name of the lease that a follower has on its leader; a recreated follower has another one. */
export function leaseName(cluster: ClusterName, follower: string, uuid: string): string {
  return `${cluster}/${follower}/${uuid}`;
}

/**
 * Makes a leader keep all operations from a number on for a follower; operations without a lease are dropped. Unless an exact renewal is
 * requested, a young lease for the same number stays as it is, so that reading does not change the state.
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

/** Removes a lease from a leader. */
export function dropLease(leader: IndexRecord, name: string, now: number): IndexRecord {
  if (!Object.hasOwn(leader.leases, name)) return leader;
  const leases = Object.fromEntries(Object.entries(leader.leases).filter(([other]) => other !== name));
  return trimHistory({ ...leader, leases }, now);
}
