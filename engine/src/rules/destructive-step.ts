import { reportNotedSteps } from './across/report-noted-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

const follow = 'PUT /logs-copy/_ccr/follow\n\n{ "remote_cluster": "leader", "leader_index": "logs" }\n';
const pause = 'POST /logs-copy/_ccr/pause_follow\n';
const close = 'POST /logs-copy/_close\n';

/** Tells that a step destroys what an earlier request of the file has made. */
export const destructiveStep: FileRule = {
  id: 'destructive-step',
  scope: 'file',
  severity: 'information',
  docs: {
    what: 'Tells that a follower index which the file has created before is created anew.',
    why: 'The order is right, but the segment files of the follower are deleted, and everything is copied again from the leader.',
    remedy: 'Nothing, when the follower has fallen too far behind. Otherwise resume it.',
    valid: [follow, [pause, close, follow].join('\n###\n')],
    invalid: [[follow, pause, close, follow].join('\n###\n')],
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportNotedSteps('destructive-step', group, report);
  },
};
