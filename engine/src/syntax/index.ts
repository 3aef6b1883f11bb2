export { definitionsIn } from './definitions';
export { isRequestFileName, requestFileEndings } from './request-file-name';
export { isMarkdownName, mayHoldRequests, withoutProse } from './markdown';
export { isCurl } from './curl/import-curl';
export type { BlockText, BodyAssociation } from './model';
export type { RequestFile } from './request-file';
export { spansOf } from './json/json-spans';
export type { RecordedParts } from './wire-block';
export { forgetLines, lineStartsIn, blockOffsetAt } from './request-file';
export { requestLineOf } from './request-line';
export { definitionsIn } from './definitions';
export { isRequestFileName, requestFileEndings } from './request-file-name';
export { isMarkdownName, mayHoldRequests, withoutProse } from './markdown';
export { isCurl } from './curl/import-curl';
export type {
  Block,
  BlockText,
  BodyAssociation,
  EarlierResponseLine,
  ImportLine,
  OutputLine,
  Prompt,
  RunLine,
  Script,
} from './model';
export type { FileEdit, RequestFile } from './request-file';
export type { RecordedParts } from './wire-block';
export { forgetLines, lineStartsIn, openRequestFile, blockOffsetAt } from './request-file';
export { requestLineOf } from './request-line';
