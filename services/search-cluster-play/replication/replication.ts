import type { ClusterHandlers } from '../cluster/call';
import { autoFollowHandlers } from './auto-follow';
import { closeHandlers } from './close';
import { followHandlers } from './follow';
import { forgetHandlers } from './forget';
import { replicationViewHandlers } from './views';

/** Plays the operations of cross-cluster replication, and closing and opening indices. */
export const replicationHandlers: ClusterHandlers = {
  ...followHandlers,
  ...closeHandlers,
  ...replicationViewHandlers,
  ...autoFollowHandlers,
  ...forgetHandlers,
};
