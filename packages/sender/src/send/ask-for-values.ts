import { promptOfVariable } from '../plan/prompts';
import type { PlannedPrompt } from '../plan/plan';
import { refused, type Refusal } from '../refusal';
import type { Preparing } from './sending';

/** Asks for the values of variables; returns why a request ends instead. */
export async function askForMissing(
  names: readonly string[],
  { plan, values, ports }: Preparing,
): Promise<Refusal | undefined> {
  const prompts = names.flatMap((name) => promptOfVariable(name) ?? []);
  const others = names.filter((name) => promptOfVariable(name) === undefined);
  const refusal = await askForPrompts(prompts, { values, ports });
  return refusal ?? (others.length === 0 ? undefined : ports.values.askForValues(others, plan, values.answers));
}

/** Asks for what a request wants to be entered. */
export async function askForPrompts(
  prompts: readonly PlannedPrompt[],
  { values, ports }: Pick<Preparing, 'values' | 'ports'>,
): Promise<Refusal | undefined> {
  const [first] = prompts;
  if (first === undefined) return undefined;
  if (ports.values.askForPrompts !== undefined) return ports.values.askForPrompts(prompts, values.resolve);
  // A prompt of the file may be answered by a definition; one that is in the request itself has no other value.
  return first.name.startsWith('$') ? refused(`no one can be asked for {{${first.name}}} here`) : undefined;
}
