import { followMappings, indexGroupOf, type ChangedField } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a mapping that changes what cannot be changed of a field. */
export const changedMapping: FileRule = {
  id: 'changed-mapping',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a mapping that gives a field another type, or changes a parameter of a flattened field that cannot be changed. The first mapping is in the same file.',
    why: 'The values of existing documents are already in the index, so the service refuses the change. A parameter that the request leaves out counts as its default.',
    remedy: 'Repeat the parameters of the first mapping, or create a new index and copy the documents into it.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const change of followMappings(group).changes) {
      const { block, span, provenance, field } = change;
      report(block, {
        message: messageFor(change),
        span,
        provenance,
        related: [{ message: 'The field is mapped here.', span: field.span, block: field.block - block }],
      });
    }
  },
};

function messageFor({ path, parameter, before, now }: ChangedField): string {
  if (parameter === undefined) return `The type of ${code(path)} is ${code(before)}; it cannot become ${code(now)}.`;
  return `${code(parameter)} of ${code(path)} is ${code(before)}; it cannot become ${code(now)}.`;
}
