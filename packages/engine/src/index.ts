export { isBehind } from '@rulebook/checker/binding/destination';
export { inclusionsOf } from '@rulebook/checker/binding/inclusion';
export type { Authentication } from '@rulebook/checker/binding/authentication';
export type {
  CheckContext,
  Endpoint,
  IncludedBody,
  IncludedProblem,
  Inclusion,
  OutsideNames,
} from '@rulebook/checker/binding/model';
export type {
  AutomaticCompletion,
  CodeAction,
  Completion,
  CompletionKind,
  Completions,
  FoldingSpan,
  Symbol,
} from '@rulebook/language/model';
export type { OfferedRequest } from '@rulebook/language/completion/request-list';
export { tokenModifiers, tokenTypes } from '@rulebook/language/outline/semantic-tokens';
export type { Conversion } from '@rulebook/checker/convert/model';
export type { FormattedBlock } from '@rulebook/request-file/format/format-file';
export type { Finding, RelatedPosition } from '@rulebook/checker/rules/rule';
export { indexOfBlock } from '@rulebook/checker/rules/runner/check-file';
export type { CheckedBlock } from '@rulebook/checker/rules/runner/file-block';
export {
  findingCounts,
  countKeyOf,
  type FindingCounts,
  type FindingCount,
} from '@rulebook/checker/rules/runner/finding-counts';
export { inCode, loadMarkdown, readMarkdownWith } from '@rulebook/catalogue/markdown/foreign-markdown';
export { createEngine } from './create-engine';
export type { ResponseParts, CheckOptions, Engine } from './model';
export type { FileReport } from '@rulebook/checker/rules/runner/check-file';

export { noService } from '@rulebook/checker/binding/model';
