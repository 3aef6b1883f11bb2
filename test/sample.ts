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

/** Of what is tried in part, one of so many each time. */
const share = 8;

/** Returns whether the input with this number is tried: every eighth, or as given, beginning with a different one for each seed. */
export function isSampled(index: number, every = share): boolean {
  return triesAll || (index + seed) % every === 0;
}

/** Returns the items that are tried, at least one. */
export function sampleOf<Item>(items: readonly Item[], every = share): readonly Item[] {
  return items.filter((_, index) => isSampled(index, Math.min(every, items.length)));
}

/** Returns how often a property is tried with random inputs, which fast-check makes anew each time: an eighth of the given number. */
export function triesOf(count: number): number {
  return triesAll ? count : Math.ceil(count / share);
}
