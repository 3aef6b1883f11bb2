export type { CookieJar, KeptCookie } from './cookies';
export type { WayPorts, WayQuestion } from './allowed-ways';
export { prepareRequest, withoutAuthorization, type CredentialAnswer, type PreparePorts } from './prepare-request';
export { unknownEndpoint, type Refusal } from './refusals';
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
export type { SendOrder, SendReport, SendStep } from './send-order';
export { createRateLimits, type RateLimits } from './rate-limits';
export { exchangeSettings } from './exchange-settings';
export { explainMissing, headNotes, sendPlan, type Decision, type Sent, type SendPorts } from './send-plan';
export { questionAbout } from './refusals';
export { definitionLayers } from './imported-files';
export { requestTextIn } from './imported-files';
export { titleOf } from './send-plan';
export { describeOutcome } from './outcome';
export { describeWritten } from './outcome';
export { hasFailed } from './outcome';
export { judge } from './outcome';
export { plainWords } from './outcome';
export type { DescribedOutcome } from './outcome';
export type { Difference } from './outcome';
export type { Failure } from './outcome';
export type { Judgement } from './outcome';
export type { Outcome } from './outcome';
export type { OutcomeWords } from './outcome';
export type { Verdict } from './outcome';
export type { WrittenFile } from './outcome';
export type { WrittenFiles } from './outcome';
export { runPlan } from './run-plan';
export type { ResponseWriter } from './run-plan';
export type { RunPorts } from './run-plan';
