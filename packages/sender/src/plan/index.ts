export { joinPages, pagesOf, type Pages } from './pages-of';
export { requestText } from './request-text';
export { allowsSending, leftOutOf, problemsOf } from './explain-plan';
export { withoutScripts } from './planned-script';
export { withImportedScripts } from './scripted-names';
export { maskRequest, type MaskedRequest } from './mask-request';
export { secretsOfResponse } from './request-secrets';
export { wantsCredential } from './wants-credential';
export type {
  BodyFile,
  CancelSignal,
  ConnectionOptions,
  Effect,
  LeftOut,
  PlannedAssert,
  PlannedPrompt,
  PreparedRequest,
  ReceivedResponse,
  RequestPlan,
  ResponseHead,
  ResponseObserver,
  ResponseTiming,
  Retry,
  Segment,
  SendOptions,
  Transport,
  TransportFailure,
  WireRecord,
} from './plan';
export type { ChannelMessage, ChannelRecord, ChannelStep, OpenChannel } from './channel';
export { secretsOfRecorded } from './request-secrets';
