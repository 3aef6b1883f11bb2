import type { IndexRecord, OperationRecord } from './cluster-model';
import { retentionPeriod } from './index-settings';

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
  const first =
    living.length > 0
      ? firstKept(history, ({ sequence }) => sequence >= Math.min(...living.map(([, { retained }]) => retained)))
      : firstKept(history, ({ at }) => at > since);
  if (first === 0 && living.length === names.length) return index;
  return { ...index, history: first === 0 ? history : history.slice(first), leases: Object.fromEntries(living) };
}

/** The history is in the order of both numbers and times, so most calls look at one operation. */
function firstKept(history: readonly OperationRecord[], isKept: (operation: OperationRecord) => boolean): number {
  let low = 0;
  let high = history.length;
  const [oldest] = history;
  if (oldest === undefined || isKept(oldest)) return 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const operation = history[middle];
    if (operation !== undefined && isKept(operation)) high = middle;
    else low = middle + 1;
  }
  return low;
}
