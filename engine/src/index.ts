export { isBehind } from './binding/destination';
export { inclusionsOf } from './binding/inclusion';
export type {
  Authentication,
  CheckContext,
  Endpoint,
  IncludedBody,
  IncludedProblem,
  Inclusion,
  OutsideNames,
} from './binding/model';
export type {
  AutomaticCompletion,
  CodeAction,
  Completion,
  CompletionKind,
  Completions,
  FoldingSpan,
  Symbol,
} from './features/model';
export type { OfferedRequest } from './features/completion/request-list';
export { tokenModifiers, tokenTypes } from './features/outline/semantic-tokens';
export type { Conversion } from './convert/model';
export type { FormattedBlock } from './format/format-file';
export type { Finding, RelatedPosition } from './rules/rule';
export { indexOfBlock } from './rules/runner/check-file';
export type { CheckedBlock } from './rules/runner/file-block';
export { findingCounts, countKeyOf, type FindingCounts, type FindingCount } from './rules/runner/finding-counts';
export { inCode, loadMarkdown } from './features/markdown/foreign-markdown';
export { createEngine } from './engine/create-engine';
export type { ResponseParts, CheckOptions, Engine } from './engine/model';
export type { FileReport } from './rules/runner/check-file';

export { noService } from './binding/model';
