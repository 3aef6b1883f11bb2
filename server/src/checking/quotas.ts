import type { FindingCount } from '@rulebook/engine';

/**
 * The most diagnostics of a document, since all of them are sent after every edit and the client reads every one: about 400 bytes each.
 * VS Code shows at most a thousand for a file; these limits stay below that, so that the server chooses which are shown.
 * Errors come first. Warnings get the rest, but at least `leastWarnings`. Information and hints have a separate limit, so that they never
 * displace anything.
 */
export const diagnosticLimits = { errorsAndWarnings: 200, leastWarnings: 60, remarks: 50 } as const;

/** The most findings of one rule that are shown; the first one says how many more there are. */
export const maxAlike = 80;

/**
 * Returns how many diagnostics of each count are shown, in the order of the counts. If not all fit, the rules with the most findings
 * are cut first, so that one rule never hides another. `part` makes all limits smaller.
 */
export function quotasOf(findingCounts: readonly FindingCount[], part = 1): number[] {
  const { errorsAndWarnings, leastWarnings, remarks } = diagnosticLimits;
  const limit = (most: number): number => Math.floor(most * part);
  const quotas = findingCounts.map(({ count }) => Math.min(count, maxAlike));
  const errors = share(findingCounts, quotas, ['error'], limit(errorsAndWarnings));
  share(findingCounts, quotas, ['warning'], Math.max(limit(leastWarnings), limit(errorsAndWarnings) - errors));
  share(findingCounts, quotas, ['information', 'hint'], limit(remarks));
  return quotas;
}

/** Cuts the quotas of some severities until they fit into the limit, and returns their sum. */
function share(
  findingCounts: readonly FindingCount[],
  quotas: number[],
  severities: readonly FindingCount['severity'][],
  limit: number,
): number {
  const indices = findingCounts.flatMap(({ severity }, index) => (severities.includes(severity) ? [index] : []));
  // Equal counts are ordered by name, so that the same text always gives the same diagnostics.
  indices.sort(
    (a, b) =>
      (quotas[a] ?? 0) - (quotas[b] ?? 0) || ((findingCounts[a]?.rule ?? '') < (findingCounts[b]?.rule ?? '') ? -1 : 1),
  );
  let left = limit;
  indices.forEach((index, position) => {
    const quota = Math.min(quotas[index] ?? 0, Math.floor(left / (indices.length - position)));
    quotas[index] = quota;
    left -= quota;
  });
  return limit - left;
}
