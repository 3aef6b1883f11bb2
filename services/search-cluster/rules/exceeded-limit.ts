import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';
import { count } from '@rulebook/text/count';
import { followLimits, type Excess } from './support/exceeded-limits';
import { indexGroupOf } from './support/follow-mappings';
import { indexUse } from './support/index-use';

/** Reports what is beyond a limit that an earlier request of the file gives the index. */
export const exceededLimit: FileRule = {
  id: 'exceeded-limit',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a mapping, a document or a search that is beyond a limit of its index, such as `index.max_result_window` or `index.mapping.total_fields.limit`. The limit is set in the same file.',
    why: 'The service refuses what is beyond the limits of an index.',
    remedy: 'Raise the limit, or ask for less.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const excess of followLimits(group)) {
      const { block, span, limit } = excess;
      report(block, {
        message: messageOf(excess),
        span,
        provenance: limit.provenance,
        related: [{ message: 'The limit is set here.', span: limit.span, block: limit.block - block }],
      });
    }
  },
};

function messageOf({ limit: { kind, setting, value }, found }: Excess): string {
  const allowed = `${code(setting)} allows ${String(value)}.`;
  const number = Number(found);
  switch (kind) {
    case 'window':
      return `${code('from')} and ${code('size')} reach hit ${String(found)}, and ${allowed}`;
    case 'terms':
      return `The query has ${count(number, 'term')}, and ${allowed}`;
    case 'fields':
      return `With this, the index has ${count(number, 'field')} or more, and ${allowed}`;
    case 'depth':
      return `With this, objects of the index are nested ${count(number, 'level')} deep, and ${allowed}`;
    case 'nameLength':
      return `The field ${code(String(found))} has a longer name than ${code(setting)} allows: ${count(value, 'character')}. The fields that the service itself adds count, too.`;
  }
}
