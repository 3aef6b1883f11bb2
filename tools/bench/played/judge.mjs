// Judges any mock server by a description and its address: each operation once, and the story of each resource.
import { sampleOf } from './make-sample.mjs';
import { readDescription } from './read-description.mjs';
import { callerOf } from './send.mjs';
import { createAround, createsOf, itemsOf, playStory, uniqueBody } from './stories.mjs';

export { readDescription, sampleOf };

/**
 * @typedef {import('./read-description.mjs').Description} Description
 * @typedef {{ passed: number, all: number, failures: string[] }} Count
 * @typedef {{ operations: Count, stories: Count, removals: Count }} Verdict
 */

/**
 * Returns how many operations succeed with what is described, how many stories are whole, and after how many removals an item is no longer there.
 * @param {Description} description
 * @param {string} baseUrl
 * @returns {Promise<Verdict>}
 */
export async function judgeServer(description, baseUrl) {
  const call = callerOf(description, baseUrl);
  const items = itemsOf(description);
  const verdict = { operations: count(), stories: count(), removals: count() };
  for (const item of items.values()) {
    if (createsOf(item) === undefined || item.byMethod.get === undefined) continue;
    const { problem, removal } = await playStory(description, call, items, item);
    add(verdict.stories, `${item.path}: ${problem}`, problem === undefined);
    if (removal !== undefined) add(verdict.removals, `${item.path}: ${removal}`, removal === 'removed');
  }
  for (const operation of description.operations) {
    // Nothing is said of its response.
    if (operation.responses.size === 0) continue;
    const ids = await createAround(description, call, items, operation.words, operation.method === 'put');
    const body = bodyFor(description, operation);
    const { problem } = await call(operation, ids, body);
    add(verdict.operations, `${operation.method} ${operation.path}: ${problem}`, problem === undefined);
  }
  return verdict;
}

function bodyFor(description, operation) {
  const { body, method } = operation;
  if (body === undefined) return undefined;
  return method === 'post' ? uniqueBody(description, operation) : sampleOf(description, body.schema, body.examples);
}

/** @returns {Count} */
function count() {
  return { passed: 0, all: 0, failures: [] };
}

function add(count, words, isPassed) {
  count.all++;
  if (isPassed) count.passed++;
  else count.failures.push(words);
}
