import { bindBlock, endpointOfBlock, matchOfBlock } from './binding/bind-block';
import { isServiceNamed } from './binding/named-service';
import { operationById } from './binding/operation-by-id';
import type { Binding, CheckContext, Endpoint, IncludedProblem } from './binding/model';
import { catalogue as documentedCatalogue } from './services/registry';
import { isOfLines, linePathsOf } from './catalogue/line-paths';
import { createCatalogues, type LoadDescription } from './description/catalogues';
import type { Catalogue, Service } from './catalogue/service';
import type { Severity } from './catalogue/facts';
import type { Operation } from './catalogue/operation';
import { codeActionsFor, isAt } from './features/code-actions';
import { completeAt } from './features/complete';
import { describeCompletion } from './features/describe-completion';
import { foldingOf } from './features/folding';
import { hoverAt } from './features/hover';
import { ignoreActionsFor } from './features/ignore-action';
import type { AutomaticCompletion, CodeAction, Completions, FoldingSpan, Hover, Symbol } from './features/model';
import { symbolsOf } from './features/symbols';
import type { Finding, FixableFinding, Rule } from './rules/rule';
import { rules as allRules } from './rules/rules';
import type { RuleFailureListener } from './rules/runner/findings';
import { checkBlock, checkBlockWithFixes } from './rules/runner/run-rules';
import { createFixTrial } from './rules/runner/try-fix';
import type { BlockIdentity } from './rules/across/block-identity';
import { createFileChecker, indexOfBlock, withSeverities, type FileReport } from './rules/runner/check-file';
import { associationOfAnswer } from './run/answer-association';
import type { RequestPlan } from './run/plan';
import { planRequest } from './run/plan-request';
import type { WireRequest } from './sandbox/model';
import type { Block, BlockText, BodyAssociation } from './syntax/model';
import { largeBody } from './syntax/parse-body';
import { blockText } from './syntax/split-blocks';
import { createBlockParser } from './syntax/edit-block';
import { parseBlock } from './syntax/parse-block';
import { editRequestFile, openBodyFile, openRequestFile, type FileEdit, type RequestFile } from './syntax/request-file';
import { parseTarget } from './syntax/parse-target';
import { createMemo } from './structures/memo';
import { blockOfRecorded, blockOfWire, type RecordedParts } from './syntax/wire-block';
import { lineStartsOf, positionAt } from './text/lines';
import type { Span } from './text/span';
import { perObject } from './structures/memo';

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
  /** Outlines and foldable parts of blocks are made when they are checked, for somebody who asks for those of the whole file. */
  readonly keepsOutlines?: boolean;
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
  /** Checks the text of a file that is the body of the associated request. */
  checkBody(text: string, association: BodyAssociation, options: CheckOptions): readonly IncludedProblem[];
  /** Checks a received request by the same rules; returns errors, and what the real service is known to refuse. */
  checkWire(request: WireRequest, endpoint: Endpoint): readonly Finding[];
  /**
   * Returns the operation that a received request calls, if only the service's published description knows it, and what contradicts the
   * description there. Undefined for any other request.
   */
  describedWire(request: WireRequest, endpoint: Endpoint): DescribedWire | undefined;

  /**
   * Checks a recorded request by the rules about what is sent, and its response. Undefined where no endpoint, base URL or public host says
   * which service it went to.
   */
  checkRecorded(
    recorded: RecordedParts,
    answer: AnswerParts | undefined,
    options: CheckOptions,
  ): CheckedRecord | undefined;
  /** Checks the response to a request of an operation by the rules about responses; the lines of the findings count in its text. */
  checkAnswer(text: string, operation: string, options: CheckOptions): readonly IncludedProblem[];

  /** Returns the operation with an id such as `search-cluster.search`, also of a published description and of the services of the context. */
  operation(id: string, context: CheckContext): Operation | undefined;

  /** Describes the element at the offset. */
  hover(file: RequestFile, block: number, offset: number, options: CheckOptions): Hover | undefined;
  /** Offers completions at the offset; `describeCompletion` adds the long text. `automatic` is given when the list opens while typing. */
  complete(
    file: RequestFile,
    block: number,
    offset: number,
    options: CheckOptions,
    automatic?: AutomaticCompletion,
  ): Completions;
  /** Returns Markdown for a completion's `key`; `context` is that of the completion. */
  describeCompletion(key: string, context?: CheckContext): string | undefined;
  /** Returns the given findings of this block with their quick fixes: those that remove their finding and add no error. */
  withFixes(
    file: RequestFile,
    block: number,
    findings: readonly Finding[],
    options: CheckOptions,
  ): readonly FixableFinding[];
  /** Returns the quick fixes of the findings that overlap the span. */
  codeActions(file: RequestFile, block: number, span: Span, options: CheckOptions): readonly CodeAction[];
  /** Returns actions that insert `rulebook-ignore` comments for the findings that overlap the span; none where a comment is not possible. */
  ignoreActions(file: RequestFile, block: number, span: Span, options: CheckOptions): readonly CodeAction[];
  /** Returns the block's outline entries. They depend on nothing but the block, the file's definitions and the context. */
  symbols(file: RequestFile, block: number, context?: CheckContext): readonly Symbol[];
  folding(file: RequestFile, block: number): readonly FoldingSpan[];

  /** Returns the endpoint of the block's request, as far as the text defines it; cheaper than a plan. */
  endpoint(file: RequestFile, block: number, options: Pick<CheckOptions, 'context'>): Endpoint | undefined;

  /** Plans the block's request, or returns undefined when it holds none. */
  plan(file: RequestFile, block: number, options: CheckOptions): RequestPlan | undefined;
  /** Plans the requests of all blocks in order, as `plan` does. Checks them in the same pass, so that each block is parsed once. */
  planAll(file: RequestFile, options: CheckOptions): Iterable<RequestPlan>;
}

