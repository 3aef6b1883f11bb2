import type { FileChecker } from '../rules/runner/check-file';
import { withFindings } from '../sending/plan/effects-of';
import type { RequestPlan } from '../sending/plan/plan';
import { planCurl } from '../sending/plan/plan-curl';
import { planRequest } from '../sending/plan/plan-request';
import { scriptedNamesOf, sharedScriptsOfFile } from '../sending/plan/scripted-names';
import { orderOf } from '../sending/send/request-order';
import type { RequestFile } from '../syntax/request-file';
import { blockText } from '../syntax/split-blocks';
import type { CheckOptions, Engine } from './model';
import type { BoundBlock, Reader } from './reader';

/** The number of blocks whose plans are made ahead; in a longer file, the other blocks are parsed again. */
const keptPlans = 20_000;

/** Creates what plans requests. */
export function createPlans(
  { parserIn, bind, blockOf, bindAt }: Reader,
  check: FileChecker,
): Pick<Engine, 'plan' | 'planAll' | 'requestOrder'> {
  const draftOf = (
    file: RequestFile,
    { block, binding, startLine }: BoundBlock & { readonly startLine: number },
    { context }: CheckOptions,
  ) => {
    const common = {
      startLine,
      definitions: file.definitions,
      scripted: scriptedNamesOf(file),
      sharedScripts: sharedScriptsOfFile(file),
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
  const plan: Engine['plan'] = (file, index, options) => {
    const draft = draftOf(
      file,
      { ...bindAt(file, index, options.context), startLine: file.blocks.lineOf(index) },
      options,
    );
    return draft && withFindings(draft, check(file, options).blocks.at(index)?.findings ?? []);
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
