import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import { perObject } from '@rulebook/text/structures/memo';
import { parseBlock } from '@rulebook/request-file/syntax/parse-block';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { countLineEnds } from '@rulebook/text/lines';
import { sharedScriptsOf } from './planned-script';
import type { PlannedScript, RequestPlan, ScriptedVariable } from './plan';

/** Cheaper than reading a block: whether it may contain a script with its names. */
const mayHaveScript = /\{%|^\{\{/m;

/** The variables to which scripts of a file give values. */
export type ScriptedNames = ReadonlyMap<string, Omit<ScriptedVariable, 'name'>>;

/** Returns the variables to which scripts of a file give values, with the lines of the scripts, counted from 0; the first one counts. */
export const scriptedNamesOf = perObject(({ blocks }: RequestFile): ScriptedNames => {
  const found = new Map<string, Omit<ScriptedVariable, 'name'>>();
  let startLine = 0;
  for (const { text, lineEnds } of blocks) {
    if (mayHaveScript.test(text)) {
      const block = parseBlock(text);
      const request = block.request && nameOfRequest(block)?.text;
      for (const { names, span } of block.scripts) {
        const line = startLine + countLineEnds(text.slice(0, span.start));
        for (const name of names)
          if (!found.has(name.text)) found.set(name.text, { line, ...(request !== undefined && { request }) });
      }
    }
    startLine += lineEnds;
  }
  return found;
});

/** Returns the scripts of a file that run with each of its requests. */
export const sharedScriptsOfFile = perObject(({ blocks }: RequestFile): readonly PlannedScript[] => {
  const found: PlannedScript[] = [];
  let startLine = 0;
  for (const { text, lineEnds } of blocks) {
    if (mayHaveScript.test(text)) found.push(...sharedScriptsOf(parseBlock(text), startLine));
    startLine += lineEnds;
  }
  return found;
});

/** Returns a plan that also knows the variables to which scripts of imported files give values. */
export function withImportedScripts(
  plan: RequestPlan,
  imported: readonly { readonly location: string; readonly file: RequestFile }[],
): RequestPlan {
  const { variables, scripted = [] } = plan;
  const open = variables.filter((name) => !scripted.some((one) => one.name === name));
  const found = open.flatMap((name) => {
    for (const { location, file } of imported) {
      const script = scriptedNamesOf(file).get(name);
      if (script !== undefined) return [{ name, ...script, file: location }];
    }
    return [];
  });
  return found.length === 0 ? plan : { ...plan, scripted: [...scripted, ...found] };
}
