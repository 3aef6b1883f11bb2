export { formatEvents, isEventStream } from './event-stream';
export { dumped } from './hex-dump';
export { describeDuration, describeSize } from './measures';
export { comparedResponse, responseDocument, describeOrigin, type ResponseOrigin } from './response-document';

export { printJson } from './json-printer';
export {
  describeEnd,
  describeHead,
  describeResponse,
  maskResponse,
  secretsIn,
  summariseResponse,
} from './describe-response';
export { beginningOfEarlier, comparedWithEarlier, readEarlierResponse, type EarlierResponse } from './earlier-response';
export { associationOfResponse } from './response-association';
export { formatEvents, isEventStream } from './event-stream';
export { dumped } from './hex-dump';
export { describeDuration, describeSize } from './measures';
export {
  comparedResponse,
  responseDocument,
  describeOrigin,
  type DocumentOptions,
  type ResponseOrigin,
  type ResponseDocument,
} from './response-document';
export type { ExplainedRefusal, Refused } from './explain-refusal';
export { printJson } from './json-printer';
export {
  describeEnd,
  describeHead,
  describeResponse,
  maskResponse,
  secretsIn,
  summariseResponse,
} from './describe-response';
export {
  beginningOfEarlier,
  comparedWithEarlier,
  readEarlierResponse,
  type EarlierResponse,
} from './earlier-response';
export { evaluateAsserts, type AssertContext } from '../asserts/evaluate-asserts';
export { mayHaveTests, testedRequests, type TestedRequest } from '../asserts/tested-requests';
export {
  describeAssertResult,
  failedRedirect,
  judgesStatus,
  type AssertOutcome,
  type AssertResult,
} from '../asserts/assert-result';
export { associationOfResponse } from './response-association';
