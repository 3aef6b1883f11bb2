import { endpointOfBlock, matchOfBlock, wayOutOfBlock } from '../binding/bind-block';
import type { Binding, CheckContext, OperationMatch } from '../binding/model';
import { codeActionsFor, isAt } from '../features/actions/code-actions';
import { completeAt } from '../features/completion/complete';
import { describeCompletion } from '../features/hover/describe';
import { describeRequest } from '../features/hover/describe-request';
import { foldingOf } from '../features/outline/folding';
import { hoverAt, hoverInCommand } from '../features/hover/hover';
import { ignoreActionsFor } from '../features/actions/ignore-action';
import { fillMembers } from '../features/completion/fill-members';
import type { FoldingSpan, Symbol } from '../features/model';
import { listRequests, requestSnippet } from '../features/completion/request-list';
import { conversionsAt } from '../convert/conversions-at';
import { scriptEdits } from '../convert/rewrite-scripts';
import { takeBodyFromFile } from '../convert/convert-body';
import { selectionAt } from '../features/outline/selection';
import { signatureAt } from '../features/hover/signature';
import { semanticTokensOf } from '../features/outline/semantic-tokens';
import { symbolsOf } from '../features/outline/symbols';
import type { NameOccurrence } from '../names/occurrence';
import { occurrencesIn } from '../names/occurrences-in';
import { resourceIn } from '../names/resource-in';
import { summariseNames } from '../names/summary';
import { formatOnType } from '../format/format-on-type';
import type { BlockIdentity } from '../rules/across/block-identity';
import type { Finding } from '../rules/rule';
import { indexOfBlock } from '../rules/runner/check-file';
import { plannedCallOf } from '../exchange-formats/copy/planned-call';
import type { RequestPlan } from '../sending/plan/plan';
import { convertCurl } from '../exchange-formats/convert-curl';
import { withFindings } from '../sending/plan/effects-of';
import { planCurl } from '../sending/plan/plan-curl';
import { planRequest } from '../sending/plan/plan-request';
import { scriptedNamesOf } from '../sending/plan/scripted-names';
import { explainRefusal } from '../sending/response/explain-refusal';
import { orderOf } from '../sending/send/request-order';
import { inlayHintsOf } from '../sending/variables/inlay-hints';
import { createVariableView, type ShownValues, type VariableView } from '../sending/variables/shown-variable';
import { createMemo } from '../structures/memo';
import type { Block, BlockText } from '../syntax/model';
import { largeBody } from '../syntax/bodies/parse-body';
import { editRequestFile, fileEditsOf, openRequestFile, textOfFile, type RequestFile } from '../syntax/request-file';
import { withoutProse } from '../syntax/markdown';
import { curlRequestOf } from '../syntax/curl/curl-request';
import { blockText } from '../syntax/split-blocks';
import type { CheckOptions, Engine, EngineParts } from './model';
import { createCheckerParts } from './checking/create-checker';
import { createFormatterOf, parsingIn } from './formatting/create-formatter';

