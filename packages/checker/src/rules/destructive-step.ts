import { reportFoundSteps } from './across/report-found-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports a step that destroys what an earlier request of the file has created. */
export const destructiveStep: FileRule = {
  id: 'destructive-step',
  scope: 'file',
  category: 'correctness',
  severity: 'information',
  docs: {
    what: 'Reports that a follower index which the file has already created is created again.',
    why: 'The order of the requests is correct, but the segment files of the follower are deleted, and all data is copied from the leader again.',
    remedy: 'If the follower has fallen too far behind, no change is needed. Otherwise resume the follower instead.',
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportFoundSteps('destructive-step', group, report);
  },
};
