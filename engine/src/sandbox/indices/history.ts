import type { IndexRecord } from '../cluster/model';
import { retentionPeriod } from './settings';
import { dropOperations } from './operation-log';

/**
 * Drops the operations that nobody can ask for any more.
 *
 * A lease that is not renewed within the retention period has ended. While leases live, everything from the lowest number that one of
 * them retains is kept, however old it is; without a lease, operations are kept for the retention period. A dropped operation leaves
 * the document itself untouched; only a follower that has not read it notices. `leases` that have ended are dropped, too.
 */
export function trimHistory(index: IndexRecord, now: number): IndexRecord {
  const { history, leases, settings } = index;
  // What happens now is always kept: an active follower reads it before time goes on.
  const since = now - Math.max(1, retentionPeriod(settings));
  const names = Object.keys(leases);
  const living = Object.entries(leases).filter(([, lease]) => lease.renewedAt > since);
  const retained = Math.min(...living.map(([, lease]) => lease.retained));
  const kept = dropOperations(
    history,
    living.length > 0 ? ({ sequence }) => sequence >= retained : ({ at }) => at > since,
  );
  if (kept === history && living.length === names.length) return index;
  return { ...index, history: kept, leases: Object.fromEntries(living) };
}
