// Plays the stories of all areas on a real node and on the sandbox, and compares them request by request.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { differencesOf, summary } from './compare.mjs';
import { createJudge } from './judge.mjs';
import { readListed } from './listed.mjs';
import { play, textOf } from './play.mjs';
import { reasonAgainst } from './jars.mjs';
import { startRealNode } from './real-node.mjs';
import { usual } from './servers.mjs';
import { tripsOnNode } from './trips/round-trips.mjs';
import { storiesFor } from './stories-for.mjs';
import { tableOf } from './table.mjs';

const cli = join(import.meta.dirname, '../../dist/cli.js');

/**
 * Compares the node with the sandbox.
 * @param {{ server?: import('./servers.mjs').Server, seed: number, words: readonly string[], log: (line: string) => void }} options
 */
export async function compareNode({ server = usual, seed, words, log }) {
  const reason = await reasonAgainst(server);
  if (reason !== undefined)
    return { table: [`Not compared with a node: ${reason}.`], details: [], isGood: true, rows: [] };
  const chosen = storiesFor(server, { seed, words });
  const node = await startRealNode(server, { log });
  try {
    const sandbox = await startSandbox(server, node);
    try {
      const judge = await createJudge(server.vendor, node.version);
      const steps = [];
      for (const { area, stories } of chosen) {
        const begin = Date.now();
        for (const story of stories()) steps.push(...(await compareStory({ node, sandbox, judge }, area, story)));
        log(`${area}: ${Math.round((Date.now() - begin) / 1000)} s`);
      }
      const listed = await readListed();
      for (const step of steps) judgeDifferences({ step, server: server.name }, listed);
      const compared = tableOf(steps, {
        server: `${server.title} ${node.version}`,
        seed,
        unused: words.length === 0 && seed === 1 ? listed.unused(server.name) : [],
      });
      const trips = server === usual ? await tripsOnNode(node, words, log) : { lines: [], isGood: true };
      const isCompared = chosen.length > 0;
      return {
        ...compared,
        table: [...(isCompared ? compared.table : []), ...trips.lines],
        isGood: (!isCompared || compared.isGood) && trips.isGood,
        steps,
      };
    } finally {
      await sandbox.stop();
    }
  } finally {
    await node.stop();
  }
}

async function compareStory({ node, sandbox, judge }, area, story) {
  const [ofNode, ofSandbox] = await Promise.all([play(withAgent(node), story), play(withAgent(sandbox), story)]);
  const findings = judge(story);
  return story.steps.map((step, index) => ({
    area,
    story: story.name,
    step: index,
    method: step.method,
    path: step.path,
    body: textOf(step.body),
    node: ofNode[index],
    sandbox: ofSandbox[index],
    differences: differencesOf(ofNode[index], ofSandbox[index]),
    findings: findings[index],
    answer: summary(ofNode[index]),
  }));
}

/** Sets the first difference that is not listed; if all are, the first one with its entry. */
function judgeDifferences({ step, server }, listed) {
  const entries = step.differences.map((difference) => listed.find({ ...step, server, difference }));
  const open = entries.indexOf(undefined);
  step.difference = step.differences[Math.max(open, 0)];
  step.listed = open < 0 ? entries[0] : undefined;
  delete step.differences;
}

const agents = new WeakMap();

function withAgent(server) {
  if (!agents.has(server)) agents.set(server, new Agent({ keepAlive: true, maxSockets: 1 }));
  return { ...server, agent: agents.get(server) };
}

/** Starts the sandbox of the product, which allows snapshot repositories where the node has its own. */
async function startSandbox(server, node) {
  // Two servers must not write to one folder.
  const repositories = `${node.repositories}-of-sandbox`;
  const same = server === usual ? [] : ['--product', server.vendor, '--version', node.version];
  await mkdir(repositories);
  const child = spawn(
    process.execPath,
    [cli, 'sandbox', '--json', '--free-ports', '--unlisted', '--path-repo', repositories, ...same],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then((code) => Promise.reject(new Error(`The sandbox ended while it started, with code ${code}.`))),
  ]);
  const ready = JSON.parse(line);
  return {
    ...placeOf(ready),
    repositories,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

function placeOf({ endpoints }) {
  const { baseUrl, credential } = endpoints.find(({ name }) => name === 'sandbox-cluster');
  // As on the node, the user signs in with a password.
  const password = credential.replace(/^Bearer /, '');
  const authorization = `Basic ${Buffer.from(`elastic:${password}`).toString('base64')}`;
  return { baseUrl, authorization, control: credential, isSandbox: true };
}
