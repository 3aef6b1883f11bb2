import type { LifeRule } from '../../catalogue/resource-life';
import { notedSteps } from './follow-resources';
import type { BlockGroup, Report } from '../rule';

/** Reports the steps of a group that the catalogue gives to this rule. */
export function reportNotedSteps(
  rule: LifeRule,
  group: BlockGroup,
  report: (block: number, report: Report) => void,
): void {
  for (const { block, use, note, earlier } of notedSteps(group)) {
    if (note.rule !== rule) continue;
    const place = group.summaries[earlier]?.resource?.span;
    report(block, {
      message: note.message,
      span: use.span,
      severity: note.severity,
      provenance: note.provenance,
      related: place && [{ message: note.earlier.message, span: place, block: earlier - block }],
      isFixable: note.missing !== undefined,
    });
  }
}
