import type { Binding, CheckContext, Endpoint } from './binding/model';
import type { Catalogue, Severity } from './catalogue/model';
import type { CodeAction, Completion, FoldingSpan, Hover, Symbol } from './features/model';
import type { Finding, Rule } from './rules/rule';
import type { RequestPlan } from './run/plan';
import type { WireRequest } from './sandbox/model';
import type { Block, BodyAssociation } from './syntax/model';
import type { FileEdit, RequestFile } from './syntax/request-file';
import type { Span } from './text/span';

export type { Binding, CheckContext, Endpoint } from './binding/model';
export type { Catalogue, Operation, Provenance, Service, ServiceId, Severity } from './catalogue/model';
export type { CodeAction, Completion, CompletionKind, FoldingSpan, Hover, Symbol } from './features/model';
export type { Finding, RelatedPlace, Rule } from './rules/rule';
export {
  defaultConfiguration,
  mergeConfiguration,
  parseConfiguration,
  type Configuration,
  type ConfigurationProblem,
} from './run/configuration';
export { definitionsIn } from './run/definitions';
export { describeResponse, secretsIn } from './run/describe-response';
export { credentialVariable, overrideEndpoints } from './run/environment-overrides';
export type { FoundSecret } from './run/json-printer';
export { isBehind, materialise, type Materialised, type MaterialiseInput } from './run/materialise';
export { mask, redact } from './run/redact';
export type { SystemPorts } from './run/resolve-variables';
export type {
  CancelSignal,
  PreparedRequest,
  ReceivedResponse,
  RequestPlan,
  Segment,
  SendOptions,
  Transport,
  TransportFailure,
} from './run/plan';
export type { WireRequest, WireResponse } from './sandbox/model';
export type { Block, BlockText, BodyAssociation } from './syntax/model';
export type { FileEdit, RequestFile } from './syntax/request-file';
export type { TextEdit } from './text/edit';
export type { LinePosition } from './text/lines';
export type { Span } from './text/span';

/** The findings of each block, in the order of the blocks; spans count from the start of the block. */
export interface FileReport {
  readonly findings: readonly (readonly Finding[])[];
}

/** What the user decides about checking. */
export interface CheckOptions {
  readonly context: CheckContext;
  /** Severity by rule id; `off` silences. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
}

/**
 * The façade of the engine: text in, data out. Nothing here reads a file, a clock or the network, and nothing throws on bad input.
 * Positions are a block's index in the file and an offset in UTF-16 code units from the block's start.
 */
export interface Engine {
  readonly catalogue: Catalogue;
  readonly rules: readonly Rule[];

  /** Splits a request file into blocks. */
  openFile(text: string): RequestFile;
  /** Opens a JSON file as the body of the associated request: a file of one block. */
  openBody(text: string, association: BodyAssociation): RequestFile;
  /** Applies edits in order; work is proportional to the touched blocks. */
  editFile(file: RequestFile, edits: readonly FileEdit[]): RequestFile;
  /** Returns the whole text. */
  textOf(file: RequestFile): string;

  /** Returns the parsed block; parsed once and kept for a while. */
  parse(file: RequestFile, block: number): Block;
  /** Returns what the documents call the parts of the block, or undefined when it holds no request. */
  bind(file: RequestFile, block: number, context: CheckContext): Binding | undefined;
  /** Checks every block. Findings of blocks that have been checked before under the same options (by identity) are reused. */
  check(file: RequestFile, options: CheckOptions): FileReport;
  /** Checks a request that came over the wire, by the same rules; only findings of error severity are returned. */
  checkWire(request: WireRequest, endpoint: Endpoint): readonly Finding[];

  /** Describes what stands at the offset. */
  hover(file: RequestFile, block: number, offset: number, options: CheckOptions): Hover | undefined;
  /** Offers what can stand at the offset; `describeCompletion` adds the long text. */
  complete(file: RequestFile, block: number, offset: number, options: CheckOptions): readonly Completion[];
  /** Returns Markdown for a completion's `key`. */
  describeCompletion(key: string): string | undefined;
  /** Quick fixes of the findings that overlap the span. */
  codeActions(file: RequestFile, block: number, span: Span, options: CheckOptions): readonly CodeAction[];
  /** The block's outline entries. */
  symbols(file: RequestFile, block: number): readonly Symbol[];
  folding(file: RequestFile, block: number): readonly FoldingSpan[];

  /** Plans the block's request, or returns undefined when it holds none. */
  plan(file: RequestFile, block: number, options: CheckOptions): RequestPlan | undefined;
}
