import { documented, reference } from '../../../catalogue/provenance';
import { specification } from './sources';

/** The operations on follower indices and their rules. */
export const fromReplication = documented('search-cluster', 'Cross-cluster replication');
/** The table of a follower index. */
export const fromFollower = documented('search-cluster', 'Follower index (cross-cluster replication)');
/** The states of a follower index. */
export const fromFollowerStates = documented('search-cluster', 'Follower index');

/** What the public specification adds to the operations. */
export const besideReplication = reference('search-cluster', 'Cross-cluster replication', specification);
/** What the public specification adds to a follower index. */
export const besideFollower = reference('search-cluster', 'Follower index (cross-cluster replication)', specification);
/** What the public specification adds to the states. */
export const besideFollowerStates = reference('search-cluster', 'Follower index', specification);
