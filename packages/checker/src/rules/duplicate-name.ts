import { directiveOf } from '../binding/model';
import type { FileRule } from './rule';
import { code } from './support/wording';
import type { BlockSummary } from './across/summary';

/** Reports a request name that is used twice. */
export const duplicateName: FileRule = {
  id: 'duplicate-name',
  scope: 'file',
  category: 'file-syntax',
  severity: 'warning',
  isAdvice: true,
  docs: {
    what: 'Reports a request name that is used twice in a file, and, as information, one that a file and those that it imports have twice.',
    why: 'Other requests refer to a response by the name of its request. If two requests have the same name, it is not certain which one is meant. A request of the file itself is taken before one of an imported file, and of imported files the first.',
    remedy: 'Rename one of the requests.',
  },
  within: ['stated'],
  block(block, report, { outsideNames }) {
    const imported = outsideNames?.imported;
    if (imported === undefined) return;
    const name = directiveOf(block, 'name');
    const file = name && imported.requests.get(name.text);
    if (name && file !== undefined && block.request !== undefined)
      report({
        severity: 'information',
        message: `A request of ${code(file)}, which this file imports, is named ${code(name.text)} too; the one of this file is taken.`,
        span: name.span,
        provenance: { kind: 'syntax' },
      });
    for (const { path } of block.imports)
      for (const { name, file, taken } of imported.repeated.get(path.text)?.slice(0, maxNames) ?? [])
        report({
          severity: 'information',
          message: `Requests of ${code(taken)} and ${code(file)} are named ${code(name)}; the one of ${code(taken)} is taken.`,
          span: path.span,
          provenance: { kind: 'syntax' },
        });
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

/** So many names are listed for one import. */
const maxNames = 3;

function requestNameOf({ requestName }: BlockSummary): string | undefined {
  return requestName === undefined || requestName.isTitle === true ? undefined : `name ${requestName.name}`;
}