/** A received request of an operation that only a published description knows. */
export interface DescribedWire {
  readonly operation: Operation;
  /** Errors, and what contradicts the description. What is deprecated is not among them. */
  readonly findings: readonly Finding[];
}

/** A recorded response. */
export interface AnswerParts {
  readonly status: number;
  /** Absent when it was not recorded. */
  readonly body?: string;
}

/** What is found about a recorded request and its response. Positions mean nothing: the recording holds their texts in another form. */
export interface CheckedRecord {
  readonly findings: readonly Finding[];
  readonly ofAnswer: readonly Finding[];
}

/** Creates an engine over the documents' catalogue and all rules. */
export function createEngine(parts: EngineParts = {}): Engine {
  const catalogue = parts.catalogue ?? documentedCatalogue;
  const rules = parts.rules ?? allRules;
  const parserIn = createParsers(catalogue);
  const catalogueIn = createCatalogues(catalogue, parts.loadDescription);
  const bind = (block: Block, context: CheckContext, definitions?: RequestFile['definitions']) =>
    bindBlock(block, context, catalogueIn(context), definitions);
  const symbols = createMemo<BlockText, readonly Symbol[]>({ most: keptOutlines });
  const folding = createMemo<BlockText, readonly FoldingSpan[]>({ most: keptOutlines });
  const check = createFileChecker({
    parse: (text, association, context) => parserIn(context).parse(text, association),
    parseOnce: (text, association, context) => parserIn(context).parseOnce(text, association),
    bind,
    rules,
    ...(parts.onRuleFailure ? { onRuleFailure: parts.onRuleFailure } : {}),
    ...(parts.keepsOutlines === true && {
      onBlock(
        block: Block,
        binding: Binding | undefined,
        source: BlockText,
        { context }: CheckOptions,
        { definitions }: RequestFile,
      ) {
        // A large body would be read as a whole after each key.
        if (source.length >= largeBody) return;
        symbols.of(source, [context, definitions], () => symbolsOf(block, binding?.match));
        folding.of(source, [], () => foldingOf(block));
      },
    }),
  });
  const blockOf = (file: RequestFile, index: number, context: CheckContext) =>
    parserIn(context).parse(file.blocks.at(index) ?? nothing, file.association);
  const findingsOf = (file: RequestFile, index: number, options: CheckOptions) =>
    check(file, options).blocks.at(index)?.findings ?? [];
  const plan = (file: RequestFile, index: number, options: CheckOptions) => {
    const block = blockOf(file, index, options.context);
    const binding = bind(block, options.context, file.definitions);
    const errors = errorsIn(findingsOf(file, index, options));
    return planRequest(block, { binding, errors, startLine: file.blocks.lineOf(index) });
  };
  function* planAll(file: RequestFile, options: CheckOptions): Generator<RequestPlan, undefined> {
    const drafts: (RequestPlan | undefined)[] = [];
    let startLine = 0;
    const { findings } = check.visiting(file, options, (block, binding, { lineEnds }) => {
      if (drafts.length < keptPlans) drafts.push(planRequest(block, { binding, errors: 0, startLine }));
      startLine += lineEnds;
    });
    for (const [index, found] of findings.entries()) {
      const draft = index < keptPlans ? drafts[index] : plan(file, index, options);
      if (draft) yield { ...draft, errors: errorsIn(found) };
    }
    return undefined;
  }
  const withFixes = (file: RequestFile, index: number, findings: readonly Finding[], options: CheckOptions) => {
    const { context } = options;
    const wanted = new Set(findings.filter(({ isFixable }) => isFixable).map(({ rule }) => rule));
    if (wanted.size === 0) return findings;
    const block = blockOf(file, index, context);
    // A finding is plain data. To compute its fixes, its rule runs again on the current block.
    const binding = bind(block, context, file.definitions);
    const again = checkBlockWithFixes({
      block,
      binding,
      context,
      rules: rules.filter(({ id }) => wanted.has(id)),
      onRuleFailure: parts.onRuleFailure,
    });
    const byIdentity = new Map(again.map((finding) => [identityOfFinding(finding), finding]));
    const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
    const written = findings.map((finding): FixableFinding => {
      const rule = ruleOf.get(finding.rule);
      const across = rule?.scope === 'file' && finding.isFixable ? rule.fixes : undefined;
      if (rule?.scope === 'names' && finding.isFixable) {
        const { names } = check(file, options);
        return { ...finding, fixes: () => rule.fixes?.(finding, block.text, names) ?? [] };
      }
      if (across && binding) return { ...finding, fixes: () => across(finding, binding, catalogueIn(context)) };
      const fixes = byIdentity.get(identityOfFinding(finding))?.fixes;
      return fixes ? { ...finding, fixes } : finding;
    });
    const isSound = createFixTrial(file, index, check, options);
    return written.map((finding) => {
      const { fixes } = finding;
      return fixes ? { ...finding, fixes: () => fixes().filter((fix) => isSound(finding, fix)) } : finding;
    });
  };

  const wireFindings = (
    request: WireRequest,
    endpoint: Endpoint,
    isWanted: (binding: Binding) => boolean = () => true,
  ): { readonly binding: Binding | undefined; readonly findings: readonly Finding[] } => {
    const block = blockOfWire(request, endpoint.name, parserIn(noContext).takesLines);
    const context: CheckContext = { endpoints: [endpoint], defaults: { [endpoint.service]: endpoint.name } };
    const binding = bind(block, context);
    if (binding !== undefined && !isWanted(binding)) return { binding, findings: [] };
    return { binding, findings: checkBlock({ block, binding, context, rules, onRuleFailure: parts.onRuleFailure }) };
  };

  const sentRules = rules.filter(isAboutSending);
  const answerRules = new Set(rules.filter(isAboutAnswers).map(({ id }) => id));
  const answerFindings = (text: string, id: string, options: CheckOptions): readonly Finding[] => {
    const operation = operationById(catalogueIn(options.context), id)?.operation;
    if (operation === undefined) return [];
    const found = findingsOf(openBodyFile(text, associationOfAnswer(operation)), 0, options);
    return found.filter(({ rule }) => answerRules.has(rule));
  };

  return {
    catalogue,
    rules,
    openFile: openRequestFile,
    openBody: openBodyFile,
    editFile: editRequestFile,
    textOf: (file) => [...file.blocks].map(({ text }) => text).join(''),
    parse: (file, index, context = noContext) => blockOf(file, index, context),
    parseBlock: (block) => parserIn(noContext).parse(block),
    bind: (file, index, context) => bind(blockOf(file, index, context), context, file.definitions),
    check,
    checkBody(text, association, options) {
      const starts = lineStartsOf(text);
      return findingsOf(openBodyFile(text, association), 0, options).map(({ rule, severity, message, span }) => {
        return { rule, severity, message, span, line: positionAt(starts, span.start).line };
      });
    },
    checkWire(request, endpoint) {
      const { findings } = wireFindings(request, endpoint);
      return findings.filter(({ severity, isRefused }) => severity === 'error' || isRefused === true);
    },
    describedWire(request, endpoint) {
      const { binding, findings } = wireFindings(request, endpoint, isDescribed);
      if (binding === undefined || !isDescribed(binding)) return undefined;
      const { operation } = binding.match;
      return { operation, findings: findings.filter(isContradiction) };
    },
    operation: (id, context) => operationById(catalogueIn(context), id)?.operation,
    checkRecorded(recorded, answer, options) {
      const { context, severities } = options;
      const { origin } = parseTarget(recorded.url, [{ start: 0, end: recorded.url.length }]);
      if (origin === undefined) return undefined;
      const block = blockOfRecorded(recorded, parserIn(context).takesLines);
      const binding = bind(block, context);
      if (binding?.service === undefined || !isServiceNamed(binding)) return undefined;
      const { operation } = binding;
      const found = checkBlock({ block, binding, context, rules: sentRules, onRuleFailure: parts.onRuleFailure });
      const text = answer && `HTTP/1.1 ${answer.status}\n\n${/^\s*[[{]/.test(answer.body ?? '') ? answer.body : ''}\n`;
      return {
        findings: withSeverities(found, { context, severities }),
        ofAnswer: operation === undefined || text === undefined ? [] : answerFindings(text, operation.id, options),
      };
    },
    checkAnswer(text, operation, options) {
      const starts = lineStartsOf(text);
      return answerFindings(text, operation, options).map(({ rule, severity, message, span }) => {
        return { rule, severity, message, span, line: positionAt(starts, span.start).line };
      });
    },
    hover(file, index, offset, options) {
      const block = blockOf(file, index, options.context);
      return hoverAt(
        block,
        bind(block, options.context, file.definitions),
        offset,
        findingsOf(file, index, options),
        catalogueIn(options.context),
        check(file, options).names,
      );
    },
    complete(file, index, offset, options, automatic) {
      const { context } = options;
      const block = blockOf(file, index, context);
      const report = check(file, options);
      const scope = {
        names: report.names,
        block: index,
        blocks: file.blocks.size,
        bindingOf: (other: number) => bind(blockOf(file, other, context), context, file.definitions),
        indexOf: (identity: BlockIdentity) => indexOfBlock(report, identity),
      };
      return completeAt(
        block,
        bind(block, context, file.definitions),
        offset,
        context,
        catalogueIn(context),
        scope,
        rules,
        automatic,
      );
    },
    describeCompletion: (key, context = noContext) => describeCompletion(key, catalogueIn(context)),
    codeActions(file, index, span, options) {
      const found: Finding[] = [];
      for (const finding of findingsOf(file, index, options)) {
        if (finding.isFixable && isAt(finding, span)) found.push(finding);
        if (found.length === mostFixed) break;
      }
      return codeActionsFor(withFixes(file, index, found, options), span);
    },
    withFixes,
    ignoreActions: (file, index, span, options) =>
      ignoreActionsFor(blockOf(file, index, options.context), findingsOf(file, index, options), span),
    symbols(file, index, context = noContext) {
      const source = file.blocks.at(index) ?? nothing;
      return symbols.of(source, [context, file.definitions], () => {
        const block = blockOf(file, index, context);
        return symbolsOf(block, matchOfBlock(block, context, catalogueIn(context), file.definitions));
      });
    },
    folding: (file, index) =>
      folding.of(file.blocks.at(index) ?? nothing, [], () => foldingOf(blockOf(file, index, noContext))),
    endpoint: (file, index, options) =>
      endpointOfBlock(
        blockOf(file, index, options.context),
        options.context,
        catalogueIn(options.context),
        file.definitions,
      ),
    plan,
    planAll,
  };
}

