import { redact } from '@rulebook/catalogue/masking/masker';
import { leftOutOf } from '../plan/explain-plan';
import type { RequestPlan } from '../plan/plan';

/** Returns the lines in front of a response: what other tools would do with the request in addition. */
export function headNotes(plan: RequestPlan): readonly string[] {
  const leftOut = leftOutOf(plan);
  return leftOut === undefined ? [] : [`# ${leftOut}`];
}

/** Returns the lines in front of a response, with the name of its request. */
export function headingOf(plan: RequestPlan, secrets: readonly string[]): string {
  return [`# ${redact(plan.label, secrets)}`, ...headNotes(plan)].join('\n');
}
