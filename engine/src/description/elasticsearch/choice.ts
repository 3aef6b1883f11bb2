import type { CompiledChoice, CompiledShape } from '../compiled';
import { anything } from './compilation';

/** Returns a choice without repeated options, or the only option. */
export function choiceOf(options: readonly CompiledShape[]): CompiledShape {
  const distinct = new Map(options.map((option) => [JSON.stringify(option), option]));
  const [only, ...others] = distinct.values();
  if (only === undefined) return anything;
  if (others.length === 0) return only;
  const choice: CompiledChoice = { type: 'choice', options: [only, ...others] };
  return choice;
}
