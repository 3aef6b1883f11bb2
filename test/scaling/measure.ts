// Run as a process of its own, so that its CPU time is nobody else's; prints what grows too fast, and what grows fastest, as JSON.
//   PART/PARTS   only so many of the inputs
import { describedTasks } from './described';
import { inputs } from './inputs';
import { play } from './operations';
import { tasks } from './tasks';

/** Doubling the input may multiply the CPU time of each step by this; a quadratic one comes near to four. */
const mostGrowth = 2.6;
/** A step is judged when it takes so many milliseconds: less is noise. */
const leastTime = 8;
/** An input is made as large as it must be for all steps together to take so many milliseconds. */
const enoughTime = 20;
/** The machine may have had other work: who grows too fast is asked again, with twice the input each time. */
const attempts = 6;

type Times = Readonly<Record<string, number>>;

/** Something that grows, with the CPU time of its steps in milliseconds. */
interface Case {
  readonly name: string;
  readonly n: number;
  readonly play: (n: number) => Times;
}

const collectGarbage = (globalThis as { gc?: () => void }).gc;

function leastTimes({ play: playOnce }: Case, n: number, repetitions: number): Times {
  const runs: Times[] = [];
  while (runs.length < repetitions) {
    collectGarbage?.();
    runs.push(playOnce(n));
  }
  const steps = Object.keys(runs[0] ?? {});
  return Object.fromEntries(steps.map((step) => [step, Math.min(...runs.map((times) => times[step] ?? 0))]));
}

function totalOf(times: Times): number {
  return Object.values(times).reduce((sum, time) => sum + time, 0);
}

/** How much more a step took for twice the input, the last time when it was measured several times. */
interface Growth {
  readonly what: string;
  readonly growth: number;
}

/** Returns how much each step grew, and those that grow too fast with their times in milliseconds. */
function measured(tried: Case): { readonly growths: readonly Growth[]; readonly tooFast: readonly string[] } {
  const growths = new Map<string, number>();
  let n = Math.max(8, tried.n >> 7);
  let first = tried.play(n);
  while (n < tried.n * 2 && totalOf(first) < enoughTime / 2) first = tried.play((n *= 2));
  let suspects: readonly string[] = Object.keys(first);
  let report: readonly string[] = [];
  for (let attempt = 0; attempt < attempts && suspects.length > 0; attempt++) {
    const size = n << attempt;
    const repetitions = attempt === 0 ? 2 : 3;
    const once = leastTimes(tried, size, repetitions);
    const twice = leastTimes(tried, size * 2, repetitions);
    const timesOf = (step: string) => [once[step] ?? 0, twice[step] ?? 0] as const;
    for (const step of suspects) {
      const [before, after] = timesOf(step);
      if (after > leastTime) growths.set(step, after / before);
    }
    suspects = suspects.filter((step) => {
      const [before, after] = timesOf(step);
      return after > leastTime && after > before * mostGrowth;
    });
    report = suspects.map((step) => {
      const [before, after] = timesOf(step);
      return `${tried.name}: ${step} takes ${before.toFixed(1)} ms for ${size}, and ${after.toFixed(1)} ms for ${size * 2}`;
    });
    // Nobody needs to see it once more.
    if (totalOf(twice) > 5_000) break;
  }
  const named = [...growths].map(([step, growth]) => ({ what: `${tried.name}: ${step}`, growth }));
  return { growths: named, tooFast: report };
}

const texts = inputs.map((input): Case => ({ name: input.name, n: input.n, play: (n) => play(input, n) }));
const work = [...tasks, ...describedTasks].map(({ name, n, prepare }): Case => ({
  name,
  n,
  play: (size) => {
    const run = prepare(size);
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return { it: (user + system) / 1000 };
  },
}));

// The compiler of the engine has its own work to do at first.
for (const input of inputs.slice(0, 20)) play(input, 50);
const [part = 0, parts = 1] = (process.argv[2] ?? '').split('/').filter(Boolean).map(Number);
const cases = [...texts, ...work].filter((_, index) => index % parts === part);
const results = cases.map(measured);
const worst = results.flatMap(({ growths }) => growths).sort((a, b) => b.growth - a.growth);
const tooFast = results.flatMap((result) => result.tooFast);
process.stdout.write(JSON.stringify({ tried: cases.length, tooFast, worst: worst.slice(0, 5) }));
