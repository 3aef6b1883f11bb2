/**
 * Which inputs the sweeps over many of them try: `RULEBOOK_SEEDS=all` tries all, a number says which share; without it, the day does. Within a
 * week, every input had its turn.
 */
const given = process.env.RULEBOOK_SEEDS;

/** Whether every input is tried. */
export const triesAll = given === 'all';

const seed = given === undefined || triesAll ? Math.floor(Date.now() / 86_400_000) : Number(given);

/** Behind the title of a test that samples, so that a failure says how to repeat it. */
export const sampled = triesAll ? '(all)' : `(RULEBOOK_SEEDS=${seed})`;

/** Returns every fourth item, or as given, beginning with another one for each seed; all of them when all are to be tried. */
export function sampleOf<Item>(items: readonly Item[], every = 4): readonly Item[] {
  return triesAll ? items : items.filter((_, index) => (index + seed) % every === 0);
}
