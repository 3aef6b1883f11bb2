import { fillEffects } from '../variables/shown-values';
import { exchange, type Follow, type Sent } from './exchange';
import { refuseFilled, refuseWritten } from './refusals';
import { prepare } from './prepare-request';
import type { Sending } from './sending';

/** Sends a plan: asks about what speaks against it, fills it in, asks about what it has become, and exchanges it for a response. */
export async function sendPlan(written: Sending, follow?: Follow): Promise<Sent> {
  const { effects } = written.plan;
  // Only a loss is asked about; what else the request does is in its explanation.
  const isLosing = effects?.some(({ kind }) => kind === 'loss') === true;
  const sending = isLosing
    ? { ...written, plan: { ...written.plan, effects: fillEffects(effects, written.values) } }
    : written;
  const before = await refuseWritten(sending);
  if (before !== undefined) return { kind: 'unsent', refusal: before };
  const filled = await prepare(sending);
  if ('cause' in filled) return { kind: 'unsent', refusal: filled };
  const refusal = await refuseFilled(sending, filled);
  return refusal === undefined ? exchange(sending, filled, follow) : { kind: 'unsent', refusal };
}
