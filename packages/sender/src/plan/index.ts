export { joinPages, pagesOf, type Pages } from './pages-of';
export { requestText } from './request-text';
export { allowsSending, leftOutOf, problemsOf } from './explain-plan';
export { withoutScripts } from './planned-script';
export { withImportedScripts } from './scripted-names';
export { mayReferTo, requestsNamed, requestsReferred } from './requests-needed';
export { maskRequest, type MaskedRequest } from './mask-request';
export { secretsOfResponse } from './request-secrets';
export { wantsCredential } from './wants-credential';
export type { BodyFile, PreparedRequest } from './prepared-request';
export type {
  CancelSignal,
  ConnectionOptions,
  ResponseObserver,
  SendOptions,
  Transport,
  WireRecord,
} from './transport';
export type { Effect, LeftOut, PlannedAssert, PlannedPrompt, RequestPlan, Segment } from './plan';
export type { ReceivedResponse, ResponseHead, ResponseTiming, Retry, TransportFailure } from './response';
export type { ChannelMessage, ChannelStep, OpenChannel } from './channel';
export { secretsOfRecorded, secretsOfRequest } from './request-secrets';
export { cancelled, reasonOf, refused, type Objection, type Refusal } from '../refusal';
