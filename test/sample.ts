/**
 * Which inputs the sweeps over many of them try: `RULEBOOK_SEEDS=all` tries all, a number says which part; without it, the day does, so that
 * each input is tried within a few days.
 */
const given = process.env['RULEBOOK_SEEDS'];

/** Whether every input is tried. */
export const triesAll = given === 'all';

export const seed = given === undefined || triesAll ? Math.floor(Date.now() / 86_400_000) : Number(given);

/** Behind the title of a test that samples, so that a failure says how to repeat it. */
export const sampled = triesAll ? '(all)' : `(RULEBOOK_SEEDS=${seed})`;

/** Returns whether the input with this number is tried: every fourth, or as given, beginning with a different one for each seed. */
export function isSampled(index: number, every = 4): boolean {
  return triesAll || (index + seed) % every === 0;
}

/** Returns the items that are tried. */
export function sampleOf<Item>(items: readonly Item[], every = 4): readonly Item[] {
  return items.filter((_, index) => isSampled(index, every));
}

/** Returns how often a property is tried with random inputs, which fast-check makes anew each time: a quarter of the given number. */
export function triesOf(count: number): number {
  return triesAll ? count : Math.ceil(count / 4);
}
