import { operationById } from '@rulebook/checker/binding/operation-by-id';
import { knownRowsOf } from '@rulebook/checker/binding/rows-of';
import { completeAt } from '@rulebook/language/completion/complete';
import { listRequests, requestSnippet } from '@rulebook/language/completion/request-list';
import { describeCompletion } from '@rulebook/language/hover/describe';
import { describeRequest } from '@rulebook/language/hover/describe-request';
import { describeScript, scriptSetting, type SettingScript } from '@rulebook/language/hover/describe-script';
import { hoverRequestName } from '@rulebook/language/hover/describe-request-name';
import { queryNameAt } from '@rulebook/language/cursor/query-name-at';
import { hoverAt, hoverInCommand } from '@rulebook/language/hover/hover';
import { withLiveName } from '@rulebook/language/hover/live-name';
import { querySignatureAt } from '@rulebook/language/hover/query-signature';
import { signatureAt } from '@rulebook/language/hover/signature';
import { selectionAt } from '@rulebook/language/outline/selection';
import { semanticTokensOf } from '@rulebook/language/outline/semantic-tokens';
import type { BlockIdentity } from '@rulebook/checker/rules/across/block-identity';
import type { BlockSummary } from '@rulebook/checker/rules/across/summary';
import type { Rule } from '@rulebook/checker/rules/rule';
import { indexOfBlock, type FileChecker, type FileReport } from '@rulebook/checker/rules/runner/check-file';
import { inlayHintsOf } from '@rulebook/sender/variables/inlay-hints';
import {
  createVariableView,
  type ShownPlace,
  type ShownValues,
  type VariableView,
} from '@rulebook/sender/variables/shown-variable';
import { createMemo } from '@rulebook/text/structures/memo';
import { definitionsFor, placeOfName, type NamePlace } from '@rulebook/request-file/syntax/definitions-at';
import { withoutProse } from '@rulebook/request-file/syntax/markdown';
import type { Block } from '@rulebook/request-file/syntax/model';
import { mayHaveTags, tagsOf } from '@rulebook/request-file/syntax/tags';
import { parseBlock } from '@rulebook/request-file/syntax/parse-block';
import { openRequestFile, textOfFile, type RequestFile } from '@rulebook/request-file/syntax/request-file';
import { countLineEnds } from '@rulebook/text/lines';
import type { Engine } from './model';
import { noContext, type Reader } from './reader';

/** What a user is shown while writing. */
type Help = Pick<
  Engine,
  | 'operation'
  | 'requests'
  | 'describeRequest'
  | 'requestSnippet'
  | 'inlayHints'
  | 'hover'
  | 'complete'
  | 'describeCompletion'
  | 'signature'
  | 'queryName'
  | 'selection'
  | 'semanticTokens'
>;