interface Parser {
  readonly takesLines: (path: string) => boolean;
  readonly parse: (text: BlockText, association?: BodyAssociation) => Block;
  readonly parseOnce: (text: BlockText, association?: BodyAssociation) => Block;
}

/** Returns a function that finds the parser of a context. Without services of its own that take lines of JSON, it is that of the engine. */
function createParsers(base: Catalogue): (context: Pick<CheckContext, 'services'>) => Parser {
  const parserOf = (takesLines: Parser['takesLines']): Parser => ({
    takesLines,
    parse: createBlockParser(takesLines),
    parseOnce: (text, association) => parseBlock(text.text, association, takesLines),
  });
  const ofBase = parserOf(linePathsOf(base.services));
  const parserWith = perObject((services: readonly Service[]): Parser => {
    const hasLines = services.some(({ operations }) => operations.some(isOfLines));
    return hasLines ? parserOf(linePathsOf([...base.services, ...services])) : ofBase;
  });
  return ({ services }) => (services === undefined ? ofBase : parserWith(services));
}

/** Returns a key that is equal for findings of the same rule, span and message. */
function identityOfFinding({ rule, span, message }: Finding): string {
  return `${span.start} ${span.end} ${rule} ${message}`;
}

function errorsIn(findings: readonly Finding[]): number {
  return findings.filter((finding) => finding.severity === 'error').length;
}

