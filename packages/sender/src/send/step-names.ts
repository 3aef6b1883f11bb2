import { repeatedNames } from '@rulebook/checker/binding/request-name';
import type { PlannedScript, RequestPlan } from '../plan/plan';
import type { StepNames } from './run-steps';

/** Returns which requests of a run a request waits for: those that it refers to, and those whose scripts may keep what it uses. */
export function stepNamesOf({
  name,
  dependsOn,
  scripts = [],
  scripted = [],
  taken,
  variables,
}: RequestPlan): StepNames {
  const isSet = taken !== undefined || scripts.some(mayKeep);
  // What the scripts of another file keep is not known by name, so any variable may be one of theirs.
  const isUsed = isSet || scripted.length > 0 || variables.length > 0;
  // What one time of a request is needed for waits for all of them.
  const needed = dependsOn?.flatMap((one) => [one, ...repeatedNames(one)]);
  return { name, dependsOn: needed, ...(isUsed && { kept: { isUsed, isSet } }) };
}

/** Returns whether a script may keep a value, or use one: a test of the response does neither. */
function mayKeep({ code, language }: PlannedScript): boolean {
  return code === undefined || language === 'block' || /\b(?:global|environment|variables|client\s*\[)/.test(code);
}
