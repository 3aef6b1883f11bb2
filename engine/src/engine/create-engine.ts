import { endpointOfBlock, wayOutOfBlock } from '../binding/bind-block';
import type { IncludedProblem } from '../binding/model';
import { operationById } from '../binding/operation-by-id';
import { codeActionsFor, isAt } from '../features/actions/code-actions';
import { ignoreActionsFor } from '../features/actions/ignore-action';
import { resourceIn } from '../names/resource-in';
import { summariseNames } from '../names/summary';
import type { Finding, Rule } from '../rules/rule';
import { rules as allRules } from '../rules/rules';
import { createFileChecker } from '../rules/runner/check-file';
import { associationOfResponse } from '../sending/response/response-association';
import { plannedCallOf } from '../exchange-formats/copy/planned-call';
import { explainRefusal } from '../sending/response/explain-refusal';
import { catalogue as documentedCatalogue } from '../services/registry';
import { largeBody } from '../syntax/bodies/parse-body';
import {
  editRequestFile,
  openBodyFile,
  openMarkdownFile,
  openRequestFile,
  textOfFile,
  type RequestFile,
} from '../syntax/request-file';
import { lineStartsOf, positionAt } from '../text/lines';
import type { CheckOptions, Engine, EngineParts } from './model';
import { createEditing } from './editing';
import { createFixAll } from './fix-all';
import { createHelp } from './help';
import { createOutlines } from './outlines';
import { createPlans } from './plans';
import { createQuickFixes } from './quick-fixes';
import { createReader, noContext, nothing } from './reader';
import { createSentRequestChecks } from './sent-requests';

/** Creates an engine over the documents' catalogue and all rules. */
export function createEngine({
  catalogue = documentedCatalogue,
  rules = allRules,
  loadDescription,
  keepsOutlines = false,
  checksOnce = false,
  onRuleFailure,
}: EngineParts = {}): Engine {
  const reader = createReader(catalogue, loadDescription);
  const { parserIn, catalogueIn, bind, blockOf, bindAt } = reader;
  const { keep, ...outlines } = createOutlines(reader);
  const check = createFileChecker({
    parse: (text, association, context) => parserIn(context).parse(text, association),
    parseOnce: (text, association, context) => parserIn(context).parseOnce(text, association),
    bind,
    rules,
    checksOnce,
    onRuleFailure,
    onBlock(block, binding, source, { context }, { definitions, isNotOpen }) {
      // A large body would be read as a whole after each key.
      if (!keepsOutlines || isNotOpen || source.length >= largeBody) return;
      keep(block, binding, source, context, definitions);
    },
  });
  const findingsOf = (file: RequestFile, index: number, options: CheckOptions) =>
    check(file, options).blocks.at(index)?.findings ?? [];
  const plans = createPlans(reader, check);
  const withFixes = createQuickFixes({ rules, check, catalogueIn, bindAt, onRuleFailure });
  const answerRules = new Set(rules.filter(isAboutAnswers).map(({ id }) => id));
  const findingsOfResponse = (text: string, id: string, options: CheckOptions): readonly Finding[] => {
    const operation = operationById(catalogueIn(options.context), id)?.operation;
    if (operation === undefined) return [];
    const found = findingsOf(openBodyFile(text, associationOfResponse(operation)), 0, options);
    return found.filter(({ rule }) => answerRules.has(rule));
  };

  return {
    catalogue,
    rules,
    ...createHelp(reader, check, rules),
    ...outlines,
    ...plans,
    ...createEditing(reader, plans.plan),
    openFile: openRequestFile,
    openBody: openBodyFile,
    openMarkdown: openMarkdownFile,
    editFile: editRequestFile,
    textOf: textOfFile,
    parse: (file, index, context = noContext) => blockOf(file, index, context),
    parseBlock: (block) => parserIn(noContext).parse(block),
    bind: (file, index, context) => bindAt(file, index, context).binding,
    check,
    checkBody: (text, association, options) => placedIn(text, findingsOf(openBodyFile(text, association), 0, options)),
    checkAnswer: (text, operation, options) => placedIn(text, findingsOfResponse(text, operation, options)),
    ...createSentRequestChecks({ rules, parserIn, bind, findingsOfResponse, onRuleFailure }),
    clientCall(file, index, { context }) {
      const { binding } = bindAt(file, index, context);
      return binding && plannedCallOf(binding, catalogueIn(context));
    },
    codeActions(file, index, span, options) {
      const found: Finding[] = [];
      for (const finding of findingsOf(file, index, options)) {
        if (finding.isFixable && isAt(finding, span)) found.push(finding);
        if (found.length === maxFixed) break;
      }
      return codeActionsFor(withFixes(file, index, found, options), span);
    },
    withFixes,
    fixAll: createFixAll({ rules, check, withFixes }),
    ignoreActions: (file, index, span, options) =>
      ignoreActionsFor(blockOf(file, index, options.context), findingsOf(file, index, options), span),
    summariseNames(file, index) {
      const block = parserIn(noContext).parseOnce(file.blocks.at(index) ?? nothing, file.association);
      return summariseNames(block, bind(block, noContext, file.definitions));
    },
    resource(file, index) {
      const { binding } = bindAt(file, index, noContext);
      return binding && file.association === undefined ? resourceIn(binding) : undefined;
    },
    endpoint: (file, index, { context }) =>
      endpointOfBlock(blockOf(file, index, context), context, catalogueIn(context), file.definitions),
    wayOut: (file, index, { context }) =>
      wayOutOfBlock(blockOf(file, index, context), context, catalogueIn(context), file.definitions),
    explainRefusal(file, index, refused, options) {
      const { binding } = bindAt(file, index, options.context);
      return binding === undefined ? [] : explainRefusal(binding, refused, findingsOf(file, index, options));
    },
  };
}

function placedIn(text: string, findings: readonly Finding[]): readonly IncludedProblem[] {
  const starts = lineStartsOf(text);
  return findings.map(({ rule, severity, message, span }) => {
    return { rule, severity, message, span, line: positionAt(starts, span.start).line };
  });
}

function isAboutAnswers({ isForResponses, isRemark, category }: Rule): boolean {
  return isForResponses === true && isRemark !== true && category === 'correctness';
}

/** The maximum number of findings of a block whose fixes are computed at once, since each fix examines the whole body. */
const maxFixed = 100;
