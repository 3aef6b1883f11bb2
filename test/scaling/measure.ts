// Run as a process of its own, so that its CPU time is nobody else's; prints what grows too fast as JSON.
import { inputs, type ScalingInput } from './inputs';
import { play, steps, type StepName } from './operations';

/** Doubling the input may multiply the CPU time of each step by this; a quadratic one comes near to four. */
const mostGrowth = 2.6;
/** A step is judged when it takes so many milliseconds: less is noise. */
const leastTime = 8;
/** An input is made as large as it must be for all steps together to take so many milliseconds. */
const enoughTime = 20;
/** The machine may have had other work: who grows too fast is asked again, with twice the input each time. */
const attempts = 6;

type Times = Readonly<Record<StepName, number>>;

const collectGarbage = (globalThis as { gc?: () => void }).gc;

function leastTimes(input: ScalingInput, n: number, repetitions: number): Times {
  const runs: Times[] = [];
  while (runs.length < repetitions) {
    collectGarbage?.();
    runs.push(play(input, n));
  }
  const least = (step: StepName) => Math.min(...runs.map((times) => times[step]));
  return Object.fromEntries(steps.map((step) => [step, least(step)])) as Times;
}

function totalOf(times: Times): number {
  return steps.reduce((sum, step) => sum + times[step], 0);
}

/** Returns the steps that grow too fast, with their times in milliseconds. */
function tooFast(input: ScalingInput): readonly string[] {
  let n = Math.max(8, input.n >> 7);
  while (n < input.n * 2 && totalOf(play(input, n)) < enoughTime / 2) n *= 2;
  let suspects: readonly StepName[] = steps;
  let report: readonly string[] = [];
  for (let attempt = 0; attempt < attempts && suspects.length > 0; attempt++) {
    const size = n << attempt;
    const repetitions = attempt === 0 ? 2 : 3;
    const [once, twice] = [leastTimes(input, size, repetitions), leastTimes(input, size * 2, repetitions)];
    suspects = suspects.filter((step) => twice[step] > leastTime && twice[step] > once[step] * mostGrowth);
    report = suspects.map(
      (step) =>
        `${input.name}: ${step} takes ${once[step].toFixed(1)} ms for ${size}, and ${twice[step].toFixed(1)} ms for ${size * 2}`,
    );
    // Nobody needs to see it once more.
    if (totalOf(twice) > 5_000) break;
  }
  return report;
}

// The compiler of the engine has its own work to do at first.
for (const input of inputs.slice(0, 20)) play(input, 50);
process.stdout.write(JSON.stringify(inputs.flatMap(tooFast)));
