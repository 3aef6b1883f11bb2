import type { IncludedProblem } from '@rulebook/checker/binding/model';
import { operationById } from '@rulebook/checker/binding/operation-by-id';
import { rules as allRules } from '@rulebook/services/rules';
import type { Finding, Rule } from '@rulebook/checker/rules/rule';
import { createFileChecker, type BlockVisitor } from '@rulebook/checker/rules/runner/check-file';
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
  | 'checkBody'
  | 'checkAnswer'
  | 'checkBySchema'
  | 'checkWire'
  | 'describedWire'
  | 'checkRecorded'
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
    checkBody: (text, association, options) => placedIn(text, findingsOf(openBodyFile(text, association), 0, options)),
    checkAnswer: (text, operation, options) => placedIn(text, findingsOfResponse(text, operation, options)),
    checkBySchema: (text, schema) => {
      const options = { context: { ...noContext, services: [schema] }, severities: {} };
      return placedIn(text, findingsOfResponse(text, schema.bodySchema?.operation.id ?? '', options));
    },
    ...createSentRequestChecks({ rules, parserIn, bind, findingsOfResponse, onRuleFailure }),
    operation: (id, context) => operationById(catalogueIn(context), id)?.operation,
    withFixes,
    fixAll: createFixAll({ rules, check, withFixes }),
  };
  return { checker, reader, check, findingsOf };
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
