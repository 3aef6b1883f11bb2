// Plays the same stories on several real servers, one after the other, and compares their answers request by request.
import { Agent } from 'node:http';
import { differencesOf } from './compare.mjs';
import { reasonAgainst } from './jars.mjs';
import { play, textOf } from './play.mjs';
import { startRealNode } from './real-node.mjs';
import { serverNamed } from './servers.mjs';
import { storiesFor } from './stories-for.mjs';

/**
 * Plays all stories on a server. Returns each request with what was answered.
 * @param {string} name the name of the server
 * @param {{ seed: number, words?: readonly string[], log: (line: string) => void }} options
 */
export async function answersOf(name, { seed, words = [], log }) {
  const server = serverNamed(name);
  const reason = await reasonAgainst(server);
  if (reason !== undefined) throw new Error(`${server.title} was not asked: ${reason}.`);
  const node = await startRealNode(server, { log });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const steps = [];
    for (const { area, stories } of storiesFor(server, { seed, words })) {
      const begin = Date.now();
      for (const story of stories()) {
        const answers = await play({ ...node, agent }, story);
        for (const [index, step] of story.steps.entries()) steps.push(stepOf(area, story, index, step, answers[index]));
      }
      log(`${name}, ${area}: ${Math.round((Date.now() - begin) / 1000)} s`);
    }
    return { version: node.version, steps };
  } finally {
    agent.destroy();
    await node.stop();
  }
}

function stepOf(area, story, index, request, answer) {
  const { method, path, body } = request;
  return { area, story: story.name, step: index, method, path, body: textOf(body), answer };
}

/**
 * Compares the answers of two servers to the same requests. Returns the requests whose answers differ, each with the first difference, and
 * whether an earlier request of its story was answered in different ways, too: then it may differ for the sake of that one.
 * @param {readonly any[]} one
 * @param {readonly any[]} other
 */
export function betweenServers(one, other) {
  const keyOf = ({ area, story, step }) => `${area}\n${story}\n${step}`;
  const ofOther = new Map(other.map((step) => [keyOf(step), step]));
  const differing = [];
  const seen = new Set();
  for (const step of one) {
    const counterpart = ofOther.get(keyOf(step));
    const story = `${step.area}\n${step.story}`;
    if (counterpart === undefined) continue;
    const [difference] = differencesOf(step.answer, counterpart.answer);
    if (difference === undefined) continue;
    differing.push({ ...step, other: counterpart.answer, difference, follows: seen.has(story) });
    seen.add(story);
  }
  return differing;
}

/**
 * Groups what two servers answer in different ways, by operation and answers: only what one takes and the other refuses, or what they say in a
 * different form. Other values of a run, such as counts of shards, follow from these or mean nothing.
 * @param {readonly any[]} differing
 * @param {(step: { method: string, path: string, body: string }) => string} operationOf the method and path of the operation
 * @returns {readonly { area: string, operation: string, one: string, other: string, count: number, examples: readonly string[] }[]}
 */
export function groupsBetween(differing, operationOf) {
  /** @type {Map<string, any>} */
  const groups = new Map();
  for (const step of differing) {
    const { difference, area, method, path, body, follows } = step;
    if (difference.kind !== 'status' || follows) continue;
    const operation = operationOf(step);
    const [one, other] = [difference.node, difference.sandbox].map(String);
    const key = [area, operation, one, other].join('\n');
    const group = groups.get(key) ?? { area, operation, one, other, count: 0, examples: [] };
    group.count += 1;
    if (group.examples.length < 3)
      group.examples.push(`${method} ${path}${body === '' ? '' : ` ${body}`}`.slice(0, 300));
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
}
