// Which mutant holds now. Modules with mutants in them ask it, in the process of the tests and in the programs that these start.
import { appendFileSync } from 'node:fs';

const { MUTANT = '', MUTANTS_REACHED } = process.env;

/**
 * One for the process, however often this module is loaded.
 * @type {{ on: string, reached: Set<string> }}
 */
export const state = (globalThis['rulebookMutants'] ??= { on: MUTANT, reached: new Set() });

if (MUTANTS_REACHED)
  process.on('exit', () => appendFileSync(MUTANTS_REACHED, [...state.reached].map((id) => `${id}\n`).join('')));

/** @param {string} id */
export function isOn(id) {
  state.reached.add(id);
  return state.on === id;
}
