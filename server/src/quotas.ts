/** What is counted together: the findings of one rule with severities of one class. */
export interface Tally {
  readonly rule: string;
  readonly kind: 'error' | 'warning' | 'remark';
  count: number;
}

/**
 * The most diagnostics of a document, since all of them are sent with every key. VS Code shows a thousand for a file and no more;
 * these stay below it, so that it is us who choose which.
 * On our side a key costs little more for them (`encode-message.ts` copies what it has sent before), but the client reads every one
 * (some 550 bytes): 1,000 of them are half a megabyte. All findings of a file of 10,000 requests would be four times as much.
 * Errors come first; warnings take what errors leave, at least `leastWarnings`; information and hints have a number of their own, so that
 * they never displace anything.
 */
export const diagnosticLimits = { errorsAndWarnings: 800, leastWarnings: 100, remarks: 100 } as const;

/** The most findings of one rule that are shown; the rest is one of them, which says how many there are. */
export const mostAlike = 200;

/**
 * Returns how many diagnostics of each tally are shown, in the order of the tallies. Where not all fit, the rules that repeat
 * themselves most are cut first, so that one rule never hides another.
 */
export function quotasOf(tallies: readonly Tally[]): number[] {
  const { errorsAndWarnings, leastWarnings, remarks } = diagnosticLimits;
  const quotas = tallies.map(({ count }) => Math.min(count, mostAlike));
  const errors = share(tallies, quotas, 'error', errorsAndWarnings);
  share(tallies, quotas, 'warning', Math.max(leastWarnings, errorsAndWarnings - errors));
  share(tallies, quotas, 'remark', remarks);
  return quotas;
}

/** Cuts the quotas of one kind until they fit into the limit, and returns their sum. */
function share(tallies: readonly Tally[], quotas: number[], kind: Tally['kind'], limit: number): number {
  const indices = tallies.flatMap((tally, index) => (tally.kind === kind && tally.count > 0 ? [index] : []));
  // Equal counts are told apart by name, so that the same text gives the same diagnostics whatever it was before.
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
