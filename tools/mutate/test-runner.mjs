// Runs each test as it is, and then again with each mutant that it reached. A module is loaded once for all of them.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { VitestTestRunner } from 'vitest/runners';
import { getFn } from 'vitest/suite';
import { takeReached, turnOn } from './switch.mjs';

/** What the process that started this wants to know. @typedef {import('./trials.mjs').Plan} Plan */

const { MUTATE_PLAN = '', MUTATE_ROOT = '' } = process.env;

/** vitest asks for a default export. */
export default class extends VitestTestRunner {
  /** @type {Plan} */
  #plan = JSON.parse(readFileSync(MUTATE_PLAN, 'utf8'));
  #killed = new Set();
  #seconds = new Map();

  /** @param {import('vitest').RunnerTestCase} test */
  async runTask(test) {
    const run = getFn(test);
    if (this.#plan.always !== undefined) return run();
    const file = relative(MUTATE_ROOT, test.file.filepath);
    const wanted = (this.#plan.tests[file] ?? []).filter((id) => this.#isLeft(id));
    // What is reached between the tests is reached while modules are loaded, or before all.
    this.#say({ file, loaded: takeReached() });
    if (wanted.length === 0) return;
    const [started, used] = [performance.now(), process.cpuUsage()];
    await run();
    const plain = (performance.now() - started) / 1000;
    // What takes long has large inputs, and is not a quick judge.
    if (secondsSince(used) > this.#plan.seconds / 5) return;
    const reached = new Set([...takeReached(), ...takeLines(this.#plan.reached).map(Number)]);
    await this.#tryAll(
      { run, plain, file, name: test.name },
      wanted.filter((id) => reached.has(id)),
    );
    takeReached();
  }

  async #tryAll({ run, plain, file, name }, ids) {
    // What fails when it is run again, without any mistake, cannot show one.
    if (ids.length === 0 || !(await passes(run, plain))) return;
    for (const id of ids) {
      this.#say({ began: id, limit: 20 + 20 * plain });
      const isKilled = await this.#try(id, run, plain);
      this.#say({ ended: id });
      if (!isKilled) continue;
      this.#killed.add(id);
      this.#say({ killed: id, by: `${file} > ${name}` });
      if (await passes(run, plain)) continue;
      // The mistake left something behind, and what comes now could fail because of it: the others are for the next process.
      this.#say({ spoilt: file });
      return;
    }
  }

  /** Runs a test with a mutant, and returns whether it noticed. */
  async #try(id, run, plain) {
    const used = process.cpuUsage();
    takeReached();
    turnOn(id);
    process.env.MUTANT = String(id);
    const isKilled = !(await passes(run, plain));
    turnOn(-1);
    // What was computed before, and kept, is not computed again: the mutant has to hold from the beginning.
    const isReached = [...takeReached(), ...takeLines(this.#plan.reached).map(Number)].includes(id);
    if (!isReached) this.#say({ loaded: [id] });
    delete process.env.MUTANT;
    this.#seconds.set(id, (this.#seconds.get(id) ?? 0) + secondsSince(used));
    return isKilled;
  }

  #isLeft(id) {
    return !this.#killed.has(id) && (this.#seconds.get(id) ?? 0) < this.#plan.seconds;
  }

  #say(line) {
    appendFileSync(this.#plan.results, `${JSON.stringify(line)}\n`);
  }
}

/** Whether it passes, in a time that is not much longer than without a mistake. */
async function passes(run, plain) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(reject, (5 + 5 * plain) * 1000, new Error('late'))));
  try {
    await Promise.race([run(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the time of the processor, which other programs do not make longer. */
function secondsSince(used) {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1e6;
}

function takeLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  rmSync(file);
  return lines;
}
