import type { BlockSummary, FileNames } from '../across/summary';

/** Collects the names that the blocks of a file define. */
export function namesOf(summaries: readonly BlockSummary[]): FileNames {
  const variables = new Map<string, number>();
  const requests = new Map<string, number>();
  summaries.forEach(({ definitions, requestName }, block) => {
    for (const { name } of definitions) variables.set(name, block);
    if (requestName !== undefined && !requests.has(requestName.name)) requests.set(requestName.name, block);
  });
  return { variables, requests };
}

/** Returns the names, collected again when one of the changed blocks has another request name; its definitions are as before. */
export function renewedNames(
  names: FileNames,
  before: readonly BlockSummary[],
  now: readonly BlockSummary[],
  changed: readonly number[],
): FileNames {
  const isSame = changed.every((block) => before[block]?.requestName?.name === now[block]?.requestName?.name);
  return isSame ? names : namesOf(now);
}
