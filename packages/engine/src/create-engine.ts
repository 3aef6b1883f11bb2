import { endpointOfBlock, wayOutOfBlock } from '@rulebook/checker/binding/bind-block';
import { codeActionsFor, isAt } from '@rulebook/language/actions/code-actions';
import { ignoreActionsFor } from '@rulebook/language/actions/ignore-action';
import { resourceIn } from '@rulebook/checker/names/resource-in';
import { summariseNames } from '@rulebook/checker/names/summary';
import type { Finding } from '@rulebook/checker/rules/rule';
import { plannedCallOf } from '@rulebook/exchange/copy/planned-call';
import { explainRefusal } from '@rulebook/sender/response/explain-refusal';
import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import { createCheckerParts } from './checking/create-checker';
import type { Engine, EngineParts } from './model';
import { createEditing } from './editing';
import { createHelp } from './help';
import { createOutlines } from './outlines';
import { createJudge } from './judge';
import { createPlans } from './plans';
import { nothing } from './parsers';
import { noContext } from './reader';

/** Creates an engine over the documents' catalogue and all rules. */
export function createEngine(parts: EngineParts = {}): Engine {
  const { checker, reader, check, findingsOf } = createCheckerParts(
    parts,
    (block, binding, source, { context }, { definitions, isNotOpen }, index) => {
      if (parts.keepsOutlines !== true || isNotOpen || index >= outlinedAtOnce) return;
      // A large body would be read as a whole after each key.
      if (source.length >= largeBody) return;
      keep(block, binding, source, context, definitions);
    },
  );
  const { rules, withFixes } = checker;
  const { parserIn, catalogueIn, bind, blockOf, bindAt } = reader;
  const { keep, ...outlines } = createOutlines(reader);
  const plans = createPlans(reader, check);

  return {
    ...checker,
    ...createHelp(reader, check, rules),
    ...outlines,
    ...plans,
    ...createJudge(reader),
    ...createEditing(reader, plans.plan),
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
    ignoreActions: (file, index, span, options) =>
      ignoreActionsFor(blockOf(file, index, options.context), findingsOf(file, index, options), span),
    summariseNames(file, index) {
      const block = parserIn(noContext).parseOnce(file.blocks.at(index) ?? nothing, file.association);
      return summariseNames(block, bind(block, noContext, definitionsFor(file, index, block)));
    },
    resource(file, index) {
      const { binding } = bindAt(file, index, noContext);
      return binding && file.association === undefined ? resourceIn(binding) : undefined;
    },
    endpoint(file, index, { context }) {
      const block = blockOf(file, index, context);
      return endpointOfBlock(block, context, catalogueIn(context), definitionsFor(file, index, block));
    },
    wayOut(file, index, { context }) {
      const block = blockOf(file, index, context);
      return wayOutOfBlock(block, context, catalogueIn(context), definitionsFor(file, index, block));
    },
    serviceOf({ service: id, vendor, version }, context) {
      const catalogue = catalogueIn(context);
      const service = catalogue.services.find((one) => one.id === id);
      return service && (catalogue.whole?.(service, { vendor, version }) ?? service);
    },
    explainRefusal(file, index, refused, options) {
      const { binding } = bindAt(file, index, options.context);
      return binding === undefined ? [] : explainRefusal(binding, refused, findingsOf(file, index, options));
    },
  };
}

/** So many blocks from its start an editor shows of a file that it opens; the outlines of others are made where a user goes. */
const outlinedAtOnce = 3_000;

/** The maximum number of findings of a block whose fixes are computed at once, since each fix examines the whole body. */
const maxFixed = 100;
