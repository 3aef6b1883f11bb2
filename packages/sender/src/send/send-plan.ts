import { exchange, type Follow, type Sent } from './exchange';
import { prepare } from './prepare-request';
import { refuseFilled, refuseWritten } from './refusals';
import type { Sending } from './sending';

/** Sends a plan: asks about what speaks against it, fills it in, asks about what it has become, and exchanges it for a response. */
export async function sendPlan(sending: Sending, follow?: Follow): Promise<Sent> {
  const before = await refuseWritten(sending);
  if (before !== undefined) return { kind: 'unsent', refusal: before };
  const filled = await prepare(sending);
  if ('cause' in filled) return { kind: 'unsent', refusal: filled };
  const refusal = await refuseFilled(sending, filled);
  return refusal === undefined ? exchange(sending, filled, follow) : { kind: 'unsent', refusal };
}
