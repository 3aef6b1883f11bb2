// Which mutant holds now. Modules with mutants in them ask it, in the process of the tests and in the programs that these start.
import { appendFileSync } from 'node:fs';

const { MUTANT = '-1', MUTANTS_REACHED } = process.env;

/**
 * One for the process, however often this module is loaded.
 * @type {{ on: number, reached: Uint8Array }}
 */
const state = (globalThis['rulebookMutants'] ??= { on: Number(MUTANT), reached: new Uint8Array(100_000) });
const { reached } = state;

if (MUTANTS_REACHED)
  process.on('exit', () =>
    appendFileSync(
      MUTANTS_REACHED,
      takeReached()
        .map((id) => `${id}\n`)
        .join(''),
    ),
  );

/** Lets a mutant hold from now on; -1 means none. @param {number} id */
export function turnOn(id) {
  state.on = id;
}

/** Returns the mutants that were reached since the last call. */
export function takeReached() {
  /** @type {number[]} */
  const found = [];
  for (let id = reached.indexOf(1); id >= 0; id = reached.indexOf(1, id + 1)) found.push(id);
  reached.fill(0);
  return found;
}

/** Asked in loops, so it does as little as it can. @param {number} id */
export function isOn(id) {
  reached[id] = 1;
  return state.on === id;
}
