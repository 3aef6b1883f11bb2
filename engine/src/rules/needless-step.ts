import { reportNotedSteps } from './across/report-noted-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

const pause = 'POST /logs-copy/_ccr/pause_follow\n';
const resume = 'POST /logs-copy/_ccr/resume_follow\n';

/** Reports a step to a state in which the resource is already. */
export const needlessStep: FileRule = {
  id: 'needless-step',
  scope: 'file',
  severity: 'hint',
  docs: {
    what: 'Reports that a follower index is paused or resumed when the earlier requests of the file have done so already.',
    why: 'Pausing leads from replicating to paused and resuming back; from the other state there is no such step.',
    remedy: 'Remove the request.',
    valid: [[pause, resume, pause].join('\n###\n')],
    invalid: [[pause, pause].join('\n###\n'), [pause, resume, resume].join('\n###\n')],
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportNotedSteps('needless-step', group, report);
  },
};
