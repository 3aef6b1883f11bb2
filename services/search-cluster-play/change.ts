import type { Compare, Patch } from '@rulebook/sandbox/control/patch';
import { compareLists, compareMembers, compareTables } from '@rulebook/sandbox/control/state-change';
import type { Table } from '@rulebook/sandbox/table';
import type { IndexTable } from './cluster/index-table';
import type { ClusterPair, ClusterState, IndexRecord, OperationLog, SnapshotRecord } from './cluster/model';
import { exportIndex, exportSnapshot, exportSnapshots, writtenOfCluster, writtenOfIndex } from './export';
import { allOperations } from './indices/operation-log';

/** Returns the change between the exports of both clusters, or undefined when they are equal. */
export function changeOfClusters(before: ClusterPair, now: ClusterPair): Patch | undefined {
  return compareMembers(before, now, {}, compareCluster);
}

const compareCluster: Compare = (before, now) =>
  compareMembers(writtenOfCluster(before as ClusterState), writtenOfCluster(now as ClusterState), {
    indices: (old, next) =>
      compareTables((old as IndexTable<IndexRecord>).records, (next as IndexTable<IndexRecord>).records, compareIndex),
    snapshots: (old, next) =>
      old === undefined
        ? { set: exportSnapshots(next as Table<SnapshotRecord>) }
        : compareTables(old as Table<SnapshotRecord>, next as Table<SnapshotRecord>, (_, one) => ({
            set: exportSnapshot(one as SnapshotRecord),
          })),
  });

const compareIndex: Compare = (before, now) =>
  before === undefined
    ? { set: exportIndex(now as IndexRecord) }
    : compareMembers(writtenOfIndex(before as IndexRecord), writtenOfIndex(now as IndexRecord), {
        history: compareHistory,
      });

const compareHistory: Compare = (before, now) =>
  compareLists(allOperations(before as OperationLog), allOperations(now as OperationLog));
