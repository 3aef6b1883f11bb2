/** How a value is written. */
const units = {
  ms: (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  s: (value) => `${value.toFixed(2)} s`,
  MB: (value) => `${value.toFixed(value < 10 ? 2 : 0)} MB`,
  times: (value) => `${value.toFixed(2)} x`,
  part: (value) => (value > 0 && value < 0.2 ? `1/${(1 / value).toFixed(0)}` : value.toFixed(2)),
};

/** @typedef {ReturnType<typeof createReport>} Report */

/**
 * Collects what was measured, and what was found to be wrong.
 * @param {(line: string) => void} say
 */
export function createReport(say) {
  let missed = 0;
  /** @type {string[]} */
  const problems = [];
  const line = (id, what, value, goal, samples, verdict) =>
    say(
      `| ${id.padEnd(3)} | ${what.padEnd(68)} | ${value.padStart(10)} | ${goal.padStart(8)} | ${samples.padStart(7)} | ${verdict.padEnd(6)} |`,
    );
  return {
    problems,
    missed: () => missed,
    head() {
      line('', 'what', 'measured', 'goal', 'samples', '');
      say(`| --- | ${'-'.repeat(68)} | ${'-'.repeat(9)}: | ${'-'.repeat(7)}: | ${'-'.repeat(6)}: | ------ |`);
    },
    /**
     * Prints a measure.
     * @param {string} id
     * @param {string} what
     * @param {number} value
     * @param {{ unit: keyof typeof units, samples: number, goal?: number, atLeast?: boolean }} about without a goal it is only shown
     */
    row(id, what, value, { unit, samples, goal, atLeast = false }) {
      if (!Number.isFinite(value)) problems.push(`${id}: ${what}: there is no value.`);
      const isMet = goal === undefined || (atLeast ? value >= goal : value <= goal);
      if (!isMet) missed++;
      const limit = goal === undefined ? '' : units[unit](goal);
      line(id, what, units[unit](value), limit, String(samples), goal === undefined ? '' : isMet ? 'ok' : 'missed');
    },
    /** Prints that something is not measured, and why. */
    omit(id, what) {
      line(id, what, 'not', '', '', '');
    },
    /** Remembers a wrong result: then nothing was measured. */
    expect(isRight, sentence) {
      if (!isRight) problems.push(sentence);
    },
  };
}
