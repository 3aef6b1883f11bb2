import type { ClusterHandlers } from './cluster-call';
import { autoFollowHandlers } from './replication-auto-follow';
import { closeHandlers } from './replication-close';
import { followHandlers } from './replication-follow';
import { forgetHandlers } from './replication-forget';
import { replicationViewHandlers } from './replication-views';

/** Plays the operations of cross-cluster replication, and closing and opening indices. */
export const replicationHandlers: ClusterHandlers = {
  ...followHandlers,
  ...closeHandlers,
  ...replicationViewHandlers,
  ...autoFollowHandlers,
  ...forgetHandlers,
};
