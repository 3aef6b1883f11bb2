import type { IndexRecord } from '../cluster/model';
import { retentionPeriod } from './settings';
import { dropOperations } from './operation-log';

/**
 * Drops expired leases, and operations that no follower can read any more.
 *
 * A lease that is not renewed within the retention period has ended, and is dropped. While leases live, everything from the lowest number
 * that one of them retains is kept, however old it is; without a lease, nothing is kept. Dropping an operation does not change the
 * document; it only matters to a follower that has not read the operation yet.
 */
export function trimHistory(index: IndexRecord, now: number): IndexRecord {
  const { history, leases, settings } = index;
  const since = now - Math.max(1, retentionPeriod(settings));
  const all = Object.entries(leases);
  const living = all.filter(([, lease]) => lease.renewedAt > since);
  const retained = Math.min(...living.map(([, lease]) => lease.retained));
  const kept = dropOperations(history, ({ sequence }) => sequence >= retained);
  if (kept === history && living.length === all.length) return index;
  return { ...index, history: kept, leases: Object.fromEntries(living) };
}
