import { explainDenial, type Denial } from './explain-denial';
import { rightsOfService } from '@rulebook/services/rights';
import type { RequestPlan } from '../plan/plan';

/** Returns which rights a response says that its request lacked, one sentence each, with secrets; empty for any other response. */
export function denialOf(
  { service = '', needs }: Pick<RequestPlan, 'service' | 'needs'>,
  response: Denial,
): readonly string[] {
  return explainDenial(response, needs, rightsOfService(service));
}
