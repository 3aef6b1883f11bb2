// Plays the same stories on several real servers, one after the other, and compares their answers request by request.
import { Agent } from 'node:http';
import { differencesOf } from './compare.mjs';
import { reasonAgainst } from './jars.mjs';
import { play, textOf } from './play.mjs';
import { randomOf } from './random.mjs';
import { startRealNode } from './real-node.mjs';
import { serverNamed } from './servers.mjs';
import { areas } from './stories/index.mjs';

/** Areas whose requests are about users, roles and keys, which not every server has. */
const ofUsers = new Set(['API keys']);

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
    for (const { area, stories } of areas) {
      if (!server.hasUsers && ofUsers.has(area)) continue;
      if (words.length > 0 && !words.some((word) => area.includes(word))) continue;
      const begin = Date.now();
      for (const story of stories(randomOf(seed, area))) {
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
