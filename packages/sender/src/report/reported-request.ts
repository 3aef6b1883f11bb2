import { reportedAssert } from './reported-assert';
import type { DescribedOutcome, Outcome } from '../outcome/outcome';
import type { ReportedRequest } from './run-report';

/** Returns what a report says of an outcome; `place` says which request it is. */
export function reportedRequest(
  { plan, sent, asserts, log = [] }: Outcome,
  { label, verdict, reason, objections }: DescribedOutcome,
  place: Pick<ReportedRequest, 'line' | 'url' | 'endpoint' | 'turn' | 'details' | 'attempts' | 'earlierFailures'> = {},
): ReportedRequest {
  const cause = reason ?? objections[0];
  return {
    operation: plan.template === undefined ? undefined : `${plan.method} ${plan.template}`,
    tags: plan.tags,
    label,
    method: plan.method,
    ...place,
    outcome: verdict,
    isSent: sent.kind === 'answered',
    ...(sent.kind === 'answered' && {
      status: sent.response.status,
      duration: Math.round(sent.response.duration),
    }),
    ...(cause !== undefined && { reason: cause }),
    asserts: asserts.map((assert) => ({ ...reportedAssert(assert), line: assert.line + 1 })),
    ...(log.length > 0 && { log: log.map(({ text }) => text) }),
  };
}
