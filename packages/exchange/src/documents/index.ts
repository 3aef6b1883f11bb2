export { completeDocument, type DocumentContext } from './complete';
export { definitionInDocument, type DefinedPlace, type FoundDefinition } from './find-definition';
export { describeInDocument } from './describe';
export { documentIn } from './place-in-arazzo';
export type { DocumentFormat } from './form-at';
export { fixesInDocument, type DocumentFix } from './fixes';
export type { RequestLanguage, RequestOffer } from './step-as-request';
export type { DocumentOffer } from './written';
