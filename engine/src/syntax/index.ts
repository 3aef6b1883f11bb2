export { definitionsIn } from './definitions';
export { isMarkdownName, isRequestFileName, requestFileEndings } from './request-file-name';
export { mayHoldRequests, withoutProse } from './markdown';
export { isCurl } from './curl/import-curl';
export type { BlockText, BodyAssociation } from './model';
export type { RequestFile } from './request-file';
export type { RecordedParts } from './wire-block';
export { forgetLines, lineStartsIn, blockOffsetAt } from './request-file';
export { requestLineOf } from './request-line';
