export { evaluateAsserts, type AssertContext } from './evaluate-asserts';
export { mayHaveTests, testedRequests } from './tested-requests';
export type { AssertResult, SnapshotDifference } from './assert-result';
export {
  createSnapshots,
  hasSnapshot,
  snapshotNameOf,
  type SnapshotFiles,
  type SnapshotMode,
  type SnapshotStore,
} from './snapshots';
