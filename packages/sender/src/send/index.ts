export { signalOf } from './cancel-signal';
export type { CookieJar, KeptCookie } from './cookies';
export type { WayPorts, WayQuestion } from './allowed-ways';
export { prepareRequest, withoutAuthorization, type CredentialAnswer, type PreparePorts } from './prepare-request';
export { unknownEndpoint, type Refusal } from './refusals';
export type { Judge, JudgedRequest, Judgement } from './judge-sent';
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
export { createRateLimits, type RateLimits } from './rate-limits';
export { exchangeSettings } from './exchange-settings';
export { explainMissing, headNotes, sendPlan, type Decision, type Sent, type SendPorts } from './send-plan';
export { questionAbout } from './refusals';
export { definitionLayers } from './imported-files';
export { requestTextIn } from './imported-files';
export { headingOf } from './send-plan';
