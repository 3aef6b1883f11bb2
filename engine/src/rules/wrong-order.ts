import { missingStepFixes } from './across/missing-step';
import { reportNotedSteps } from './across/report-noted-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

const follow = 'PUT /logs-copy/_ccr/follow\n\n{ "remote_cluster": "leader", "leader_index": "logs" }\n';
const pause = 'POST /logs-copy/_ccr/pause_follow\n';
const close = 'POST /logs-copy/_close?wait_for_active_shards=0\n';
const unfollow = 'POST /logs-copy/_ccr/unfollow\n';

/** Reports a step that cannot succeed after the earlier requests of the file. */
export const wrongOrder: FileRule = {
  id: 'wrong-order',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a step on a follower index that does not fit the state to which the earlier requests of the file bring it.',
    why: 'A follower is recreated in one of two orders: pause, close, follow; or pause, unfollow, close, follow. It is turned into a standard index only while it is paused. Any other order is refused in the middle of the work. Only literal names on one endpoint are followed, and a file that begins in the middle is given the benefit of the doubt.',
    remedy: 'Send the missing request before; the quick fix inserts it.',
    valid: [
      [pause, close, follow].join('\n###\n'),
      [pause, unfollow, close, follow].join('\n###\n'),
      [follow, pause, close, unfollow].join('\n###\n'),
    ],
    invalid: [
      [pause, follow].join('\n###\n'),
      [follow, close].join('\n###\n'),
      [follow, unfollow].join('\n###\n'),
      [pause, unfollow, follow].join('\n###\n'),
      [pause, unfollow, pause].join('\n###\n'),
    ],
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportNotedSteps('wrong-order', group, report);
  },
  fixes: missingStepFixes,
};
