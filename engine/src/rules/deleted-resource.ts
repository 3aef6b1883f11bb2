import { reportFoundSteps } from './across/report-found-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports a request on a webhook, snapshot repository or auto-follow pattern that an earlier request of the file deletes. */
export const deletedResource: FileRule = {
  id: 'deleted-resource',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a request that uses a webhook, snapshot repository or auto-follow pattern after an earlier request of the file deletes it.',
    why: 'When the requests are sent in order, the resource no longer exists.',
    remedy: 'Move the request above the deletion.',
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportFoundSteps('deleted-resource', group, report);
  },
};
