import type { BlockSummary, FileRule } from './rule';
import { code } from './support/wording';

/** Reports a request name that is given twice. */
export const duplicateName: FileRule = {
  id: 'duplicate-name',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a request name that stands twice in a file.',
    why: 'Other requests refer to the answer of a request by its name; with two of them it is not certain which is meant.',
    remedy: 'Rename one of the requests.',
    valid: [
      '# @name list\nGET /repos/octocat/hello-world/hooks\n\n###\n# @name read\nGET /repos/octocat/hello-world/hooks/42\n',
    ],
    invalid: [
      '# @name list\nGET /repos/octocat/hello-world/hooks\n\n###\n# @name list\nGET /repos/octocat/hello-world/hooks/42\n',
    ],
  },
  groupOf: requestNameOf,
  check(group, report) {
    const { summaries } = group;
    const first = new Map<string, number>();
    summaries.forEach(({ requestName }, block) => {
      if (requestName === undefined || requestName.isTitle === true) return;
      const earlier = first.get(requestName.name);
      if (earlier === undefined) {
        first.set(requestName.name, block);
        return;
      }
      const place = summaries[earlier]?.requestName?.span;
      report(block, {
        message: `Another request of this file is named ${code(requestName.name)}.`,
        span: requestName.span,
        provenance: { kind: 'syntax' },
        related: place && [{ message: 'The other request is here.', span: place, block: earlier - block }],
      });
    });
  },
};

function requestNameOf({ requestName }: BlockSummary): string | undefined {
  return requestName === undefined || requestName.isTitle === true ? undefined : `name ${requestName.name}`;
}
