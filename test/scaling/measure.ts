// Run as a process of its own, so that its CPU time is its own; prints what grows too fast, and what grows fastest, as JSON.
//   PART/PARTS   only so many of the inputs
import { constructs } from './constructs';
import { describedTasks } from './described';
import { editingTasks } from './editing';
import { fillings } from './fillings';
import { inputs } from './inputs';
import { play } from './operations';
import { queryTasks } from './queries';
import { sandboxTasks } from './sandboxes';
import { tasks } from './tasks';

/** Doubling the input may multiply the CPU time of each step by this; a quadratic one comes near to four. */
const maxGrowth = 2.6;
/** In milliseconds: a step that took less counts as if it took so many, since the rest is noise. */
const leastTime = 4;
/** An input is made as large as it must be for all steps together to take so many milliseconds. */
const enoughTime = 20;
/** For checking alone, which everything else would hide: what is dear only in large inputs. */
const enoughChecking = 200;
/** The machine may have had other work: who grows too fast is asked again, with twice the input each time. */
const attempts = 6;

type Times = Readonly<Record<string, number>>;

/** Something that grows, with the CPU time of its steps in milliseconds. */
interface Case {
  readonly name: string;
  readonly n: number;
  readonly play: (n: number) => Times;
  readonly enough: number;
}

/** How much more a step took for twice the input. */
interface Growth {
  readonly what: string;
  readonly growth: number;
}

const collectGarbage = (globalThis as { gc?: () => void }).gc;

/** Returns the least times of several runs of both sizes, in turn: so neither is measured with colder code than the other. */
function leastTimes({ play: playOnce }: Case, sizes: readonly number[], repetitions: number): readonly Times[] {
  const runs = sizes.map((): Times[] => []);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [index, size] of sizes.entries()) {
      collectGarbage?.();
      runs[index]?.push(playOnce(size));
    }
  }
  return runs.map((times) => {
    const steps = Object.keys(times[0] ?? {});
    return Object.fromEntries(steps.map((step) => [step, Math.min(...times.map((one) => one[step] ?? 0))]));
  });
}

function totalOf(times: Times): number {
  return Object.values(times).reduce((sum, time) => sum + time, 0);
}

/** Returns the least growth of each step in all attempts: what grows too fast does so in each of them. */
function measured(tried: Case): readonly Growth[] {
  const growths = new Map<string, Growth>();
  let n = Math.max(8, tried.n >> 7);
  let first = tried.play(n);
  while (n < tried.n * 2 && totalOf(first) < tried.enough / 2) first = tried.play((n *= 2));
  let suspects: readonly string[] = Object.keys(first);
  for (let attempt = 0; attempt < attempts && suspects.length > 0; attempt++) {
    const size = n << attempt;
    const [once = {}, twice = {}] = leastTimes(tried, [size, size * 2], attempt === 0 ? 2 : 3);
    suspects = suspects.filter((step) => {
      const [before, after] = [once[step] ?? 0, twice[step] ?? 0];
      const growth = after / Math.max(before, leastTime);
      if (growth < (growths.get(step)?.growth ?? Infinity)) {
        const sizes = `${before.toFixed(1)} ms for ${size}, ${after.toFixed(1)} ms for ${size * 2}`;
        growths.set(step, { what: `${tried.name}: ${step} (${sizes})`, growth });
      }
      return growth > maxGrowth;
    });
    // No one needs to see it once more.
    if (totalOf(twice) > 5_000) break;
  }
  return [...growths.values()];
}

const texts = [...inputs, ...constructs].flatMap((input): readonly Case[] => [
  { name: input.name, n: input.n, play: (n) => play(input, n), enough: enoughTime },
  { name: `${input.name}, checked`, n: input.n, play: (n) => play(input, n, true), enough: enoughChecking },
]);
const work = [...tasks, ...queryTasks, ...fillings, ...editingTasks, ...describedTasks, ...sandboxTasks].map(
  ({ name, n, prepare }): Case => ({
    name,
    n,
    enough: enoughTime,
    play: (size) => {
      const run = prepare(size);
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      return { it: (user + system) / 1000 };
    },
  }),
);

// The compiler of the engine has its own work to do at first.
for (const input of inputs.slice(0, 20)) play(input, 50);
const [part = 0, parts = 1] = (process.argv[2] ?? '').split('/').filter(Boolean).map(Number);
const cases = [...texts, ...work].filter((_, index) => index % parts === part);
const growths = cases.flatMap(measured).sort((a, b) => b.growth - a.growth);
const tooFast = growths.filter(({ growth }) => growth > maxGrowth);
process.stdout.write(JSON.stringify({ tried: cases.length, tooFast, worst: growths.slice(0, 5) }));
