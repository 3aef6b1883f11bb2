import type { RequestPlan } from '../plan/plan';
import { valueInIteration } from './iterations';
import type { NamedResponses } from './named-responses';
import type { createFiller } from './resolve-variables';
import type { Resolve, SystemPorts } from './system-variables';

/** What fills in one request. */
export interface RequestValues {
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  /** The responses of requests that were sent before. */
  readonly answers: NamedResponses;
}

/** Returns what a filler of a request is made of: what this time of a repetition says comes before responses. */
export function fillerPartsOf(
  { turn }: Pick<RequestPlan, 'turn'>,
  { resolve, system, answers }: RequestValues,
): Parameters<typeof createFiller> {
  return [resolve, system, (name) => valueInIteration(turn, name) ?? answers.resolve(name)];
}
