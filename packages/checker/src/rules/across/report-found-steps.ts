import type { LifeRule } from '@rulebook/catalogue/resource-life';
import { foundSteps } from './follow-resources';
import type { Report } from '../rule';
import type { BlockGroup } from './summary';

/** Reports the steps of a group that the catalogue gives to this rule. */
export function reportFoundSteps(
  rule: LifeRule,
  group: BlockGroup,
  report: (block: number, report: Report) => void,
): void {
  for (const { block, use, note, earlier } of foundSteps(group)) {
    if (note.rule !== rule) continue;
    const earlierSpan = group.summaries[earlier]?.resource?.span;
    report(block, {
      message: note.message,
      span: use.span,
      severity: note.severity,
      provenance: note.provenance,
      related: earlierSpan && [{ message: note.earlier.message, span: earlierSpan, block: earlier - block }],
      isFixable: note.missing !== undefined,
    });
  }
}
