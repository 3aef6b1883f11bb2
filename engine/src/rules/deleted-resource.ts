import { reportNotedSteps } from './across/report-noted-steps';
import { resourceGroupOf } from './across/resource-use';
import type { FileRule } from './rule';

/** Reports a request on a webhook, snapshot repository or auto-follow pattern that an earlier request of the file deletes. */
export const deletedResource: FileRule = {
  id: 'deleted-resource',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a request on a webhook, snapshot repository or auto-follow pattern that an earlier request of the file deletes.',
    why: 'When the requests are sent in order, there is nothing left that the request could be about.',
    remedy: 'Move the request above the deletion.',
    valid: ['GET /repos/octocat/hello-world/hooks/42\n\n###\nDELETE /repos/octocat/hello-world/hooks/42\n'],
    invalid: [
      'DELETE /repos/octocat/hello-world/hooks/42\n\n###\nGET /repos/octocat/hello-world/hooks/42\n',
      'DELETE /_snapshot/backup\n\n###\nPOST /_snapshot/backup/_verify\n',
    ],
  },
  groupOf: resourceGroupOf,
  check: (group, report) => {
    reportNotedSteps('deleted-resource', group, report);
  },
};
