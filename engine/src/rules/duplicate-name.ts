import type { FileRule } from './rule';
import { code } from './support/wording';
import type { BlockSummary } from './across/summary';

/** Reports a request name that is used twice. */
export const duplicateName: FileRule = {
  id: 'duplicate-name',
  scope: 'file',
  category: 'file-syntax',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a request name that is used twice in a file.',
    why: 'Other requests refer to a response by the name of its request. If two requests have the same name, it is not certain which one is meant.',
    remedy: 'Rename one of the requests.',
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
      const earlierSpan = summaries[earlier]?.requestName?.span;
      report(block, {
        message: `Another request of this file is named ${code(requestName.name)}.`,
        span: requestName.span,
        provenance: { kind: 'syntax' },
        related: earlierSpan && [{ message: 'The other request is here.', span: earlierSpan, block: earlier - block }],
      });
    });
  },
};

function requestNameOf({ requestName }: BlockSummary): string | undefined {
  return requestName === undefined || requestName.isTitle === true ? undefined : `name ${requestName.name}`;
}
