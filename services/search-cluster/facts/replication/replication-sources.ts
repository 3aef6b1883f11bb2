import { refused } from '@rulebook/catalogue/provenance';
import { serverSource, specification } from '../sources';
import { documented, reference } from '../source-document';

/** The operations on follower indices and their rules. */
export const fromReplication = documented('Cross-cluster replication');
/** The table of a follower index. */
export const fromFollower = documented('Follower index (cross-cluster replication)');
/** The states of a follower index. */
export const fromFollowerStates = documented('Follower index');

/** What the public specification adds to the operations. */
export const referenceOnReplication = reference('Cross-cluster replication', specification);
/** What servers refuse in requests for replication, beyond the documents. */
export const refusedInReplication = refused(reference('Cross-cluster replication', serverSource));
/** What the public specification adds to a follower index. */
export const referenceOnFollower = reference('Follower index (cross-cluster replication)', specification);
/** What the public specification adds to the states. */
export const referenceOnFollowerStates = reference('Follower index', specification);
