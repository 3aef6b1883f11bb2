/** What is counted together: the findings of one rule with severities of one class. */
export interface Tally {
  readonly rule: string;
  readonly kind: 'error' | 'warning' | 'remark';
  count: number;
}

/**
 * The most diagnostics of a document, since all of them are sent after every edit. VS Code shows at most a thousand for a file; these
 * limits stay below that, so that the server chooses which are shown.
 * For the server, an edit costs little more with them (`encode-message.ts` copies what it has sent before), but the client reads every
 * one (about 550 bytes): 1,000 of them are half a megabyte. All findings of a file of 10,000 requests would be four times as much.
 * Errors come first. Warnings get the rest, but at least `leastWarnings`. Information and hints have a separate limit, so that they never
 * displace anything.
 */
export const diagnosticLimits = { errorsAndWarnings: 800, leastWarnings: 100, remarks: 100 } as const;

/** The most findings of one rule that are shown; the first one says how many more there are. */
export const mostAlike = 200;

/**
 * Returns how many diagnostics of each tally are shown, in the order of the tallies. If not all fit, the rules with the most findings
 * are cut first, so that one rule never hides another.
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
