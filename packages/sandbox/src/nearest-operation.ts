import { isParameter, templateSegments } from '@rulebook/paths/match-operation';
import type { Operation } from '@rulebook/catalogue/operation';
import { editDistance } from '@rulebook/text/edit-distance';

/** Costs of turning a path into a template. A word of the service in both is the strongest evidence. */
const costs = { same: -3, beginning: 1, name: 1, wordAsName: 5, extra: 4, missing: 4, missingName: 2, method: 1 };
const maxOfWord = 6;

/** Returns the operation whose path is most similar to an unknown one, or undefined when there are no operations. */
export function nearestOperation(
  method: string,
  path: string,
  operations: readonly Operation[],
): Operation | undefined {
  const words = path.split('/').filter(Boolean);
  let best: { readonly operation: Operation; readonly cost: number } | undefined;
  for (const operation of operations) {
    const cost =
      costToMake(templateSegments(operation.path), words) + (operation.methods.includes(method) ? 0 : costs.method);
    if (!best || cost < best.cost) best = { operation, cost };
  }
  return best?.operation;
}

/** Returns the lowest cost over all alignments of the words with the template's segments. */
function costToMake(template: readonly string[], words: readonly string[]): number {
  let above = words.map((_, index) => (index + 1) * costs.extra);
  above.unshift(0);
  for (const segment of template) {
    const missing = isParameter(segment) ? costs.missingName : costs.missing;
    const row = [(above[0] ?? 0) + missing];
    for (const [index, word] of words.entries()) {
      row.push(
        Math.min(
          (above[index] ?? 0) + costOfWord(segment, word),
          (above[index + 1] ?? 0) + missing,
          (row[index] ?? 0) + costs.extra,
        ),
      );
    }
    above = row;
  }
  return above[words.length] ?? 0;
}

function costOfWord(segment: string, word: string): number {
  if (isParameter(segment)) return word.startsWith('_') ? costs.wordAsName : costs.name;
  if (segment === word) return costs.same;
  if (word.length > 2 && segment.startsWith(word)) return costs.beginning;
  const distance = editDistance(segment, word, maxOfWord);
  // Two short words differ in few characters even when they have nothing in common.
  return distance < segment.length ? distance : maxOfWord + 1;
}
