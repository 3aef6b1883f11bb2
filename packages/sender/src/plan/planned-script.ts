import type { Block, Script } from '@rulebook/request-file/syntax/model';
import { phaseOfScript, reasonNotToRun } from '@rulebook/request-file/syntax/other-tools/runnable-script';
import { isSharedBlock } from '@rulebook/request-file/syntax/other-tools/shared-block';
import { lineStartsOf, positionAt, type LineStarts } from '@rulebook/text/lines';
import type { PlannedScript, RequestPlan } from './plan';

/** Returns the scripts of a block that run with its request, in order; lines count from the start of the file. */
export function scriptsOf(block: Block, startLine: number): readonly PlannedScript[] {
  const { scripts, request } = block;
  if (scripts.length === 0 || request === undefined) return [];
  return planned(block, startLine, (script) => script.isShared !== true);
}

/** Returns the scripts of a block that run with every request of its file. */
export function sharedScriptsOf(block: Block, startLine: number): readonly PlannedScript[] {
  const isAlone = block.request === undefined && block.otherRequest === undefined;
  const isShared = isSharedBlock(block);
  const found = planned(
    block,
    startLine,
    (script) => script.isShared === true || isShared || (isAlone && script.kind === 'inline-script'),
  );
  return found.map((script) => ({ ...script, isShared: true as const }));
}

function planned(block: Block, startLine: number, isWanted: (script: Script) => boolean): readonly PlannedScript[] {
  const { scripts, request, text } = block;
  let starts: LineStarts | undefined;
  return scripts.flatMap((script): readonly PlannedScript[] => {
    if (!isWanted(script) || reasonNotToRun(script) !== undefined) return [];
    const { kind, code, path, span } = script;
    const at = positionAt((starts ??= lineStartsOf(text)), (code ?? path?.span ?? span).start);
    const isBehind = request !== undefined && span.start > request.lineSpan.start;
    const phase = phaseOfScript(script) ?? (isBehind ? 'response' : 'request');
    return [
      {
        phase,
        language: kind === 'inline-script' ? 'block' : 'handler',
        ...(code !== undefined ? { code: text.slice(code.start, code.end) } : { path: path?.text ?? '' }),
        line: startLine + at.line,
        column: at.character,
      },
    ];
  });
}

/** Returns a plan whose scripts are left out, as it is sent where none are run. */
export function withoutScripts(plan: RequestPlan): RequestPlan {
  const { scripts, ...rest } = plan;
  if (scripts === undefined) return plan;
  const left = scripts.map(({ phase, language, line }) => ({
    what: wordsForScript(language === 'block' ? 'inline-script' : `${phase}-script`),
    line,
  }));
  return { ...rest, leftOut: [...(plan.leftOut ?? []), ...left] };
}

/** Returns what a script is called in messages. */
export function wordsForScript(kind: Script['kind']): string {
  if (kind === 'inline-script') return 'the script between `{{` and `}}`';
  return `the script ${kind === 'request-script' ? 'before' : 'after'} the request`;
}
