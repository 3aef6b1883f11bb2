export { signalOf } from './cancel-signal';
export { prepareRequest, withoutAuthorization } from './prepare-request';
export type { Decision, SendPolicy } from './policy';
export { unknownEndpoint } from './refusals';
export type { Objection } from '../plan/refusal';
export { describeCircle } from './request-order';
export {
  readLinkedFiles,
  withImported,
  type ImportPorts,
  type RequestSource,
  type LinkedFiles,
} from './imported-files';
export { runOrder, type RunStep } from './run-order';
export { runSteps, type StepOptions } from './run-steps';
export { stepNamesOf } from './step-names';
export { createRateLimits } from './rate-limits';
export { explainMissing, headNotes, type Follow, type Sent } from './send-plan';
export { questionAbout } from './refusals';
export { definitionLayers } from './imported-files';
export { requestTextIn } from './imported-files';
export { headingOf } from './send-plan';
export { turnsOf } from './sending';