/** Creates an engine over the documents' catalogue and all rules. */
export function createEngine(parts: EngineParts = {}): Engine {
  const { checker, check, parserIn, catalogueIn, bind, blockOf, bindAt, findingsOf } = createCheckerParts(
    parts,
    (block, binding, source, { context }, { definitions, isNotOpen }) => {
      // A large body would be read as a whole after each key.
      if (parts.keepsOutlines !== true || isNotOpen || source.length >= largeBody) return;
      symbols.of(source, [context, definitions], () => outlineOf(block, binding?.match, context, definitions));
      folding.of(source, [], () => foldingOf(block));
    },
  );
  const { rules, withFixes } = checker;
  const curlOf = (block: Block, context: CheckContext) =>
    curlRequestOf(block, (text) => parserIn(context).parseOnce(blockText(text)));
  const outlineOf = (
    block: Block,
    match: OperationMatch | undefined,
    context: CheckContext,
    definitions: RequestFile['definitions'],
  ) => {
    const curl = curlOf(block, context);
    const meant = curl ? matchOfBlock(curl.block, context, catalogueIn(context), definitions) : match;
    return symbolsOf(block, meant, curl);
  };
  const symbols = createMemo<BlockText, readonly Symbol[]>({ most: keptOutlines });
  const folding = createMemo<BlockText, readonly FoldingSpan[]>({ most: keptOutlines });
  const names = createMemo<BlockText, readonly NameOccurrence[]>({ most: keptOutlines });
  const parsingOf = (file: RequestFile, context: CheckContext) => parsingIn(file, parserIn(context));
  const draftOf = (
    file: RequestFile,
    { block, binding, startLine }: { block: Block; binding: Binding | undefined; startLine: number },
    { context }: CheckOptions,
  ) => {
    const common = {
      startLine,
      definitions: file.definitions,
      scripted: scriptedNamesOf(file),
      include: context.include,
    };
    const curl = block.otherRequest?.curl;
    if (curl === undefined) return planRequest(block, { ...common, binding });
    const read = (text: string) => {
      const parsed = parserIn(context).parseOnce(blockText(text));
      return { block: parsed, binding: bind(parsed, context, file.definitions) };
    };
    return planCurl(block, curl, { ...common, read });
  };
  const plan = (file: RequestFile, index: number, options: CheckOptions) => {
    const { block, binding } = bindAt(file, index, options.context);
    const startLine = file.blocks.lineOf(index);
    const draft = draftOf(file, { block, binding, startLine }, options);
    return draft && withFindings(draft, findingsOf(file, index, options));
  };
  function* planAll(file: RequestFile, options: CheckOptions): Generator<RequestPlan, undefined> {
    const drafts: (RequestPlan | undefined)[] = [];
    let startLine = 0;
    const { findings } = check.visiting(file, options, (block, binding, { lineEnds }) => {
      if (drafts.length < keptPlans) drafts.push(draftOf(file, { block, binding, startLine }, options));
      startLine += lineEnds;
    });
    for (const [index, found] of findings.entries()) {
      const draft = index < keptPlans ? drafts[index] : plan(file, index, options);
      if (draft) yield withFindings(draft, found);
    }
    return undefined;
  }
  const views = createMemo<RequestFile, VariableView>({ most: 2 });
  const viewOf = (file: RequestFile, { environments, environment, imported }: ShownValues) =>
    views.of(file, [environments, environment, imported], () =>
      createVariableView(file.isMarkdown ? withoutProse(textOfFile(file)) : textOfFile(file), {
        environments,
        environment,
        ...(imported && { imported }),
      }),
    );

  return {
    ...checker,
    clientCall(file, index, { context }) {
      const { binding } = bindAt(file, index, context);
      return binding && plannedCallOf(binding, catalogueIn(context));
    },
    requests: (context) => listRequests(catalogueIn(context)),
    describeRequest: (id, context, part) => describeRequest(catalogueIn(context), id, part),
    requestSnippet: (id, method, context) => requestSnippet(catalogueIn(context), id, method),
    inlayHints: (file, index, { context }, values) => inlayHintsOf(blockOf(file, index, context), viewOf(file, values)),
    hover(file, index, offset, options, values) {
      const { block, binding } = bindAt(file, index, options.context);
      const { names, blocks } = check(file, options);
      // The text is read only where a user points at a variable.
      const describeValue = values && ((name: string) => viewOf(file, values).describe(name));
      const curl = curlOf(block, options.context);
      const found = blocks.at(index)?.findings ?? [];
      if (curl && offset >= (block.otherRequest?.span.start ?? 0)) {
        const bound = bind(curl.block, options.context, file.definitions);
        const hovered = { catalogue: catalogueIn(options.context), names, describeValue };
        const hover = hoverInCommand(curl, bound, offset, found, hovered);
        if (hover) return hover;
      }
      return hoverAt(block, binding, offset, found, catalogueIn(options.context), names, describeValue);
    },
    complete(file, index, offset, options, automatic) {
      const { context } = options;
      const { block, binding } = bindAt(file, index, context);
      if (block.isProse) return { items: [], isIncomplete: false };
      const report = check(file, options);
      const scope = {
        names: report.names,
        block: index,
        blocks: file.blocks.size,
        bindingOf: (other: number) => bindAt(file, other, context).binding,
        indexOf: (identity: BlockIdentity) => indexOfBlock(report, identity),
      };
      return completeAt({ block, binding, offset, context, catalogue: catalogueIn(context), scope, rules }, automatic);
    },
    describeCompletion: (key, context = noContext) => describeCompletion(key, catalogueIn(context)),
    codeActions(file, index, span, options) {
      const found: Finding[] = [];
      for (const finding of findingsOf(file, index, options)) {
        if (finding.isFixable && isAt(finding, span)) found.push(finding);
        if (found.length === maxFixed) break;
      }
      return codeActionsFor(withFixes(file, index, found, options), span);
    },
    ignoreActions: (file, index, span, options) =>
      ignoreActionsFor(blockOf(file, index, options.context), findingsOf(file, index, options), span),
    symbols(file, index, context = noContext) {
      const source = file.blocks.at(index) ?? nothing;
      return symbols.of(source, [context, file.definitions], () => {
        const block = blockOf(file, index, context);
        const match = matchOfBlock(block, context, catalogueIn(context), file.definitions);
        return outlineOf(block, match, context, file.definitions);
      });
    },
    folding: (file, index) =>
      folding.of(file.blocks.at(index) ?? nothing, [], () => foldingOf(blockOf(file, index, noContext))),
    names(file, index) {
      const source = file.blocks.at(index) ?? nothing;
      const read = () => {
        // A block that is not in use is not kept as a tree.
        const { parse, parseOnce } = parserIn(noContext);
        return occurrencesIn((source.length < largeBody ? parseOnce : parse)(source, file.association));
      };
      return file.isNotOpen === true ? read() : names.of(source, [file.association], read);
    },
    summariseNames(file, index) {
      const block = parserIn(noContext).parseOnce(file.blocks.at(index) ?? nothing, file.association);
      return summariseNames(block, bind(block, noContext, file.definitions));
    },
    resource(file, index) {
      const { binding } = bindAt(file, index, noContext);
      return binding && file.association === undefined ? resourceIn(binding) : undefined;
    },
    signature(file, index, offset, context) {
      const { binding } = bindAt(file, index, context);
      return binding && file.association === undefined ? signatureAt(binding, offset, catalogueIn(context)) : undefined;
    },
    selection: (file, index, offset) => selectionAt(blockOf(file, index, noContext), offset),
    semanticTokens(file, index, context) {
      const { block, binding } = bindAt(file, index, context);
      return semanticTokensOf(block, binding);
    },
    format: createFormatterOf(parserIn),
    conversions(file, index, span, context, taken) {
      const planOf = (text: string) => plan(openRequestFile(text), 0, { context, severities: {} });
      const curl = convertCurl({ file, index, span, block: blockOf(file, index, context), planOf });
      const place = { file, index, span, taken, ...parsingOf(file, context) };
      const filled = fillMembers({ ...place, bind: (block) => bind(block, context, file.definitions) });
      const others = [...conversionsAt(place), ...filled];
      return curl ? [...others, curl] : others;
    },
    rewriteScripts(file) {
      const edits = scriptEdits({ file, ...parsingOf(file, noContext) });
      return editRequestFile(
        file,
        // From the end, so that the lines in front stay where they are.
        [...edits].reverse().flatMap(({ block, edits: ofBlock }) => fileEditsOf(file, block, ofBlock)),
      );
    },
    bodyFromFile: (file, index, content, context) => takeBodyFromFile({ index, ...parsingOf(file, context) }, content),
    formatOnType: (file, index, offset, options) =>
      file.isMarkdown ? [] : formatOnType(blockOf(file, index, noContext), offset, options),
    endpoint: (file, index, { context }) =>
      endpointOfBlock(blockOf(file, index, context), context, catalogueIn(context), file.definitions),
    wayOut: (file, index, { context }) =>
      wayOutOfBlock(blockOf(file, index, context), context, catalogueIn(context), file.definitions),
    explainRefusal(file, index, refused, options) {
      const { binding } = bindAt(file, index, options.context);
      return binding === undefined ? [] : explainRefusal(binding, refused, findingsOf(file, index, options));
    },
    plan,
    planAll,
    requestOrder: (file, blocks, options) =>
      orderOf(blocks, {
        file,
        parse: (index) => blockOf(file, index, options.context),
        dependenciesOf: (index) => plan(file, index, options)?.dependsOn ?? [],
      }),
  };
}

/** The maximum number of findings of a block whose fixes are computed at once, since each fix examines the whole body. */
const maxFixed = 100;

/** The number of blocks whose outlines are kept. */
const keptOutlines = 60_000;

/** The number of blocks whose plans are made ahead; in a longer file, the other blocks are parsed again. */
const keptPlans = 20_000;

const noContext: CheckContext = { endpoints: [], defaults: {} };

const nothing = blockText('');
