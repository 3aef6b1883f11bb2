import { matchNothing, type Matcher } from './context';

/** Matches what all match, with the sum of their scores. */
export function matchAll(matchers: readonly Matcher[]): Matcher {
  const [only] = matchers;
  if (only && matchers.length === 1) return only;
  return (candidate) => {
    let sum = 0;
    for (const matcher of matchers) {
      const score = matcher(candidate);
      if (score === undefined) return undefined;
      sum += score;
    }
    return sum;
  };
}

/** Matches what at least so many match, with the sum of their scores. */
export function matchSome(matchers: readonly Matcher[], minimum = 1): Matcher {
  if (matchers.length < minimum) return matchNothing;
  return (candidate) => {
    let sum = 0;
    let count = 0;
    for (const matcher of matchers) {
      const score = matcher(candidate);
      if (score === undefined) continue;
      sum += score;
      count++;
    }
    return count >= minimum ? sum : undefined;
  };
}

/** Matches what any matches, with the best score and a part of the others. */
export function matchBest(matchers: readonly Matcher[], tieBreaker = 0): Matcher {
  return (candidate) => {
    let best: number | undefined;
    let sum = 0;
    for (const matcher of matchers) {
      const score = matcher(candidate);
      if (score === undefined) continue;
      sum += score;
      best = Math.max(best ?? score, score);
    }
    return best === undefined ? undefined : best + tieBreaker * (sum - best);
  };
}

/** Matches what the matcher does not. */
export function matchOthers(matcher: Matcher): Matcher {
  return (candidate) => (matcher(candidate) === undefined ? 1 : undefined);
}

/** Gives every match the same score. */
export function matchEqually(matcher: Matcher, score: number): Matcher {
  return (candidate) => (matcher(candidate) === undefined ? undefined : score);
}

/** Matches what the first matches and the others do not. */
export function matchWithout(matcher: Matcher, others: readonly Matcher[]): Matcher {
  if (others.length === 0) return matcher;
  return (candidate) => (others.some((other) => other(candidate) !== undefined) ? undefined : matcher(candidate));
}

/** Multiplies scores. */
export function matchWeighted(matcher: Matcher, boost: number): Matcher {
  if (boost === 1) return matcher;
  return (candidate) => {
    const score = matcher(candidate);
    return score === undefined ? undefined : score * boost;
  };
}

/** Returns how many of so many parts must match: `2`, `-1`, `75%`, `-25%`, `3<90%`, several of these; undefined for another text. */
export function minimumOf(specification: unknown, total: number): number | undefined {
  if (typeof specification === 'number') return bounded(specification, total);
  if (typeof specification !== 'string') return undefined;
  let minimum: number | undefined;
  for (const word of specification.trim().split(/\s+/)) {
    const [, above, amount = '', percent] = /^(?:(\d+)<)?(-?\d+)(%?)$/.exec(word) ?? [];
    if (amount === '') return undefined;
    if (above !== undefined && total <= Number(above)) {
      minimum ??= total;
      continue;
    }
    const number = Number(amount);
    minimum = bounded(percent === '%' ? Math.trunc((total * number) / 100) : number, total);
  }
  return minimum;
}

function bounded(number: number, total: number): number {
  return Math.max(0, number < 0 ? total + number : number);
}
