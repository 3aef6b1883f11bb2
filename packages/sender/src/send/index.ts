export { signalOf } from './cancel-signal';
export { prepareRequest, withoutAuthorization } from './prepare-request';
export type { Decision, SendPolicy } from './policy';
export { unknownEndpoint } from './refusals';
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
export type { Follow, Sent } from './exchange';
export { headNotes } from './headings';
export { questionAbout } from './refusals';
export { definitionLayers } from './imported-files';
export { requestTextIn } from './imported-files';
export { headingOf } from './headings';
export { turnsOf } from './sending';
