// Which mutant holds now. Modules with mutants in them ask it, in the process of the tests and in the programs that these start.
import { appendFileSync } from 'node:fs';

const { MUTANT = '-1', MUTANTS_REACHED } = process.env;

/**
 * One for the process, however often this module is loaded: the one that holds, and a 1 for each that was reached.
 * @type {{ on: Int32Array, reached: Uint8Array }}
 */
const state = (globalThis['rulebookMutants'] ??= {
  on: new Int32Array([Number(MUTANT)]),
  reached: new Uint8Array(100_000),
});
const { on, reached } = state;

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
  on[0] = id;
}

/** Returns the mutants that were reached since the last call. */
export function takeReached() {
  /** @type {number[]} */
  const found = [];
  for (let id = reached.indexOf(1); id >= 0; id = reached.indexOf(1, id + 1)) found.push(id);
  reached.fill(0);
  return found;
}
