import { reportFoundSteps } from './across/report-found-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports a step to a state that the resource already has. */
export const needlessStep: FileRule = {
  id: 'needless-step',
  scope: 'file',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a request that pauses or resumes a follower index although an earlier request of the file has already done so.',
    why: 'Only a replicating follower can be paused, and only a paused follower can be resumed.',
    remedy: 'Remove the request.',
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportFoundSteps('needless-step', group, report);
  },
};
