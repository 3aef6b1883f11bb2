export { chatText, eventsOf, formatEvents, isEventStream } from './event-stream';
export { dumped } from './hex-dump';
export { describeDuration, describeSize } from './measures';
export {
  comparedResponse,
  responseDocument,
  responseParts,
  describeOrigin,
  type PrintText,
  type ResponseOrigin,
  type ResponseParts,
} from './response-document';

export { createBodyPieces, type BodyPieces } from './body-pieces';
export { createMessagePrinter, describeMessage } from './channel-text';
export { printJson } from './json-printer';
export { printHtml } from './xml-printer';
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