/** Returns whether a rule is about what is sent, not about how a file is written. */
function isAboutSending({ id, category, scope, isRemark }: Rule): boolean {
  const isOfFile = scope === 'file' || scope === 'names' || isRemark === true;
  return !isOfFile && (category === 'correctness' || id === 'malformed-json' || id === 'house-rule');
}

function isAboutAnswers({ isForAnswers, isRemark, category }: Rule): boolean {
  return isForAnswers === true && isRemark !== true && category === 'correctness';
}

function isDescribed(
  binding: Binding,
): binding is Binding & { readonly match: Extract<Binding['match'], { readonly kind: 'operation' }> } {
  return binding.match.kind === 'operation' && binding.match.operation.provenance.kind === 'described';
}

/** A description is not a document, so its findings are warnings at most. */
function isContradiction({ severity, provenance, tag }: Finding): boolean {
  return severity === 'error' || (severity === 'warning' && provenance.kind === 'described' && tag !== 'deprecated');
}

/** The maximum number of findings of a block whose fixes are computed at once, since each fix examines the whole body. */
const mostFixed = 100;

/** The number of blocks whose outlines are kept. */
const keptOutlines = 60_000;

/** The number of blocks whose plans are made ahead; in a longer file, the other blocks are parsed again. */
const keptPlans = 20_000;

const noContext: CheckContext = { endpoints: [], defaults: {} };

const nothing = blockText('');