/** Creates what helps to read and to write requests. */
export function createHelp(
  { catalogueIn, bind, blockOf, bindAt, curlOf }: Reader,
  check: FileChecker,
  rules: readonly Rule[],
): Help {
  const views = createMemo<RequestFile, VariableView>({ most: 2 });
  const viewOf = (file: RequestFile, { environments, environment, imported }: ShownValues) =>
    views.of(file, [environments, environment, imported], () =>
      createVariableView(file.isMarkdown ? withoutProse(textOfFile(file)) : textOfFile(file), {
        environments,
        environment,
        ...(imported && { imported }),
      }),
    );
  /** Returns the script of a file that gives a variable, or the object of which it is a member, its value. */
  const scriptOf = (file: RequestFile, report: FileReport, name: string): SettingScript | undefined => {
    const identity = report.names.given.get(name);
    const index = identity && indexOfBlock(report, identity);
    if (index === undefined) return undefined;
    return scriptSetting(blockOf(file, index, noContext), file.blocks.lineOf(index), name);
  };
  return {
    operation: (id, context) => operationById(catalogueIn(context), id)?.operation,
    requests: (context) => listRequests(catalogueIn(context)),
    describeRequest: (id, context, part) => describeRequest(catalogueIn(context), id, part),
    requestSnippet: (id, method, context) => requestSnippet(catalogueIn(context), id, method),
    inlayHints(file, index, { context }, values) {
      const block = blockOf(file, index, context);
      const view = viewOf(file, values);
      return inlayHintsOf(block, (offset) => view.at(lineOfPlace(file, index, placeOfName(block, offset))));
    },
    hover(file, index, offset, options, values) {
      const { block, binding } = bindAt(file, index, options.context);
      const report = check(file, options);
      const { blocks } = report;
      const above = { rules, summariesAbove: () => summariesAbove(report, index) };
      const names = { ...report.names, rows: knownRowsOf(block, options.context), above };
      // The text is read only where a user points at a variable.
      const describeValue = (name: string): string | undefined => {
        const shown =
          values &&
          viewOf(file, values)
            .at(lineOfPlace(file, index, placeOfName(block, offset)))
            .describe(name);
        const set = describeSetting(name, (one) => scriptOf(file, report, one), values?.imported);
        if (set === undefined || shown === undefined) return set ?? shown;
        return `${set} Until then:\n\n${shown}`;
      };
      const curl = curlOf(block, options.context);
      const found = blocks.at(index)?.findings ?? [];
      if (curl && offset >= (block.otherRequest?.span.start ?? 0)) {
        const bound = bind(curl.block, options.context, definitionsFor(file, index, block));
        const hovered = { catalogue: catalogueIn(options.context), names, describeValue };
        const hover = hoverInCommand(curl, bound, offset, found, hovered);
        if (hover) return hover;
      }
      const named = (name: string): Block | undefined => {
        const identity = names.requests.get(name) ?? names.otherRequests.get(name);
        const at = identity && indexOfBlock(report, identity);
        return at === undefined ? undefined : blockOf(file, at, options.context);
      };
      const ofRequest = hoverRequestName(block, offset, names, named);
      if (ofRequest) return ofRequest;
      const hover = hoverAt(block, binding, offset, found, catalogueIn(options.context), names, describeValue);
      return withLiveName(hover, binding, offset, {
        context: options.context,
        definitions: definitionsFor(file, index, block),
      });
    },
    complete(file, index, offset, options, automatic, fileName) {
      const { context } = options;
      const { block, binding } = bindAt(file, index, context);
      if (block.isProse) return { items: [], isIncomplete: false };
      const report = check(file, options);
      const scope = {
        names: { ...report.names, rows: knownRowsOf(block, context) },
        block: index,
        blocks: file.blocks.size,
        bindingOf: (other: number) => bindAt(file, other, context).binding,
        indexOf: (identity: BlockIdentity) => indexOfBlock(report, identity),
        scriptOf: (name: string) => scriptOf(file, report, name),
        tags: () => tagsOfOthers(file, index),
      };
      const definitions = definitionsFor(file, index, block);
      const catalogue = catalogueIn(context);
      const above = { rules, summariesAbove: () => summariesAbove(report, index) };
      return completeAt(
        { block, binding, offset, context, catalogue, scope, ...above, definitions, fileName },
        automatic,
      );
    },
    describeCompletion: (key, context = noContext) => describeCompletion(key, catalogueIn(context)),
    signature(file, index, offset, context) {
      const { binding } = bindAt(file, index, context);
      if (binding === undefined) return undefined;
      const ofLine = file.association === undefined ? signatureAt(binding, offset, catalogueIn(context)) : undefined;
      return ofLine ?? querySignatureAt(binding, offset);
    },
    queryName: (file, index, offset, context) => queryNameAt(bindAt(file, index, context).binding, offset),
    selection: (file, index, offset) => selectionAt(blockOf(file, index, noContext), offset),
    semanticTokens(file, index, context) {
      const { block, binding } = bindAt(file, index, context);
      return semanticTokensOf(block, binding);
    },
  };
}

/** Returns the tags of the requests of a file but one, each once. */
function tagsOfOthers({ blocks }: RequestFile, without: number): readonly string[] {
  const found = new Set<string>();
  let index = 0;
  for (const { text } of blocks) {
    if (index++ !== without && mayHaveTags(text)) for (const tag of tagsOf(parseBlock(text))) found.add(tag);
  }
  return [...found];
}

/** Returns what is remembered of the blocks above one. */
function summariesAbove({ blocks }: FileReport, index: number): readonly BlockSummary[] {
  return blocks.slice(0, index).map(({ identity }) => identity.wholeSummary);
}

/** Says which script gives a variable its value: of the file, or else of one that it imports. Of `user.name`, the object counts, too. */
function describeSetting(
  variable: string,
  scriptOf: (name: string) => SettingScript | undefined,
  imported: ShownValues['imported'] = [],
): string | undefined {
  const [first = variable] = variable.split(/[.[]/, 1);
  for (const name of first === variable ? [variable] : [variable, first]) {
    const own = scriptOf(name);
    if (own) return describeScript(own);
    for (const { text, place } of imported) {
      const script = text.includes(name) ? scriptInFile(openRequestFile(text), name) : undefined;
      if (script) return describeScript(script, place);
    }
  }
  return undefined;
}

function scriptInFile({ blocks }: RequestFile, name: string): SettingScript | undefined {
  let index = 0;
  for (const { text } of blocks) {
    const found = text.includes(name) ? scriptSetting(parseBlock(text), blocks.lineOf(index), name) : undefined;
    if (found) return found;
    index++;
  }
  return undefined;
}

/** Returns the line of a place in a block, counted in the file, and the name that is defined there. */
function lineOfPlace(file: RequestFile, index: number, { offset, definition, isName }: NamePlace): ShownPlace {
  const { text = '' } = file.blocks.at(index) ?? {};
  const line = file.blocks.lineOf(index) + countLineEnds(text.slice(0, offset));
  // Who points at the name of a definition means this one.
  return isName ? { line: line + 1 } : { line, ...(definition && { defines: definition.name }) };
}
