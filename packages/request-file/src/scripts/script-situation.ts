import type { Block, Script } from '../syntax/model';
import { phaseOfScript, reasonNotToRun } from '../syntax/other-tools/runnable-script';
import type { Span } from '@rulebook/text/span';
import type { ScriptSituation } from './script-members';

/** A script in a block that is run when its request is sent. */
export interface ScriptInBlock extends ScriptSituation {
  readonly code: Span;
}

/** Longer scripts are not read. In UTF-16 code units. */
const longest = 100_000;

/** Returns the scripts of a block that are run and whose text is in the block. */
export function scriptsIn({ scripts, request }: Pick<Block, 'scripts' | 'request'>): readonly ScriptInBlock[] {
  return scripts.flatMap((script): readonly ScriptInBlock[] => {
    const { code, kind, span } = script;
    if (code === undefined || code.end - code.start > longest || reasonNotToRun(script) !== undefined) return [];
    const isBehind = request !== undefined && span.start > request.lineSpan.start;
    const phase = phaseOfScript(script) ?? (isBehind ? 'response' : undefined);
    return [{ code, language: languageOf(kind), ...(phase !== undefined && { phase }) }];
  });
}

function languageOf(kind: Script['kind']): ScriptSituation['language'] {
  return kind === 'inline-script' ? 'block' : 'handler';
}
