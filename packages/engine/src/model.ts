import type { WayOut } from '@rulebook/checker/binding/bind-block';
import type { Binding, CheckContext, Endpoint, IncludedProblem } from '@rulebook/checker/binding/model';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import type { LoadDescription, LoadGraphql, LoadQueries } from '@rulebook/description/catalogues';
import type {
  AutomaticCompletion,
  CodeAction,
  Completions,
  FoldingSpan,
  Hover,
  Symbol,
} from '@rulebook/language/model';
import type { NameOccurrence } from '@rulebook/checker/names/occurrence';
import type { NamedResource } from '@rulebook/checker/names/resource-in';
import type { NamesSummary } from '@rulebook/checker/names/summary';
import type { OfferedRequest } from '@rulebook/language/completion/request-list';
import type { QueryNameAt } from '@rulebook/language/cursor/query-name-at';
import type { Signature } from '@rulebook/language/hover/signature';
import type { SemanticToken } from '@rulebook/language/outline/semantic-tokens';
import type { Conversion } from '@rulebook/checker/convert/model';
import type { FormattedBlock } from '@rulebook/request-file/format/format-file';
import type { FormatOptions } from '@rulebook/request-file/format/options';
import type { Finding, FixableFinding, Rule } from '@rulebook/checker/rules/rule';
import type { FileReport } from '@rulebook/checker/rules/runner/check-file';
import type { RuleFailureListener } from '@rulebook/checker/rules/runner/findings';
import type { PlannedCall } from '@rulebook/exchange/copy/planned-call';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { RequestPlan } from '@rulebook/sender/plan/plan';
import type { JudgedRequest, Judgement } from '@rulebook/sender/ports/ways';
import type { ExplainedRefusal, Refused } from '@rulebook/sender/response/explain-refusal';
import type { InlayHint } from '@rulebook/sender/variables/inlay-hints';
import type { ShownValues } from '@rulebook/sender/variables/shown-variable';
import type { RequestOrder } from '@rulebook/sender/send/request-order';
import type { WireRequest } from '@rulebook/sandbox/model';
import type { Block, BlockText, BodyAssociation } from '@rulebook/request-file/syntax/model';
import type { FileEdit, RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { ScriptForm } from '@rulebook/request-file/syntax';
import type { RecordedParts } from '@rulebook/request-file/syntax/wire-block';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';

/** The user's settings for checking. The same object (by identity) means the same findings. */
export interface CheckOptions {
  readonly context: CheckContext;
  /** Severity by rule id; `off` silences. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
}

/** The parts of an engine; all have defaults. */
export interface EngineParts {
  readonly catalogue?: Catalogue;
  readonly rules?: readonly Rule[];
  /** Absent: the published descriptions of the services are not available. */
  readonly loadDescription?: LoadDescription;
  /** Absent: documents of GraphQL are not checked. */
  readonly loadGraphql?: LoadGraphql;
  /** Absent: queries in bodies are not checked. */
  readonly loadQueries?: LoadQueries;
  /** Outlines and foldable parts of the first blocks of a file are made when they are checked, for an editor that asks for them next. */
  readonly keepsOutlines?: boolean;
  /** Each file is checked once, so its blocks are not kept for the next check. */
  readonly checksOnce?: boolean;
  /** Receives the id of a rule that threw an exception, once per rule. */
  readonly onRuleFailure?: RuleFailureListener;
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
  /** Opens a JSON file as the body of the associated request; it has one block. */
  openBody(text: string, association: BodyAssociation): RequestFile;
  /** Opens a Markdown file: the requests in its fenced blocks, and prose around them. */
  openMarkdown(text: string): RequestFile;
  /** Opens a Markdown file whose requests are judged and not sent: with the commands in its blocks for a shell, too. */
  openMarkdownWithCommands(text: string): RequestFile;
  /** Opens a script of a shell, or a workflow of GitHub, whose commands are judged and not sent. */
  openScript(text: string, form: ScriptForm): RequestFile;
  /** Applies edits in order; the work is proportional to the touched blocks. */
  editFile(file: RequestFile, edits: readonly FileEdit[]): RequestFile;
  /** Returns the whole text. */
  textOf(file: RequestFile): string;

  /** Returns the parsed block, which is cached. The context matters only for bodies of lines of its services. */
  parse(file: RequestFile, block: number, context?: CheckContext): Block;
  /** Returns a parsed block of a request file. */
  parseBlock(block: BlockText): Block;
  /** Returns the documented elements of the block's parts, or undefined when it holds no request. */
  bind(file: RequestFile, block: number, context: CheckContext): Binding | undefined;
  /** Checks every block. Findings of blocks that have been checked before under the same options (by identity) are reused. */
  check(file: RequestFile, options: CheckOptions): FileReport;
  /** Checks request files that are checked once, step by step: that takes less time than one file after the other. */
  checkTogether(files: readonly { file: RequestFile; options: CheckOptions }[]): readonly FileReport[];
  /** Checks the text of a file that is the body of the associated request. */
  checkBody(text: string, association: BodyAssociation, options: CheckOptions): readonly IncludedProblem[];
  /** Checks a received request by the same rules; returns errors, and what the real service is known to refuse. */
  checkWire(request: WireRequest, endpoint: Endpoint): readonly Finding[];
  /**
   * Returns the operation that a received request calls, if only the service's published description knows it, and what contradicts the
   * description there. Undefined for any other request. `services` are those of `rulebook.json`.
   */
  describedWire(request: WireRequest, endpoint: Endpoint, services?: readonly Service[]): DescribedWire | undefined;

  /**
   * Checks a recorded request by the rules about what is sent, and its response. Undefined where no endpoint, base URL or public host says
   * which service it went to.
   */
  checkRecorded(
    recorded: RecordedParts,
    answer: ResponseParts | undefined,
    options: CheckOptions,
  ): CheckedRecord | undefined;
  /** Returns the documented elements of a recorded request; undefined where its URL is not one. */
  bindRecorded(recorded: RecordedParts, context: CheckContext): Binding | undefined;
  /** Checks the response to a request of an operation by the rules about responses; the lines of the findings count in its text. */
  checkAnswer(text: string, operation: string, options: CheckOptions): readonly IncludedProblem[];

  /** Checks a response by the JSON Schema that a service of `createOwnService` stands for. */
  checkBySchema(text: string, schema: Service): readonly IncludedProblem[];

  /** Returns the operation with an id such as `search-cluster.search`, also of a published description and of the services of the context. */
  operation(id: string, context: CheckContext): Operation | undefined;

  /** Returns the service of an endpoint, with the operations of its published description; undefined for an endpoint without one. */
  serviceOf(endpoint: Endpoint, context: CheckContext): Service | undefined;

  /** Returns every request of the services that hold in the context, documented ones first. */
  requests(context: CheckContext): readonly OfferedRequest[];
  /**
   * Returns what is known of a request of an operation, as Markdown: its hover, its parameters and the members of its body, or of the part of the
   * body at a JSON pointer. Undefined for an unknown operation or part.
   */
  describeRequest(id: string, context: CheckContext, part?: string): string | undefined;
  /** Returns a request of an operation as a snippet; undefined for an unknown operation. */
  requestSnippet(id: string, method: string, context: CheckContext): string | undefined;

  /** Describes the element at the offset. */
  hover(
    file: RequestFile,
    block: number,
    offset: number,
    options: CheckOptions,
    values?: ShownValues,
  ): Hover | undefined;
  /**
   * Offers completions at the offset; `describeCompletion` adds the long text. `automatic` is given when the list opens while typing, and the name of
   * the file where it may say what its requests are about.
   */
  complete(
    file: RequestFile,
    block: number,
    offset: number,
    options: CheckOptions,
    automatic?: AutomaticCompletion,
    fileName?: string,
  ): Completions;
  /** Returns the values to show in the block's lines; never a secret. */
  inlayHints(file: RequestFile, block: number, options: CheckOptions, values: ShownValues): readonly InlayHint[];
  /** Returns Markdown for a completion's `key`; `context` is that of the completion. */
  describeCompletion(key: string, context?: CheckContext): string | undefined;
  /** Returns the given findings of this block with their quick fixes: those that remove their finding and add no error. */
  withFixes(
    file: RequestFile,
    block: number,
    findings: readonly Finding[],
    options: CheckOptions,
  ): readonly FixableFinding[];
  /** Applies safe quick fixes, or with `isUnsafe` all others as well, until none is left; remarks ask for no change. */
  fixAll(file: RequestFile, options: CheckOptions, which?: { readonly isUnsafe?: boolean }): FixedFile;
  /** Returns the quick fixes of the findings that overlap the span. */
  codeActions(file: RequestFile, block: number, span: Span, options: CheckOptions): readonly CodeAction[];
  /** Returns actions that insert `rulebook-ignore` comments for the findings that overlap the span; none where a comment is not possible. */
  ignoreActions(file: RequestFile, block: number, span: Span, options: CheckOptions): readonly CodeAction[];
  /** Returns the block's outline entries. They depend on nothing but the block, the file's definitions and the context. */
  symbols(file: RequestFile, block: number, context?: CheckContext): readonly Symbol[];
  folding(file: RequestFile, block: number): readonly FoldingSpan[];
  /** Returns the documented form of the block's request line, when the offset is in its target, or of the function of a query around it. */
  signature(file: RequestFile, block: number, offset: number, context: CheckContext): Signature | undefined;
  /** Returns the column at the offset of a query in the body, with its places in that query. */
  queryName(file: RequestFile, block: number, offset: number, context: CheckContext): QueryNameAt | undefined;
  /** Returns the spans around the offset, from the innermost to the whole block. */
  selection(file: RequestFile, block: number, offset: number): readonly Span[];
  /** Returns what the words of the block mean, in the order of the text. They depend on the block, the file's definitions and the context. */
  semanticTokens(file: RequestFile, block: number, context: CheckContext): readonly SemanticToken[];
  /** Returns the names that the block defines and uses, in the order of the text. They depend on nothing but the block. */
  names(file: RequestFile, block: number): readonly NameOccurrence[];
  /** Returns what is kept of a block of a file that is not open. Nothing is cached. */
  summariseNames(file: RequestFile, block: number): NamesSummary;
  /** Returns the resource of a service that the block's request names in its path. */
  resource(file: RequestFile, block: number): NamedResource | undefined;

  /**
   * Returns what formats a file, or only the blocks and offsets of a part. Only white space changes, nothing that is sent as it is written, and
   * no block that cannot be read.
   */
  format(file: RequestFile, options: FormatOptions, context: CheckContext, part?: FilePart): readonly FormattedBlock[];
  /** Returns the indentation of the line at the offset, when it belongs to a JSON body. */
  formatOnType(file: RequestFile, block: number, offset: number, options: FormatOptions): readonly TextEdit[];

  /** Returns changes of the form of the file that keep what it sends; `taken` are the paths of files that exist next to it. */
  conversions(
    file: RequestFile,
    block: number,
    span: Span,
    context: CheckContext,
    taken: ReadonlySet<string>,
  ): readonly Conversion[];
  /** Returns what takes the content of the file that is the block's body into the request, where it is sent alike. */
  bodyFromFile(file: RequestFile, block: number, content: string, context: CheckContext): Conversion | undefined;

  /** Returns the endpoint of the block's request, as far as the text defines it; cheaper than a plan. */
  endpoint(file: RequestFile, block: number, options: Pick<CheckOptions, 'context'>): Endpoint | undefined;
  /** Returns where the request of a block goes, without reading its body; undefined for a block without a request. */
  wayOut(file: RequestFile, block: number, options: Pick<CheckOptions, 'context'>): WayOut | undefined;

  /** Returns why a service refused the block's request, and where in the request that is. */
  explainRefusal(
    file: RequestFile,
    block: number,
    refused: Refused,
    options: CheckOptions,
  ): readonly ExplainedRefusal[];

  /** Plans the block's request, or returns undefined when it holds none. */
  plan(file: RequestFile, block: number, options: CheckOptions): RequestPlan | undefined;
  /** Returns what is known of a request that is filled in, by the services that hold in the context: what it is, and what it destroys. */
  judge(request: JudgedRequest, options: Pick<CheckOptions, 'context'>): Judgement;
  /** Returns how the service's official client calls the operation of the block's request, for copying it; undefined where that is not known. */
  clientCall(file: RequestFile, block: number, options: Pick<CheckOptions, 'context'>): PlannedCall | undefined;
  /** Plans the requests of all blocks in order, as `plan` does. Checks them in the same pass, so that each block is parsed once. */
  planAll(file: RequestFile, options: CheckOptions): Iterable<RequestPlan>;
  /** Returns the blocks of requests with those that they depend on in front of them, each once; or the names of a circle. */
  requestOrder(file: RequestFile, blocks: readonly number[], options: CheckOptions): RequestOrder;
}

/** A part of a file. */
interface FilePart {
  readonly start: { readonly block: number; readonly offset: number };
  readonly end: { readonly block: number; readonly offset: number };
}

/** A file after fixes. */
interface FixedFile {
  /** The same value when nothing was fixed. */
  readonly file: RequestFile;
  /** How many fixes were applied. */
  readonly count: number;
}

/** A received request of an operation that only a published description knows. */
interface DescribedWire {
  readonly operation: Operation;
  /** Errors, and what contradicts the description. What is deprecated is not among them. */
  readonly findings: readonly Finding[];
  /** What its caller needs; absent where it is not published. */
  readonly needs?: readonly RequestNeed[] | undefined;
}

/** A recorded response. */
export interface ResponseParts {
  readonly status: number;
  /** Absent when it was not recorded. */
  readonly body?: string;
}

/** What is found about a recorded request and its response. Positions mean nothing: the recording holds their texts in another form. */
interface CheckedRecord {
  readonly findings: readonly Finding[];
  readonly ofAnswer: readonly Finding[];
  /** The description says how the body of this response is, and it is there. */
  readonly isAnswerDescribed: boolean;
}
