import { operationById } from '../binding/operation-by-id';
import { completeAt } from '../features/completion/complete';
import { listRequests, requestSnippet } from '../features/completion/request-list';
import { describeCompletion } from '../features/hover/describe';
import { describeRequest } from '../features/hover/describe-request';
import { hoverAt, hoverInCommand } from '../features/hover/hover';
import { signatureAt } from '../features/hover/signature';
import { selectionAt } from '../features/outline/selection';
import { semanticTokensOf } from '../features/outline/semantic-tokens';
import type { BlockIdentity } from '../rules/across/block-identity';
import type { Rule } from '../rules/rule';
import { indexOfBlock, type FileChecker } from '../rules/runner/check-file';
import { inlayHintsOf } from '../sending/variables/inlay-hints';
import { createVariableView, type ShownValues, type VariableView } from '../sending/variables/shown-variable';
import { createMemo } from '../structures/memo';
import { withoutProse } from '../syntax/markdown';
import { textOfFile, type RequestFile } from '../syntax/request-file';
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
  return {
    operation: (id, context) => operationById(catalogueIn(context), id)?.operation,
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
    signature(file, index, offset, context) {
      const { binding } = bindAt(file, index, context);
      return binding && file.association === undefined ? signatureAt(binding, offset, catalogueIn(context)) : undefined;
    },
    selection: (file, index, offset) => selectionAt(blockOf(file, index, noContext), offset),
    semanticTokens(file, index, context) {
      const { block, binding } = bindAt(file, index, context);
      return semanticTokensOf(block, binding);
    },
  };
}
