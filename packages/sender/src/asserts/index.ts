export { evaluateAsserts, type AssertContext } from './evaluate-asserts';
export { mayHaveTests, testedRequests } from './tested-requests';
export { reportedAssert, type AssertResult, type SnapshotDifference } from './assert-result';
export {
  createSnapshots,
  hasSnapshot,
  snapshotNameOf,
  type SnapshotFiles,
  type SnapshotMode,
  type SnapshotStore,
} from './snapshots';
