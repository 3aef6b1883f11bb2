import type { Tally } from '../../../engine/src/index';

/**
 * The most diagnostics of a document, since all of them are sent after every edit and the client reads every one: about 400 bytes each.
 * VS Code shows at most a thousand for a file; these limits stay below that, so that the server chooses which are shown.
 * Errors come first. Warnings get the rest, but at least `leastWarnings`. Information and hints have a separate limit, so that they never
 * displace anything.
 */
export const diagnosticLimits = { errorsAndWarnings: 200, leastWarnings: 60, remarks: 50 } as const;

/** The most findings of one rule that are shown; the first one says how many more there are. */
export const mostAlike = 80;

/**
 * Returns how many diagnostics of each tally are shown, in the order of the tallies. If not all fit, the rules with the most findings
 * are cut first, so that one rule never hides another. `part` makes all limits smaller.
 */
export function quotasOf(tallies: readonly Tally[], part = 1): number[] {
  const { errorsAndWarnings, leastWarnings, remarks } = diagnosticLimits;
  const limit = (most: number): number => Math.floor(most * part);
  const quotas = tallies.map(({ count }) => Math.min(count, mostAlike));
  const errors = share(tallies, quotas, ['error'], limit(errorsAndWarnings));
  share(tallies, quotas, ['warning'], Math.max(limit(leastWarnings), limit(errorsAndWarnings) - errors));
  share(tallies, quotas, ['information', 'hint'], limit(remarks));
  return quotas;
}

/** Cuts the quotas of some severities until they fit into the limit, and returns their sum. */
function share(
  tallies: readonly Tally[],
  quotas: number[],
  severities: readonly Tally['severity'][],
  limit: number,
): number {
  const indices = tallies.flatMap(({ severity }, index) => (severities.includes(severity) ? [index] : []));
  // Equal counts are ordered by name, so that the same text always gives the same diagnostics.
  indices.sort(
    (a, b) => (quotas[a] ?? 0) - (quotas[b] ?? 0) || ((tallies[a]?.rule ?? '') < (tallies[b]?.rule ?? '') ? -1 : 1),
  );
  let left = limit;
  indices.forEach((index, position) => {
    const quota = Math.min(quotas[index] ?? 0, Math.floor(left / (indices.length - position)));
    quotas[index] = quota;
    left -= quota;
  });
  return limit - left;
}
