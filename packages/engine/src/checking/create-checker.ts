import type { IncludedProblem } from '@rulebook/checker/binding/model';
import { operationById } from '@rulebook/checker/binding/operation-by-id';
import { rules as allRules } from '@rulebook/services/rules';
import { responseFor } from '@rulebook/checker/binding/response-for';
import { misfitOfNode, pathOf } from '@rulebook/checker/resource-model/misfit';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Finding, Rule } from '@rulebook/checker/rules/rule';
import { createFileChecker } from '@rulebook/checker/rules/runner/check-file';
import type { BlockVisitor } from '@rulebook/checker/rules/runner/file-checker-parts';
import { associationOfResponse } from '@rulebook/sender/response/response-association';
import { catalogue as documentedCatalogue } from '@rulebook/services/registry';
import {
  editRequestFile,
  openBodyFile,
  openMarkdownFile,
  openMarkdownWithCommands,
  openScriptFile,
  openRequestFile,
  textOfFile,
  type RequestFile,
} from '@rulebook/request-file/syntax/request-file';
import { lineStartsOf, positionAt } from '@rulebook/text/lines';
import { createFixAll } from '../fix-all';
import type { CheckOptions, Engine, EngineParts } from '../model';
import { createQuickFixes } from '../quick-fixes';
import { createReader, noContext } from '../reader';
import { createSentRequestChecks } from '../sent-requests';

/** What of the engine checks files and fixes them. It loads neither what editors show nor what is sent. */
export type Checker = Pick<
  Engine,
  | 'catalogue'
  | 'rules'
  | 'openFile'
  | 'openBody'
  | 'openMarkdown'
  | 'openMarkdownWithCommands'
  | 'openScript'
  | 'editFile'
  | 'textOf'
  | 'parse'
  | 'parseBlock'
  | 'bind'
  | 'check'
  | 'checkTogether'
  | 'checkBody'
  | 'checkAnswer'
  | 'checkBySchema'
  | 'checkWire'
  | 'describedWire'
  | 'checkRecorded'
  | 'bindRecorded'
  | 'operation'
  | 'withFixes'
  | 'fixAll'
>;

/** Creates a checker over the documents' catalogue and all rules. */
export function createChecker(parts: Omit<EngineParts, 'keepsOutlines'> = {}): Checker {
  return createCheckerParts(parts).checker;
}

/** Creates a checker, and returns with it what the rest of the engine is made of. */
export function createCheckerParts(
  {
    catalogue = documentedCatalogue,
    rules = allRules,
    loadDescription,
    loadGraphql,
    loadQueries,
    checksOnce = false,
    onRuleFailure,
  }: EngineParts = {},
  onBlock?: BlockVisitor,
) {
  const reader = createReader(catalogue, { loadDescription, loadGraphql, loadQueries });
  const { parserIn, catalogueIn, bind, blockOf, bindAt } = reader;
  const check = createFileChecker({
    parse: (text, association, context) => parserIn(context).parse(text, association),
    parseOnce: (text, association, context) => parserIn(context).parseOnce(text, association),
    bind,
    rules,
    checksOnce,
    onRuleFailure,
    ...(onBlock && { onBlock }),
  });
  const findingsOf = (file: RequestFile, index: number, options: CheckOptions) =>
    check(file, options).blocks.at(index)?.findings ?? [];
  const withFixes = createQuickFixes({ rules, check, catalogueIn, bindAt, onRuleFailure });
  const answerRules = new Set(rules.filter(isAboutAnswers).map(({ id }) => id));
  const findingsOfResponse = (text: string, id: string, options: CheckOptions): readonly Finding[] => {
    const operation = operationById(catalogueIn(options.context), id)?.operation;
    if (operation === undefined) return [];
    const found = findingsOf(openBodyFile(text, associationOfResponse(operation)), 0, options);
    return found.filter(({ rule }) => answerRules.has(rule));
  };
  const checker: Checker = {
    catalogue,
    rules,
    openFile: openRequestFile,
    openBody: openBodyFile,
    openMarkdown: openMarkdownFile,
    openMarkdownWithCommands,
    openScript: openScriptFile,
    editFile: editRequestFile,
    textOf: textOfFile,
    parse: (file, index, context = noContext) => blockOf(file, index, context),
    parseBlock: (block) => parserIn(noContext).parse(block),
    bind: (file, index, context) => bindAt(file, index, context).binding,
    check,
    checkTogether: (files) => check.together(files),
    checkBody: (text, association, options) => placedIn(text, findingsOf(openBodyFile(text, association), 0, options)),
    checkAnswer: (text, operation, options) => placedIn(text, findingsOfResponse(text, operation, options)),
    checkBySchema: (text, schema) => {
      const options = { context: { ...noContext, services: [schema] }, severities: {} };
      const operation = schema.bodySchema?.operation;
      const found = placedIn(text, findingsOfResponse(text, operation?.id ?? '', options));
      if (operation === undefined) return found;
      const file = openBodyFile(text, associationOfResponse(operation));
      const limit = unkeptLimit(bindAt(file, 0, options.context).binding?.responseBody?.node, operation, found);
      return limit === undefined ? found : [...found, limit];
    },
    ...createSentRequestChecks({ rules, parserIn, bind, findingsOfResponse, onRuleFailure }),
    operation: (id, context) => operationById(catalogueIn(context), id)?.operation,
    withFixes,
    fixAll: createFixAll({ rules, check, withFixes }),
  };
  return { checker, reader, check, findingsOf };
}

/** Of a response, what rules say of a value is about these. */
const ofRules: ReadonlySet<string> = new Set(['type', 'absent', 'surplus', 'values', 'form']);

/** Returns the first limit, pattern or other constraint of a schema that a body does not keep. */
function unkeptLimit(
  body: Parameters<typeof misfitOfNode>[0] | undefined,
  operation: Operation,
  found: readonly IncludedProblem[],
): IncludedProblem | undefined {
  const shape = responseFor(operation, 200)?.shape;
  const misfit = body && shape && misfitOfNode(body, shape);
  if (misfit === undefined || (found.length > 0 && ofRules.has(misfit.reason))) return undefined;
  const message = `\`${pathOf(misfit.place)}\` ${misfit.message}.`;
  return { rule: misfit.reason, severity: 'warning', message, span: { start: 0, end: 0 }, line: 0 };
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
