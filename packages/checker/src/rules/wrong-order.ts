import { missingStepFixes } from './across/missing-step';
import { reportFoundSteps } from './across/report-found-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports a step that cannot succeed after the earlier requests of the file. */
export const wrongOrder: FileRule = {
  id: 'wrong-order',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a request on a follower index that does not fit the state in which the earlier requests of the file leave the index.',
    why: 'A follower is recreated in one of two orders: pause, close, follow; or pause, unfollow, close, follow. It can become a standard index only while it is paused. The service refuses any other order halfway through. The rule follows only literal names on one endpoint, and assumes nothing about what happened before the first request of the file.',
    remedy: 'Send the missing request first; the quick fix inserts it.',
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportFoundSteps('wrong-order', group, report);
  },
  fixes: missingStepFixes,
};
