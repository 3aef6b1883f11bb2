import type { FileChecker } from '@rulebook/checker/rules/runner/check-file';
import { withFindings } from '@rulebook/sender/plan/effects-of';
import type { RequestPlan } from '@rulebook/sender/plan/plan';
import { planCurl } from '@rulebook/sender/plan/plan-curl';
import { planRequest } from '@rulebook/sender/plan/plan-request';
import { scriptedNamesOf, sharedScriptsOfFile } from '@rulebook/sender/plan/scripted-names';
import { orderOf } from '@rulebook/sender/send/request-order';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { holdsFieldsOnly } from '@rulebook/request-file/syntax/fields-above';
import { blockText } from '@rulebook/request-file/syntax/split-blocks';
import type { CheckOptions, Engine } from './model';
import type { BoundBlock, Reader } from './reader';

/** Creates what plans requests; of so many blocks the plans are made ahead, and in a longer file the other blocks are parsed again. */
export function createPlans(
  { parserIn, bind, blockOf, bindAt }: Reader,
  check: FileChecker,
  keptPlans = 20_000,
): Pick<Engine, 'plan' | 'planAll' | 'requestOrder'> {
  /** Returns what plans the requests of a file, without what is found in them. */
  const draftsOf = (file: RequestFile, { context }: CheckOptions) => {
    const scripted = scriptedNamesOf(file);
    const sharedScripts = sharedScriptsOfFile(file);
    const { include } = context;
    return (index: number, { block, binding, startLine }: BoundBlock & { readonly startLine: number }) => {
      const definitions = definitionsFor(file, index, block);
      const curl = block.otherRequest?.curl;
      if (curl === undefined) {
        const planned = planRequest(block, { startLine, definitions, scripted, sharedScripts, include, binding });
        return withFieldsAbove(planned, file, index);
      }
      const read = (text: string) => {
        const parsed = parserIn(context).parseOnce(blockText(text));
        return { block: parsed, binding: bind(parsed, context, definitions) };
      };
      return planCurl(block, curl, { startLine, definitions, scripted, sharedScripts, include, read });
    };
  };
  const plan: Engine['plan'] = (file, index, options) => {
    const bound = { ...bindAt(file, index, options.context), startLine: file.blocks.lineOf(index) };
    const draft = draftsOf(file, options)(index, bound);
    return draft && withFindings(draft, check(file, options).blocks.at(index)?.findings ?? []);
  };
  function* planAll(file: RequestFile, options: CheckOptions): Generator<RequestPlan, undefined> {
    const drafts: (RequestPlan | undefined)[] = [];
    let startLine = 0;
    const draftOf = draftsOf(file, options);
    const { findings } = check.visiting(file, options, (block, binding, { lineEnds }) => {
      if (drafts.length < keptPlans) drafts.push(draftOf(drafts.length, { block, binding, startLine }));
      startLine += lineEnds;
    });
    for (const [index, found] of findings.entries()) {
      const draft = index < keptPlans ? drafts[index] : plan(file, index, options);
      // Who takes it decides how long it is kept.
      if (index < keptPlans) drafts[index] = undefined;
      if (draft) yield withFindings(draft, found);
    }
    return undefined;
  }
  return {
    ...{ plan, planAll },
    requestOrder: (file, blocks, options) =>
      orderOf(blocks, {
        file,
        parse: (index) => blockOf(file, index, options.context),
        dependenciesOf: (index) => plan(file, index, options)?.dependsOn ?? [],
      }),
  };
}

/** Without the fields that are written above its request line, another request would be sent than was meant. */
function withFieldsAbove(
  plan: RequestPlan | undefined,
  { blocks }: RequestFile,
  index: number,
): RequestPlan | undefined {
  const above = index > 0 ? blocks.at(index - 1) : undefined;
  const isApart = /^[ \t]*###/.test(blocks.at(index)?.text ?? '');
  if (plan === undefined || above === undefined || above.isProse || isApart || !holdsFieldsOnly(above.text))
    return plan;
  const reason = 'The header fields above the request line are not sent with it. Write them below the request line.';
  return { ...plan, problems: [{ reason, line: plan.line ?? 0, allowsSending: true }, ...(plan.problems ?? [])] };
}
